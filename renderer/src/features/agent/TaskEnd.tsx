import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { AgentTask } from '#contract/agent.ts'
import { useAgent, useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { ProviderWords } from '../aiPanel/ProviderWords.tsx'
import { RunSpending } from '../aiPanel/RunSpending.tsx'
import { ModelText } from '../chat/ModelText.tsx'
import { WayToSettings } from '../settings/WayToSettings.tsx'
import './TaskEnd.css'

/** What came of a task, what it has written with its undo, and what it cost. */
export const TaskEnd = ({ task }: { readonly task: AgentTask }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const agent = useAgent()
  const { undone, busy } = useStore(agent.store)
  const { data } = useChannelQuery('edits:list', { projectId: useProjectId() })
  const { state, answer, error, spending, editId, files, maxSteps } = task
  const edit = data?.edits.find((each) => each.editId === editId)
  const skipped = undone?.editId === editId ? undone?.result.skipped : undefined
  return (
    <div className="chat-message" data-testid="agent-end">
      {answer !== '' && (
        <>
          <p className="run-who">{t('chat.model')}</p>
          <ModelText text={answer} />
        </>
      )}
      {state !== 'finished' && state !== 'failed' && (
        <p className="run-state" role="status">
          {state === 'limit' && maxSteps === undefined
            ? t('agent.ended.noProgress')
            : t(`agent.ended.${state as 'limit' | 'cancelled' | 'interrupted'}`, { most: maxSteps ?? 0 })}
        </p>
      )}
      {error !== undefined && (
        <>
          <p className="run-error" role="alert">
            {t('agent.ended.failed', { message: sentence(error) })}
          </p>
          <ProviderWords failed={error} />
          <WayToSettings error={error} />
        </>
      )}
      {editId !== undefined && files.length > 0 && (
        <div className="agent-written">
          <details>
            <summary>{t('agent.wrote', { count: files.length })}</summary>
            <ul>
              {files.map((path) => (
                <li key={path} className="agent-path">
                  {path}
                </li>
              ))}
            </ul>
          </details>
          {edit?.state === 'undone' ? (
            <p role="status" className="run-state" data-testid="agent-undone">
              {t('agent.undone')}
            </p>
          ) : (
            <Button data-testid="agent-undo" disabled={busy} onClick={() => void agent.undo(editId)}>
              <Undo2 size={14} aria-hidden />
              {t('agent.undo')}
            </Button>
          )}
          {skipped !== undefined && skipped.length > 0 && (
            <div className="agent-note agent-failed" role="status">
              <p>{t('agent.skipped')}</p>
              <ul>
                {skipped.map(({ path, why }) => (
                  <li key={path}>{t(`agent.skippedWhy.${why}`, { path })}</li>
                ))}
              </ul>
            </div>
          )}
        </div>
      )}
      {spending !== undefined && <RunSpending {...spending} />}
    </div>
  )
}
