import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useChat, useEditor, useSettings } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { Button } from '../../components/Button.tsx'
import { useCodexRows } from '../codex/useCodexRows.ts'
import { firstQuestions } from './firstQuestions.ts'

/** What can be asked in a chat without a message, of the open chapter; a press asks it. */
export const FirstQuestions = () => {
  const { t } = useTranslation()
  const chat = useChat()
  const editor = useEditor()
  const modelId = useStore(useSettings().store, ({ chosenModelId }) => chosenModelId)
  const { documentId, phase } = useStore(editor.store)
  const documents = useDocuments() ?? []
  const people = (useCodexRows() ?? []).filter(({ type }) => type === 'character').map(({ name }) => name)
  const at = documents.findIndex((each) => each.documentId === documentId)
  const chapter = documents[at]?.title
  if (phase !== 'ready' || !chapter) return null
  return (
    <ul className="chat-first" data-testid="chat-first" aria-label={t('chat.first.label')}>
      {firstQuestions({ chapter, previous: documents[at - 1]?.title || null, people }).map(
        ({ key, params }) => (
          <li key={key}>
            <Button onClick={() => void chat.send(t(key, params), modelId)}>{t(key, params)}</Button>
          </li>
        ),
      )}
    </ul>
  )
}
