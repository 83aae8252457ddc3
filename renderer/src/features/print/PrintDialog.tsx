import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { useEditor, useIpc, useView, useViewStore, useWorkspace } from '../../app/AppContext.tsx'
import { bytesOf, saveFile } from '../../app/saveFile.ts'
import { Button } from '../../components/Button.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { ChapterRangeFields, useChapterRange } from '../chapters/ChapterRange.tsx'
import { authorIn, placeBook } from './printedBook.ts'

type State =
  | { readonly step: 'asked' | 'working' | 'done' | 'cancelled' }
  | { readonly step: 'saved'; readonly fileName: string }
  | { readonly step: 'failed'; readonly error: ErrorPayload }

const hasDesktop = window.creonow !== undefined

/** The book, or chapters of it in a row, on paper or as a PDF file: what is typed is on disk before it is read. */
export const PrintDialog = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const view = useViewStore()
  const editor = useEditor()
  const ipc = useIpc()
  const open = useView((state) => state.printOpen)
  const project = useStore(useWorkspace().store, (state) => state.project)
  const { range, isBackwards, isEmpty, fields } = useChapterRange()
  const [state, setState] = useState<State>({ step: 'asked' })
  if (project === null || isEmpty) return null

  const print = async (target: 'printer' | 'pdf') => {
    setState({ step: 'working' })
    if (editor.store.getState().phase === 'ready' && (await editor.flush()) === null)
      return setState({ step: 'asked' })
    const answer = await ipc.invoke('book:export', {
      ...{ projectId: project.projectId, format: 'html', ...range },
    })
    if (!answer.ok) return setState({ step: 'failed', error: answer.error })
    const page = new TextDecoder().decode(bytesOf(answer.data.base64))
    const author = authorIn(page)
    const remove = placeBook(
      page,
      { title: project.name, by: author === '' ? '' : t('print.by', { author }) },
      document,
    )
    const printed = await ipc.invoke('desktop:print', { to: target })
    if (printed.ok && printed.data.outcome === 'none') {
      window.addEventListener('afterprint', remove, { once: true })
      setState({ step: 'done' })
      window.print()
      return
    }
    remove()
    if (!printed.ok) return setState({ step: 'failed', error: printed.error })
    const { outcome, base64 } = printed.data
    if (base64 === undefined) return setState({ step: outcome === 'done' ? 'done' : 'cancelled' })
    const fileName = answer.data.fileName.replace(/\.html$/, '.pdf')
    saveFile(bytesOf(base64), fileName, 'application/pdf')
    setState({ step: 'saved', fileName })
  }

  const isWorking = state.step === 'working'
  return (
    <DialogFrame
      open={open}
      onClose={() => {
        view.setState({ printOpen: false })
        setState({ step: 'asked' })
      }}
      title={t('print.title')}
      closeLabel={t('print.close')}
      testId="print"
    >
      <div className="dialog-body provider-form">
        <p className="quiet">{t('print.about')}</p>
        <ChapterRangeFields {...fields} />
        <div className="form-actions">
          <Button
            variant="primary"
            data-testid="print-start"
            disabled={isBackwards || isWorking}
            onClick={() => void print('printer')}
          >
            {t(hasDesktop ? 'print.start' : 'print.startBrowser')}
          </Button>
          {hasDesktop && (
            <Button
              data-testid="print-pdf"
              disabled={isBackwards || isWorking}
              onClick={() => void print('pdf')}
            >
              {t('print.pdf')}
            </Button>
          )}
        </div>
        {isWorking && <p role="status">{t('print.working')}</p>}
        {(state.step === 'done' || state.step === 'cancelled') && (
          <p role="status">{t(`print.${state.step}`)}</p>
        )}
        {state.step === 'saved' && <p role="status">{t('print.saved', { file: state.fileName })}</p>}
        {state.step === 'failed' && <Notice tone="danger">{sentence(state.error)}</Notice>}
      </div>
    </DialogFrame>
  )
}
