import { useTranslation } from 'react-i18next'
import type { AgentHead } from '#contract/agent.ts'

interface CompactedProps {
  readonly compaction: NonNullable<AgentHead['compaction']>
  readonly working: boolean
}

/** The conversation was too long for another task: how its older part is, or was, archived before the first step. */
export const Compacted = ({ compaction: { state, messages }, working }: CompactedProps) => {
  const { t } = useTranslation()
  if (state === 'working' && !working) return null
  return (
    <div className="chat-summary" data-testid="agent-compaction" data-state={state}>
      {messages > 0 && <p className="run-who">{t('talkSummary.title', { count: messages })}</p>}
      <p className="run-state" role="status">
        {state === 'failed'
          ? t('agentCompaction.failed')
          : t(state === 'summary' ? 'agentCompaction.summary' : `talkSummary.${state}`)}
      </p>
    </div>
  )
}
