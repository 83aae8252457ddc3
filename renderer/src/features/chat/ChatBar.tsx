import { ChevronDown, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useChat, useProjectId } from '../../app/AppContext.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'

/** The conversations of the open project, newest first. */
export const useThreads = () =>
  useChannelQuery('context:creonow:conversations:list', { projectId: useProjectId() })

interface ChatBarProps {
  readonly listed: boolean
  readonly onList: (listed: boolean) => void
}

/** Which talk this is, the way to the others, and a new one. */
export const ChatBar = ({ listed, onList }: ChatBarProps) => {
  const { t } = useTranslation()
  const chat = useChat()
  const openId = useStore(chat.store, (state) => state.openId)
  const title = useThreads().data?.conversations.find(({ id }) => id === openId)?.title
  return (
    <div className="chat-bar">
      <button
        type="button"
        className="chat-which"
        data-testid="chat-threads"
        aria-expanded={listed}
        onClick={() => onList(!listed)}
      >
        <span className="chat-title">{title || t('chat.untitled')}</span>
        <ChevronDown size={14} aria-hidden />
      </button>
      <IconButton
        label={t('chat.new')}
        onPress={() => {
          onList(false)
          chat.openThread(null)
        }}
      >
        <Plus size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
