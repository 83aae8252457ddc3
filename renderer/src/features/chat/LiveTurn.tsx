import { useTranslation } from 'react-i18next'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { ProviderWords } from '../aiPanel/ProviderWords.tsx'
import { RetryCountdown } from '../aiPanel/RetryCountdown.tsx'
import { RunWarnings } from '../aiPanel/RunWarnings.tsx'
import { failureOf, isWorking } from '../aiPanel/runStore.ts'
import { AnswerActions } from './AnswerActions.tsx'
import { AskAgain } from './AskAgain.tsx'
import type { ChatTurn } from './chatModel.ts'
import { ModelText } from './ModelText.tsx'
import { WentAlong } from './WentAlong.tsx'

interface LiveTurnProps {
  readonly turn: ChatTurn
  /** The log ends with an answer: this one, once it is stored. */
  readonly answered: boolean
}

const preparing = {
  assembling: 'chat.thinking',
  warmingUp: 'run.warmingUp',
  compacting: 'talkSummary.working',
} as const

/** The question that is being answered; afterwards what the log does not tell: failure, warnings, what went along. */
export const LiveTurn = ({ turn: { run, stored }, answered }: LiveTurnProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { state } = run
  const working = isWorking(run)
  const error = failureOf(run)
  const showText = run.text !== '' && !(stored && answered)
  return (
    <div className="chat-message chat-live" data-testid="chat-live" data-phase={state.phase}>
      {!stored && (
        <>
          <p className="run-who">{t('run.you')}</p>
          <p className="run-text">{run.instruction}</p>
        </>
      )}
      {showText && (
        <>
          <p className="run-who">{t('chat.model')}</p>
          <ModelText text={run.text} />
          {!working && <AnswerActions message={{ content: run.text }} />}
        </>
      )}
      {state.phase === 'waitingForRetry' && <RetryCountdown retrying={state} />}
      {working && state.phase !== 'waitingForRetry' && run.text === '' && (
        <p className="run-state" role="status">
          {t(state.phase === 'preparing' ? preparing[state.step] : 'chat.thinking')}
        </p>
      )}
      {state.phase === 'cancelled' && run.text === '' && (
        <p className="run-state">{t('run.cancelledEmpty')}</p>
      )}
      {error !== null && (
        <p className="run-error" role="alert">
          {t('chat.failed', { message: sentence(error) })}
          {stored && run.text === '' && t('chat.kept')}
        </p>
      )}
      {error !== null && <ProviderWords failed={error} />}
      {!working && stored && run.text === '' && <AskAgain question={run.instruction} />}
      <RunWarnings run={run} />
      {!working && run.context?.history && <WentAlong history={run.context.history} />}
    </div>
  )
}
