import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useChat, useProjectId } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { ChatBar } from './ChatBar.tsx'
import { ChatBox } from './ChatBox.tsx'
import { ThreadList } from './ThreadList.tsx'
import { ThreadMessages } from './ThreadMessages.tsx'

/** The talks about the open work: one of them with its box, or the list of them. */
export const ChatPanel = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const chat = useChat()
  const { error, removed, openId } = useStore(chat.store)
  const projectId = useProjectId()
  const [listed, setListed] = useState(false)
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
      {!listed && <ChatBox key={openId} projectId={projectId} />}
    </section>
  )
}
