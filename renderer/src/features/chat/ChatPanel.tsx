import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
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
  const { chat, workspace } = useApp()
  const { error, removed, openId } = useStore(chat.store)
  const projectId = useStore(workspace.store, (state) => state.project?.projectId)
  const [listed, setListed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another work closes the list
  useEffect(() => setListed(false), [projectId])
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
      {!listed && projectId !== undefined && <ChatBox key={`${projectId} ${openId}`} projectId={projectId} />}
    </section>
  )
}
