import { ChevronDown, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useChat, useProjectId } from '../../app/AppContext.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'

/** The conversations of the open project, newest first. */
export const useThreads = () =>
  useChannelQuery('context:creonow:conversations:list', { projectId: useProjectId() })

interface PanelBarProps {
  /** What is open: the conversation or the task. */
  readonly title: string
  readonly testId: string
  /** The list of the others is shown. */
  readonly listed: boolean
  readonly onList: (listed: boolean) => void
  readonly newLabel: string
  /** Absent: nothing new can be begun now, or what is open is new. */
  readonly onNew: (() => void) | undefined
}

/** What is open in a tab of the panel, the way to the others, and a new one. */
export const PanelBar = ({ title, testId, listed, onList, newLabel, onNew }: PanelBarProps) => (
  <div className="chat-bar">
    <button
      type="button"
      className="chat-which"
      data-testid={testId}
      aria-expanded={listed}
      onClick={() => onList(!listed)}
    >
      <span className="chat-title">{title}</span>
      <ChevronDown size={14} aria-hidden />
    </button>
    {onNew && (
      <IconButton
        icon={Plus}
        label={newLabel}
        onPress={() => {
          onList(false)
          onNew()
        }}
      />
    )}
  </div>
)

/** The open conversation, by its title. */
export const ChatBar = (list: Pick<PanelBarProps, 'listed' | 'onList'>) => {
  const { t } = useTranslation()
  const chat = useChat()
  const openId = useStore(chat.store, (state) => state.openId)
  const title = useThreads().data?.conversations.find(({ id }) => id === openId)?.title
  return (
    <PanelBar
      {...list}
      title={title || t('chat.untitled')}
      testId="chat-threads"
      newLabel={t('chat.new')}
      onNew={openId === null ? undefined : () => chat.openThread(null)}
    />
  )
}
