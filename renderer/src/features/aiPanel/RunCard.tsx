import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useEditor, useRuns } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { hasNothingChanged, useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount, formatTime } from '../../i18n/format.ts'
import { countText } from '../editor/counts.ts'
import { ExtractButton } from '../extract/ExtractButton.tsx'
import { ExampleNote } from '../settings/ExampleNote.tsx'
import { WayToSettings } from '../settings/WayToSettings.tsx'
import { JudgeFindings } from './JudgeFindings.tsx'
import { ProviderWords } from './ProviderWords.tsx'
import { RunEditing } from './RunEditing.tsx'
import { RunSpending } from './RunSpending.tsx'
import { RunVersions } from './RunVersions.tsx'
import { ModelWait, RetryCountdown } from './RunWait.tsx'
import { RunWarnings } from './RunWarnings.tsx'
import { textOutside } from './runParts.ts'
import { failureKey, failureOf, isUndecided, isWorking, mayGoOn, type Run, stateKey } from './runStore.ts'
import './RunCard.css'

interface RunCardProps {
  readonly run: Run
  /** Among the cards of the chapter, from 1. */
  readonly number: number
  readonly last: boolean
}

/** One run: what was asked, what happened, what it read and cost. */
export const RunCard = ({ run, number, last }: RunCardProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const runs = useRuns()
  const { state, decision } = run
  const key = stateKey(run)
  const error = failureOf(run)
  const parts = state.phase === 'reading' ? { part: state.part, parts: state.parts } : {}
  const showText = run.text !== '' && run.place !== 'text'
  return (
    <article
      className="run"
      aria-label={t('run.card', { n: number, name: run.skill.name })}
      data-testid="ai-run-card"
      data-phase={state.phase}
    >
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
          {textOutside(run)}
        </p>
      )}
      {state.phase === 'awaiting' && <ModelWait since={state.since} />}
      {state.phase === 'waitingForRetry' && <RetryCountdown retrying={state} />}
      {key !== null && (
        <p className="run-state" role="status">
          {t(key, parts)}
        </p>
      )}
      {error !== null && (
        <p className="run-error" role="alert">
          {t(failureKey(run, error), {
            message: sentence(error),
            n: formatCount(countText(run.text).wordCount),
          })}
          {run.text === '' && !hasNothingChanged(error) && t('run.safe')}
        </p>
      )}
      {error !== null && <ProviderWords failed={error} />}
      {error !== null && <WayToSettings error={error} />}
      {decision.kind === 'notStored' && (
        <p className="run-error" role="alert">
          {t('run.notSaved', { message: sentence(decision.error) })}
        </p>
      )}
      {decision.kind === 'confirmingMarkers' && <MarkerQuestion run={run} />}
      <RunWarnings run={run} />
      <JudgeFindings run={run} />
      {run.usage !== null && <RunSpending usage={run.usage} cache={run.cache} price={run.price} />}
      {run.text !== '' && !isWorking(run) && <ExampleNote modelId={run.modelId} />}
      <RunVersions run={run} last={last} />
      {showText && !isWorking(run) && (
        <div className="run-actions">
          <CopyButton text={textOutside(run)} label={t('run.copy')} done={t('run.copied')} wide />
          {run.skill.reads === 'chapter' ? (
            <SaveSynopsis run={run} />
          ) : (
            <>
              <Button onClick={() => void runs.insertAtCaret(run.key)}>{t('run.insert')}</Button>
              <ExtractButton text={textOutside(run)} />
            </>
          )}
        </div>
      )}
      {last && isPending(run) && <Decision run={run} />}
      {last && isUndecided(run) && isWithoutEnd(run) && (
        <div className="run-actions">
          <Button onClick={() => void runs.retry()}>{t('run.retry')}</Button>
        </div>
      )}
    </article>
  )
}

/** What was written of the whole chapter is kept beside it, not inserted. A stopped one is no synopsis. */
const SaveSynopsis = ({ run }: { readonly run: Run }) => {
  const { t } = useTranslation()
  const runs = useRuns()
  if (!isUndecided(run) || run.state.phase !== 'finished') return null
  return (
    <Button variant="primary" data-testid="ai-keep-synopsis" onClick={() => void runs.saveSynopsis(run.key)}>
      {t('run.saveAsSynopsis')}
    </Button>
  )
}

const isPending = (run: Run) =>
  run.place === 'text' && run.decision.kind === 'undecided' && !isWorking(run) && run.text !== ''

/** It failed, or ended before its first word. */
const isWithoutEnd = ({ state, text }: Run) =>
  state.phase === 'failed' || ((state.phase === 'interrupted' || state.phase === 'cancelled') && text === '')

/** The decision at the text, once more where the run is told of. */
const Decision = ({ run }: { readonly run: Run }) => {
  const { t } = useTranslation()
  const runs = useRuns()
  const editor = useEditor()
  const isDivided = useStore(editor.store, (state) => state.openParts !== null)
  const divisible = useStore(editor.store, (state) => state.divisibleInto)
  return (
    <div className="run-actions">
      <Button
        variant="primary"
        data-testid="ai-card-accept"
        title="Ctrl+Enter"
        onClick={() => void runs.accept()}
      >
        {t(isDivided ? 'suggestion.takeRest' : 'suggestion.accept')}
      </Button>
      {divisible !== null && (
        <Button data-testid="ai-card-parts" onClick={() => void runs.divide()}>
          {t(divisible === 'paragraph' ? 'suggestion.byParagraph' : 'suggestion.byChange')}
        </Button>
      )}
      <RunEditing run={run} />
      {mayGoOn(run) && (
        <Button data-testid="ai-go-on" onClick={() => void runs.goOn()}>
          {t('run.goOn')}
        </Button>
      )}
      <Button data-testid="ai-card-retry" onClick={() => void runs.retry()}>
        {t('suggestion.retry')}
      </Button>
      <Button data-testid="ai-card-discard" onClick={() => runs.discard()}>
        {t(isDivided ? 'suggestion.leaveRest' : 'suggestion.discard')}
      </Button>
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
        <Button onClick={() => void accept()}>{t('run.acceptAnyway')}</Button>
        <Button onClick={() => runs.discard()}>{t('run.giveUp')}</Button>
      </div>
    </div>
  )
}
