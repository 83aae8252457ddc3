import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RetryDelay } from './runStore.ts'

/** How long it is until the provider is asked again. */
export const RetryCountdown = ({ retrying }: { readonly retrying: RetryDelay }) => {
  const { t } = useTranslation()
  const now = useNow()
  const { until, attempt, attempts, busy } = retrying
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  return (
    <p className="run-state" role="timer">
      {t(busy ? 'run.retryingBusy' : 'run.retryingFault', { seconds, attempt, attempts })}
    </p>
  )
}

/** How long the model has had the request without a word; `since` in milliseconds since the epoch. */
export const ModelWait = ({ since }: { readonly since: number }) => {
  const { t } = useTranslation()
  const seconds = Math.max(0, Math.floor((useNow() - since) / 1000))
  return (
    <p className="run-state" role="timer">
      {t('run.awaiting', { seconds })}
    </p>
  )
}

/** The time, each second anew (milliseconds since the epoch). */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
