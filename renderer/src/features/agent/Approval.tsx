import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentApproval } from '#contract/agent.ts'
import { useAgent } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import type { ShownHunk } from './shownDiff.ts'
import { useShownFiles } from './useShownFiles.ts'
import './Approval.css'

/** A box counts as read to its end when so little of it is below. */
const endPixels = 4

/** What a step wants to write or to run, all of it, and the author's decision once that is read to its end. */
export const Approval = ({
  approval,
  isPending,
}: {
  readonly approval: AgentApproval
  readonly isPending: boolean
}) => {
  const { t } = useTranslation()
  const agent = useAgent()
  const region = useRef<HTMLFieldSetElement>(null)
  const { approvalId, kind, files, doubtful, command } = approval
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question comes into view once
  useEffect(() => {
    if (isPending) region.current?.scrollIntoView({ block: 'nearest' })
  }, [approvalId])
  const { shown, isComplete, showMore } = useShownFiles(files)
  const box = useRef<HTMLDivElement>(null)
  const [isRead, setRead] = useState(false)
  const measure = useCallback(() => {
    const { clientHeight = 0, scrollHeight = 0, scrollTop = 0 } = box.current ?? {}
    // A box of another tab has no height: nobody has read what is in it.
    if (clientHeight === 0 || scrollTop + clientHeight < scrollHeight - endPixels) return
    if (isComplete) setRead(true)
    else showMore()
  }, [isComplete, showMore])
  useEffect(() => {
    measure()
    const observer = new ResizeObserver(measure)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [measure])
  const [added, removed] = [
    files.reduce((sum, each) => sum + each.added, 0),
    files.reduce((sum, each) => sum + each.removed, 0),
  ]
  return (
    <fieldset ref={region} className="agent-approval" data-testid="agent-approval">
      <legend className="agent-heading">
        {kind === 'shell'
          ? t('agent.wantsToRun')
          : t('agent.wantsToWrite', { count: files.length, added, removed })}
      </legend>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div ref={box} className="agent-shown" data-testid="agent-shown" tabIndex={0} onScroll={measure}>
        {command !== undefined && <pre className="agent-command">{command}</pre>}
        {shown.map(({ file, hunks }) => (
          <section key={file.path} className="agent-file" aria-label={file.path}>
            <p className="agent-file-head">
              <span className="agent-path">{file.path}</span>
              <span className="number agent-lines">
                {file.isNew ? t('agent.isNew') : ''} {file.lineBreaks === 'crlf' ? 'CRLF' : ''} +{file.added}{' '}
                −{file.removed}
              </span>
            </p>
            <Hunks hunks={hunks} />
          </section>
        ))}
      </div>
      {doubtful.length > 0 && (
        <div className="agent-doubts">
          <p>{t('agent.doubtful')}</p>
          <ul>
            {doubtful.map(({ phrase, why, count, places }) => (
              <li key={`${why} ${phrase}`}>
                <strong>{phrase}</strong> {t(`agent.uncertainReason.${why}`, { count })}
                {places[0] && <span className="agent-place">{places[0].text}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {isPending && !isRead && <p className="agent-note">{t('agent.readToEnd')}</p>}
      {isPending && (
        <div className="agent-decisions">
          <Button
            variant="primary"
            data-testid="agent-approve"
            disabled={!isRead}
            onClick={() => void agent.decide(approvalId, 'once')}
          >
            {t(kind === 'shell' ? 'agent.allowRun' : 'agent.allow')}
          </Button>
          {kind === 'edit' && (
            <Button
              data-testid="agent-always"
              disabled={!isRead}
              title={t('agent.alwaysAbout')}
              onClick={() => void agent.decide(approvalId, 'always')}
            >
              {t('agent.always')}
            </Button>
          )}
          <Button data-testid="agent-decline" onClick={() => void agent.decide(approvalId, 'no')}>
            {t('agent.decline')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

const Hunks = ({ hunks }: { readonly hunks: readonly ShownHunk[] }) => {
  const { t } = useTranslation()
  return (
    <div className="agent-diff">
      {hunks.map(({ rows, finalBreak }, hunk) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a finished diff
        <div key={hunk} className="agent-hunk">
          {rows.map((row, index) =>
            row.state === 'folded' ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <p key={index}>
                {row.chunks.map(({ state, text }, at) => {
                  const Tag = tags[state]
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  return <Tag key={at}>{text}</Tag>
                })}
              </p>
            ),
          )}
          {finalBreak && <p className="agent-note">{t(`agent.finalBreak.${finalBreak}`)}</p>}
        </div>
      ))}
    </div>
  )
}

const tags = { same: 'span', added: 'ins', removed: 'del' } as const
