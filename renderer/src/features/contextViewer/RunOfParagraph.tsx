import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useContextModel, useEditor, useProjectId } from '../../app/AppContext.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatTime } from '../../i18n/format.ts'

const excerptCharacters = 12

/** Asks which run wrote the paragraph at the caret and shows that run, or says that none is known. */
export const RunOfParagraph = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const context = useContextModel()
  const editor = useEditor()
  const projectId = useProjectId()
  const documentId = useStore(editor.store, (state) => state.documentId)
  const shown = useStore(context.store, (state) => state.shown)
  const place = `${documentId} ${shown}`
  // It holds for the chapter and the run that were shown with it.
  const [answer, setAnswer] = useState({ place: '', sentence: '' })

  const request = async () => {
    const paragraph = editor.paragraphAtCaret().trim()
    // Another run may have been chosen while the answer was on its way.
    const notify = (sentence: string, which = context.store.getState().shown) =>
      setAnswer({ place: `${documentId} ${which}`, sentence })
    if (paragraph === '') return notify(t('viewerTools.noParagraph'))
    const result = await context.showRunOf(projectId, paragraph)
    if (!result.ok) return notify(t('viewer.failed', { message: sentence(result.error) }))
    const { data: run } = result
    if (run !== null)
      return notify(t('viewerTools.runOf', { time: formatTime(run.createdAt) }), run.receiptId)
    const characters = [...paragraph]
    const excerpt = characters.slice(0, excerptCharacters).join('')
    const text = characters.length > excerptCharacters ? `${excerpt}…` : excerpt
    notify(t('viewerTools.noRunOf', { text }))
  }

  return (
    <>
      <button
        type="button"
        className="viewer-tool"
        data-testid="ai-context-paragraph"
        disabled={documentId === null}
        onClick={() => void request()}
      >
        {t('viewerTools.whichRun')}
      </button>
      <p className="viewer-answer" role="status">
        {answer.place === place ? answer.sentence : ''}
      </p>
    </>
  )
}
