import { useTranslation } from 'react-i18next'
import { useRuns } from '../../app/AppContext.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { saysNothingChanged, useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatTime } from '../../i18n/format.ts'
import { JudgeFindings } from './JudgeFindings.tsx'
import { ProviderWords } from './ProviderWords.tsx'
import { RetryCountdown } from './RetryCountdown.tsx'
import { RunSpending } from './RunSpending.tsx'
import { RunVersions } from './RunVersions.tsx'
import { RunWarnings } from './RunWarnings.tsx'
import { limitKey, mayGoOn, type Run } from './runStore.ts'

const stateKey = (run: Run) => {
  if (run.outcome === 'accepted' && run.skill.reads === 'chapter') return 'run.synopsisKept'
  if (run.outcome !== null) return `run.${run.outcome}` as const
  if (run.interrupted) return run.text === '' ? 'run.interruptedEmpty' : 'run.interrupted'
  if (run.phase === 'working' && run.warmingUp) return 'run.warmingUp'
  if (run.phase === 'working' && run.judging) return 'judge.checking'
  if (run.phase === 'working' && run.redoing) return 'judge.redoing'
  if (run.phase === 'working' && run.text === '') return run.reading ? 'run.reading' : 'run.assembling'
  if (run.phase === 'working') return run.place === 'panel' ? 'run.inPanel' : 'run.inText'
  if (run.place === 'gone') return 'run.gone'
  if (run.cancelled) return run.text === '' ? 'run.cancelledEmpty' : 'run.cancelled'
  if (run.reachedLimit) return limitKey(run)
  return run.place === 'text' ? 'run.waiting' : null
}

/** One run: what was asked, what happened, what it read and cost. */
export const RunCard = ({ run, last }: { readonly run: Run; readonly last: boolean }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const runs = useRuns()
  const key = run.phase === 'failed' && run.outcome === null ? null : stateKey(run)
  const showText = run.text !== '' && run.place !== 'text'
  return (
    <article className="run" data-testid="ai-run-card" data-phase={run.phase}>
      {run.instruction !== '' && (
        <>
          <p className="run-who">
            {t('run.you')} <span className="number">{formatTime(run.startedAt)}</span>
          </p>
          <p className="run-text">{run.instruction}</p>
        </>
      )}
      <p className="run-who">
        {run.skill.name} <span className="number">{formatTime(run.startedAt)}</span>
      </p>
      {showText && (
        <p className="run-text run-output" data-testid="ai-output">
          {run.text}
        </p>
      )}
      {run.phase === 'working' && run.retrying && <RetryCountdown retrying={run.retrying} />}
      {key !== null && !run.retrying && (
        <p className="run-state" role="status">
          {t(key, { ...run.reading })}
        </p>
      )}
      {run.error !== null && (
        <p className="run-error" role="alert">
          {t('run.failed', { message: sentence(run.error) })}
          {run.text !== '' && t('run.kept')}
          {run.text === '' && !saysNothingChanged(run.error) && t('run.safe')}
        </p>
      )}
      {run.error !== null && <ProviderWords failed={run.error} />}
      {run.notKept != null && (
        <p className="run-error" role="alert">
          {t('run.notKept', { message: sentence(run.notKept) })}
        </p>
      )}
      {run.asking && <MarkerQuestion run={run} />}
      <RunWarnings run={run} />
      <JudgeFindings run={run} />
      {run.usage !== null && <RunSpending usage={run.usage} cache={run.cache} price={run.price} />}
      <RunVersions run={run} last={last} />
      {showText && run.phase !== 'working' && (
        <div className="run-actions">
          <CopyButton text={run.text} label={t('run.copy')} done={t('run.copied')} wide />
          {run.skill.reads === 'chapter' ? (
            <KeepSynopsis run={run} />
          ) : (
            <button type="button" className="button" onClick={() => void runs.insertAtCaret(run.key)}>
              {t('run.insert')}
            </button>
          )}
        </div>
      )}
      {last && isWaiting(run) && <Decision run={run} />}
      {last && (run.phase === 'failed' || (run.interrupted && run.text === '')) && (
        <div className="run-actions">
          <button type="button" className="button" onClick={() => void runs.retry()}>
            {t('run.retry')}
          </button>
        </div>
      )}
    </article>
  )
}

/** What was written of the whole chapter is kept beside it, not inserted. A stopped one is no synopsis. */
const KeepSynopsis = ({ run }: { readonly run: Run }) => {
  const { t } = useTranslation()
  const runs = useRuns()
  if (run.outcome !== null || run.phase !== 'done' || run.cancelled || run.interrupted) return null
  return (
    <button
      type="button"
      className="button button-primary"
      data-testid="ai-keep-synopsis"
      onClick={() => void runs.keepSynopsis(run.key)}
    >
      {t('run.keepSynopsis')}
    </button>
  )
}

const isWaiting = (run: Run) =>
  run.place === 'text' && run.outcome === null && run.phase !== 'working' && run.text !== '' && !run.asking

/** The decision at the text, once more where the run is told of. */
const Decision = ({ run }: { readonly run: Run }) => {
  const { t } = useTranslation()
  const runs = useRuns()
  return (
    <div className="run-actions">
      <button
        type="button"
        className="button button-primary"
        data-testid="ai-card-accept"
        title="Ctrl+Enter"
        onClick={() => void runs.accept()}
      >
        {t('suggestion.accept')}
      </button>
      {mayGoOn(run) && (
        <button type="button" className="button" data-testid="ai-go-on" onClick={() => void runs.goOn()}>
          {t('run.goOn')}
        </button>
      )}
      <button type="button" className="button" data-testid="ai-card-retry" onClick={() => void runs.retry()}>
        {t('suggestion.retry')}
      </button>
      <button type="button" className="button" data-testid="ai-card-discard" onClick={() => runs.discard()}>
        {t('suggestion.discard')}
      </button>
    </div>
  )
}

/** A text with markers would take the writer's own words out of the manuscript, so the writer decides. */
const MarkerQuestion = ({ run }: { readonly run: Run }) => {
  const { t } = useTranslation()
  const runs = useRuns()
  const accept = () => (run.place === 'text' ? runs.accept(true) : runs.insertAtCaret(run.key, true))
  return (
    <div className="run-question" role="alert" data-testid="ai-marker-question">
      <p>{t('run.markers')}</p>
      <div className="run-actions">
        <button type="button" className="button" onClick={() => void accept()}>
          {t('run.acceptAnyway')}
        </button>
        <button type="button" className="button" onClick={() => runs.discard()}>
          {t('run.giveUp')}
        </button>
      </div>
    </div>
  )
}
