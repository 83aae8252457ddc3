import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentApproval } from '#contract/agent.ts'
import { useAgent } from '../../app/AppContext.tsx'
import { Diff } from './Diff.tsx'

/** Of more files than this only the first is unfolded. */
const openFiles = 3

/** What a step wants to write, and the author's decision. */
export const Approval = ({
  approval,
  waits,
}: {
  readonly approval: AgentApproval
  readonly waits: boolean
}) => {
  const { t } = useTranslation()
  const agent = useAgent()
  const region = useRef<HTMLFieldSetElement>(null)
  const { approvalId, kind, files, doubtful, command } = approval
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question comes into view once
  useEffect(() => {
    if (waits) region.current?.scrollIntoView({ block: 'nearest' })
  }, [approvalId])
  const [added, removed] = [
    files.reduce((sum, one) => sum + one.added, 0),
    files.reduce((sum, one) => sum + one.removed, 0),
  ]
  return (
    <fieldset ref={region} className="agent-approval" data-testid="agent-approval">
      <legend className="agent-heading">
        {kind === 'shell'
          ? t('agent.wantsToRun')
          : t('agent.wantsToWrite', { count: files.length, added, removed })}
      </legend>
      {command !== undefined && <pre className="agent-raw">{command}</pre>}
      {files.map(({ path, isNew, diff, cut, added: more, removed: less }, index) => (
        <details key={path} className="agent-file" open={index === 0 || files.length <= openFiles}>
          <summary>
            <span className="agent-path">{path}</span>
            <span className="number agent-lines">
              {isNew ? t('agent.isNew') : ''} +{more} −{less}
            </span>
          </summary>
          {cut ? <p className="agent-note">{t('agent.cut')}</p> : <Diff diff={diff} />}
        </details>
      ))}
      {doubtful.length > 0 && (
        <div className="agent-doubts">
          <p>{t('agent.doubtful')}</p>
          <ul>
            {doubtful.map(({ phrase, why, count, places }) => (
              <li key={`${why} ${phrase}`}>
                <strong>{phrase}</strong> {t(`agent.doubt.${why}`, { count })}
                {places[0] && <span className="agent-place">{places[0].text}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {waits && (
        <div className="agent-decisions">
          <button
            type="button"
            className="button button-primary"
            data-testid="agent-approve"
            onClick={() => void agent.decide(approvalId, 'once')}
          >
            {t(kind === 'shell' ? 'agent.allowRun' : 'agent.allow')}
          </button>
          {kind === 'edit' && (
            <button
              type="button"
              className="button"
              data-testid="agent-always"
              title={t('agent.alwaysAbout')}
              onClick={() => void agent.decide(approvalId, 'always')}
            >
              {t('agent.always')}
            </button>
          )}
          <button
            type="button"
            className="button"
            data-testid="agent-decline"
            onClick={() => void agent.decide(approvalId, 'no')}
          >
            {t('agent.decline')}
          </button>
        </div>
      )}
    </fieldset>
  )
}
