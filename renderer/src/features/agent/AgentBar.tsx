import { ChevronDown, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useAgent } from '../../app/AppContext.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { isWorking } from './taskStore.ts'

interface AgentBarProps {
  readonly listed: boolean
  readonly onList: (listed: boolean) => void
}

/** Which task this is, the way to the others, and a new one. */
export const AgentBar = ({ listed, onList }: AgentBarProps) => {
  const { t } = useTranslation()
  const agent = useAgent()
  const task = useStore(agent.store, (state) => state.task)
  return (
    <div className="chat-bar">
      <button
        type="button"
        className="chat-which"
        data-testid="agent-tasks"
        aria-expanded={listed}
        onClick={() => onList(!listed)}
      >
        <span className="chat-title">{task?.input ?? t('agent.new')}</span>
        <ChevronDown size={14} aria-hidden />
      </button>
      {!isWorking(task) && (
        <IconButton
          label={t('agent.new')}
          onPress={() => {
            onList(false)
            void agent.openTask(null)
          }}
        >
          <Plus size={16} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
