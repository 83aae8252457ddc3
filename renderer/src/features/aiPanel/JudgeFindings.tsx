import { useTranslation } from 'react-i18next'
import type { Finding, NotCheckedWhy, Rewriting, Verdict } from '#contract/judge.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { findingSentence } from '../contextViewer/sentences.ts'
import { FollowUps } from './FollowUps.tsx'
import { type Run, stepOf } from './runStore.ts'
import './JudgeFindings.css'

/** Which kinds of rules a written text was checked against, and where it may break them. */
export const JudgeFindings = ({ run }: { readonly run: Run }) => {
  const { judged, rewriting, followUps } = run
  return (
    <>
      {judged !== undefined && <Judged judged={judged} />}
      {rewriting !== undefined && stepOf(run)?.phase !== 'rewriting' && <OtherText rewriting={rewriting} />}
      {followUps !== undefined && <FollowUps followUps={followUps} />}
    </>
  )
}

const Judged = ({ judged }: { readonly judged: Verdict }) => {
  const { t } = useTranslation()
  const { checked, notChecked, findings, unlisted } = judged
  const kinds = checked.map((kind) => t(`judge.kinds.${kind}`)).join(t('run.comma'))
  const reasons = [...new Set(notChecked.map(({ why }) => why))]
  return (
    <div className="run-judged" data-testid="judge-findings">
      {findings.length > 0 && (
        <>
          <p className="run-judged-count">{t('judge.findings', { n: findings.length })}</p>
          <Findings findings={findings} />
        </>
      )}
      {unlisted !== undefined && <p>{t('judge.unlisted', { n: unlisted })}</p>}
      {checked.length > 0 && (
        <p className="run-usage">
          {t('judge.checked', { kinds })}
          {findings.length === 0 && ` ${t('judge.clean')}`}
        </p>
      )}
      {reasons.map((reason) => (
        <NotChecked key={reason} reason={reason} not={notChecked} />
      ))}
    </div>
  )
}

const NotChecked = ({
  reason,
  not,
}: {
  readonly reason: NotCheckedWhy
  readonly not: Verdict['notChecked']
}) => {
  const { t } = useTranslation()
  const kinds = not
    .filter((each) => each.why === reason)
    .map(({ kind, count }) => {
      const name = t(`judge.kinds.${kind}`)
      return kind === 'continuity' ? name : t('judge.counted', { kind: name, n: count })
    })
  return (
    <p className="run-usage">
      {t('judge.notChecked', { kinds: kinds.join(t('run.comma')), why: t(`judge.why.${reason}`) })}
    </p>
  )
}

const Findings = ({ findings }: { readonly findings: readonly Finding[] }) => {
  const { t } = useTranslation()
  return (
    <ul className="run-findings">
      {findings.map((finding) => (
        <li
          key={`${finding.from} ${finding.code} ${JSON.stringify(finding.params)} ${finding.constraint ?? ''}`}
        >
          <span className="run-finding-quote">{finding.quote}</span>
          <span>{findingSentence(finding, t)}</span>
          {finding.constraint !== undefined && (
            <span className="run-usage">{t('judge.constraint', { text: finding.constraint })}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The other one of two texts: nothing that was written and paid for is out of reach. */
const OtherText = ({ rewriting }: { readonly rewriting: Rewriting }) => {
  const { t } = useTranslation()
  const { state, text, findings } = rewriting
  return (
    <div className="run-judged">
      <p className="run-state">
        {state === 'replaced' ? t('judge.replaced', { n: findings.length }) : t('judge.kept')}
      </p>
      {text !== '' && (
        <details className="run-other" data-testid="judge-other-text">
          <summary>{t(`judge.first.${state}`)}</summary>
          <p className="run-text run-output">{text}</p>
          <Findings findings={findings} />
          <CopyButton text={text} label={t('run.copy')} done={t('run.copied')} wide />
        </details>
      )}
    </div>
  )
}
