import { Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useChat, useEditor, useProjectId, useSettings } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { isWorking } from '../aiPanel/runStore.ts'
import { ExampleNote } from '../settings/ExampleNote.tsx'
import { ChatBar } from './ChatBar.tsx'
import { Composer } from './Composer.tsx'
import { ThreadList } from './ThreadList.tsx'
import { ThreadMessages } from './ThreadMessages.tsx'
import { useCodexNames } from './useCodexNames.ts'
import { useMessage } from './useMessage.ts'

/** The talks about the open work: one of them with its box, or the list of them. */
export const ChatPanel = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const chat = useChat()
  const { error, removed, openId } = useStore(chat.store)
  const projectId = useProjectId()
  const [listed, setListed] = useState(false)
  const modelId = useStore(useSettings().store, ({ chosenModelId }) => chosenModelId)
  const undo = [
    { label: t('chat.undo'), onPress: () => void chat.undoRemove().then(() => setListed(false)) },
    { label: t('chat.dismiss'), onPress: chat.dismiss },
  ]
  return (
    <section className="chat" data-testid="chat" aria-label={t('chat.title')}>
      <ChatBar listed={listed} onList={setListed} />
      {removed !== null && (
        <Notice tone="plain" actions={undo}>
          {t('chat.removed', { title: removed.title || t('chat.untitled') })}
        </Notice>
      )}
      {listed ? <ThreadList onChosen={() => setListed(false)} /> : <ThreadMessages />}
      {error !== null && (
        <Notice tone="danger" actions={[{ label: t('chat.dismiss'), onPress: chat.dismiss }]}>
          {sentence(error)}
        </Notice>
      )}
      {!listed && <ExampleNote modelId={modelId} hasWay />}
      {!listed && <ChatBox key={openId} projectId={projectId} />}
    </section>
  )
}

const maxMessage = 1_000_000

/** What the writer says next. It is kept for each talk until it is sent, also over a reload. */
const ChatBox = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const chat = useChat()
  const editor = useEditor()
  const settings = useSettings()
  const openId = useStore(chat.store, (state) => state.openId)
  const working = useStore(chat.store, ({ turn }) => turn !== null && isWorking(turn.run))
  const phase = useStore(editor.store, (state) => state.phase)
  const hasNone = useDocuments()?.length === 0
  const ready = phase === 'ready'
  const isOpening = phase === 'loading' || (phase === 'empty' && !hasNone)
  const modelId = useStore(settings.store, (state) => state.chosenModelId)
  const { message, isEmpty, ...own } = useMessage({ projectId, form: 'chat', row: openId ?? '' }, (text) =>
    chat.send(text, modelId),
  )
  const names = useCodexNames()
  const mayNot = !ready || working || isEmpty
  const { text } = message.value
  /** What was sent while the chapter is still being opened. */
  const [early, setEarly] = useState<string | null>(null)
  const send = () => {
    if (!mayNot) own.send()
    else if (isOpening && !isEmpty) setEarly(text)
  }
  useEffect(() => {
    if (early === null || isOpening) return
    setEarly(null)
    // Unless it was changed meanwhile, or there is no chapter to speak of.
    if (!mayNot && text === early) own.send()
  })
  return (
    <Composer
      id="chat"
      label={t('chat.message')}
      hint={t('chat.hint')}
      listLabel={t('chat.names')}
      names={names}
      maxLength={maxMessage}
      message={message}
      onSend={send}
    >
      {working && (
        <Button data-testid="chat-stop" onClick={chat.stop}>
          <Square size={12} aria-hidden />
          {t('panel.stop')}
        </Button>
      )}
      <Button
        type="submit"
        variant="primary"
        data-testid="chat-send"
        title={ready ? undefined : t('panel.noDocument')}
        disabled={mayNot}
      >
        {t('chat.send')}
      </Button>
    </Composer>
  )
}
