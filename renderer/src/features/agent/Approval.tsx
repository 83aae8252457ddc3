import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentApproval } from '#contract/agent.ts'
import { useAgent } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { diffProse, type ProseRow } from '../history/proseDiff.ts'
import './Approval.css'

/** Of more files than this only the first is unfolded. */
const openFiles = 3

/** What a step wants to write, and the author's decision. */
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
                <strong>{phrase}</strong> {t(`agent.uncertainReason.${why}`, { count })}
                {places[0] && <span className="agent-place">{places[0].text}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {isPending && (
        <div className="agent-decisions">
          <Button
            variant="primary"
            data-testid="agent-approve"
            onClick={() => void agent.decide(approvalId, 'once')}
          >
            {t(kind === 'shell' ? 'agent.allowRun' : 'agent.allow')}
          </Button>
          {kind === 'edit' && (
            <Button
              data-testid="agent-always"
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

/** A unified diff as prose: paragraph by paragraph, with the words that go and the words that come. */
const Diff = ({ diff }: { readonly diff: string }) => {
  const { i18n } = useTranslation()
  const hunks = useMemo(() => {
    const segmenter = new Intl.Segmenter(i18n.language, { granularity: 'word' })
    return hunksOf(diff).map(({ earlier, now }) => diffProse(earlier, now, segmenter) ?? wholly(earlier, now))
  }, [diff, i18n.language])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className="agent-diff" tabIndex={0}>
      {hunks.map((rows, hunk) => (
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
        </div>
      ))}
    </div>
  )
}

const tags = { same: 'span', added: 'ins', removed: 'del' } as const

/** Both sides of each part, as they stand in the file. */
const hunksOf = (diff: string): readonly { readonly earlier: string; readonly now: string }[] =>
  diff
    .split(/^@@.*$/m)
    .map((part) => part.split('\n').filter((line) => /^[ +-]/.test(line) && !/^(---|\+\+\+) /.test(line)))
    .filter((lines) => lines.length > 0)
    .map((lines) => ({ earlier: side(lines, '-'), now: side(lines, '+') }))

const side = (lines: readonly string[], sign: '-' | '+') =>
  lines
    .filter((line) => line.startsWith(' ') || line.startsWith(sign))
    .map((line) => line.slice(1))
    .join('\n')

const wholly = (earlier: string, now: string): ProseRow[] => [
  { state: 'removed', chunks: [{ state: 'removed', text: earlier }] },
  { state: 'added', chunks: [{ state: 'added', text: now }] },
]
