import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useChat, useEditor, useSettings } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { isWorking } from '../aiPanel/runStore.ts'
import { ExtractButton } from '../extract/ExtractButton.tsx'
import type { ChatMessage } from './messages.ts'

/** What can be done with an answer. */
export const AnswerActions = ({
  message,
}: {
  readonly message: Pick<ChatMessage, 'content' | 'receiptId' | 'cutShort'>
}) => {
  const { t } = useTranslation()
  const chat = useChat()
  const editor = useEditor()
  const settings = useSettings()
  const ready = useStore(editor.store, (state) => state.phase === 'ready')
  const working = useStore(chat.store, ({ turn }) => turn !== null && isWorking(turn.run))
  const { content, cutShort } = message
  const goOn = () => void chat.send(t('chat.goOnWords'), settings.store.getState().chosenModelId)
  return (
    <div className="run-actions">
      <CopyButton text={content} label={t('run.copy')} done={t('run.copied')} wide />
      <Button disabled={!ready} onClick={() => void chat.putIntoText(message)}>
        {t('chat.putIntoText')}
      </Button>
      <ExtractButton text={content} />
      {cutShort && (
        <Button disabled={working} onClick={goOn}>
          {t('chat.goOn')}
        </Button>
      )}
    </div>
  )
}
