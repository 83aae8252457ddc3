import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ChannelInput } from '#contract/index.ts'
import type { Notice as ExportNotice } from '#contract/warnings.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { useEditor, useIpc, useView, useViewStore, useWorkspace } from '../../app/AppContext.tsx'
import { bytesOf, saveFile } from '../../app/saveFile.ts'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { ChapterRangeFields, useChapterRange } from '../chapters/ChapterRange.tsx'
import { noticeSentence } from '../contextViewer/sentences.ts'

type Format = ChannelInput<'book:export'>['format']
type Layout = NonNullable<ChannelInput<'book:export'>['layout']>
type State =
  | { readonly step: 'asked' }
  | { readonly step: 'working' }
  | {
      readonly step: 'done'
      readonly fileName: string
      readonly chapters: number
      /** What is not in the file though it was meant for it. */
      readonly notices: readonly ExportNotice[]
    }
  | { readonly step: 'failed'; readonly error: ErrorPayload }

const formats: readonly Format[] = [
  ...(['docx', 'paperback', 'rtf', 'epub', 'txt', 'chapters', 'markdown', 'html', 'scrivener'] as const),
]
const layouts: readonly Layout[] = ['indented', 'spaced', 'plain']

/** The whole book as one file: what is typed is on disk before it is read. */
export const ExportDialog = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const view = useViewStore()
  const workspace = useWorkspace()
  const editor = useEditor()
  const ipc = useIpc()
  const open = useView((state) => state.exportOpen)
  const project = useStore(workspace.store, (state) => state.project)
  const [format, setFormat] = useState<Format>('docx')
  const [layout, setLayout] = useState<Layout>('indented')
  const { range, isBackwards, fields } = useChapterRange()
  const [state, setState] = useState<State>({ step: 'asked' })
  if (project === null) return null
  const isText = format === 'txt' || format === 'chapters'

  const exportBook = async () => {
    setState({ step: 'working' })
    if (editor.store.getState().phase === 'ready' && (await editor.flush()) === null)
      return setState({ step: 'asked' })
    const answer = await ipc.invoke('book:export', {
      ...{ projectId: project.projectId, format },
      ...(isText && { layout }),
      ...range,
    })
    if (!answer.ok) return setState({ step: 'failed', error: answer.error })
    const { fileName, base64, chapters, notices = [] } = answer.data
    saveFile(bytesOf(base64), fileName, 'application/octet-stream')
    setState({ step: 'done', fileName, chapters, notices })
  }

  const options = <T extends string>(values: readonly T[], label: (value: T) => string) =>
    values.map((value) => ({ value, label: label(value) }))
  return (
    <DialogFrame
      open={open}
      onClose={() => {
        view.setState({ exportOpen: false })
        setState({ step: 'asked' })
      }}
      title={t('bookExport.title')}
      closeLabel={t('bookExport.close')}
      testId="book-export"
    >
      <div className="dialog-body provider-form">
        <p className="quiet">{t('bookExport.about')}</p>
        <Choice
          label={t('bookExport.format')}
          value={format}
          options={options(formats, (value) => t(`bookExport.formats.${value}`))}
          onChange={setFormat}
        />
        {format === 'epub' && <p className="form-hint">{t('bookExport.cover')}</p>}
        {isText && (
          <Choice
            label={t('bookExport.layout')}
            value={layout}
            options={options(layouts, (value) => t(`bookExport.layouts.${value}`))}
            onChange={setLayout}
          />
        )}
        <ChapterRangeFields {...fields} />
        <Button
          variant="primary"
          data-testid="book-export-start"
          disabled={isBackwards || state.step === 'working'}
          onClick={() => void exportBook()}
        >
          {t('bookExport.start')}
        </Button>
        {state.step === 'working' && <p role="status">{t('bookExport.working')}</p>}
        {state.step === 'done' && (
          <p role="status">{t('bookExport.done', { file: state.fileName, n: state.chapters })}</p>
        )}
        {state.step === 'done' &&
          state.notices.map((notice) => (
            <Notice key={JSON.stringify(notice)} tone="danger">
              {noticeSentence(notice, t)}
            </Notice>
          ))}
        {state.step === 'failed' && <Notice tone="danger">{sentence(state.error)}</Notice>}
      </div>
    </DialogFrame>
  )
}
