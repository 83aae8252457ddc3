import { useTranslation } from 'react-i18next'
import type { Job } from '#contract/jobs.ts'
import { useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount, formatDollars } from '../../i18n/format.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { JobModelSelect, useJobModel } from '../settings/JobModelSelect.tsx'
import './SynopsisJob.css'

const request = { kind: 'synopses' } as const

/** Synopses for all chapters and volumes that have none: what it costs, then how far it is, with a way to stop and to go on. */
export const SynopsisJob = () => {
  const projectId = useProjectId()
  const sentence = useErrorSentence()
  const { data } = useChannelQuery('jobs:list', { projectId })
  const starting = useChannelMutation('jobs:start')
  const stopping = useChannelMutation('jobs:stop')
  const latest = data?.jobs.find((job) => job.request.kind === 'synopses')
  const error = starting.error ?? stopping.error
  return (
    <div className="synopsis-job" data-testid="synopsis-job" data-state={latest?.state ?? 'none'}>
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {latest && <JobState job={latest} />}
      {latest?.state === 'running' ? (
        <StopButton onPress={() => void stopping.send('jobs:stop', { projectId, jobId: latest.jobId })} />
      ) : (
        <Offer
          unfinished={latest !== undefined && latest.state !== 'done'}
          onStart={(modelId) => void starting.send('jobs:start', { projectId, request, modelId })}
        />
      )}
    </div>
  )
}

const StopButton = ({ onPress }: { readonly onPress: () => void }) => {
  const { t } = useTranslation()
  return (
    <Button data-testid="synopsis-job-stop" onClick={onPress}>
      {t('jobs.stop')}
    </Button>
  )
}

/** How far a job is, and what it has cost. */
const JobState = ({ job }: { readonly job: Job }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { done, failed, total, state, spending, remainingPrice, error } = job
  const counts = { done: formatCount(done), total: formatCount(total) }
  const price = spending?.price?.total ?? 0
  const parts = [
    t(state === 'running' ? 'jobs.running' : state === 'done' ? 'jobs.doneAll' : 'jobs.stoppedAt', counts),
    failed > 0 ? t('jobs.failed', { count: failed }) : '',
    price > 0 ? t('jobs.spent', { price: formatDollars(price) }) : '',
    state === 'running' && remainingPrice !== undefined && remainingPrice > 0
      ? t('jobs.remaining', { price: formatDollars(remainingPrice) })
      : '',
  ]
  return (
    <>
      <p className="number" role="status" data-testid="synopsis-job-state">
        {parts.filter((part) => part !== '').join(' · ')}
      </p>
      {state === 'running' && (
        <progress value={done + failed} max={Math.max(1, total)} aria-label={t('jobs.running', counts)} />
      )}
      {error !== undefined && <Notice tone="danger">{sentence(error)}</Notice>}
    </>
  )
}

interface OfferProps {
  /** The latest job has not come to its end: what it has written is not offered again. */
  readonly unfinished: boolean
  readonly onStart: (modelId: string) => void
}

/** What is left to write, with its price, before anything is sent. */
const Offer = ({ unfinished, onStart }: OfferProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const { data, error } = useChannelQuery('jobs:preview', { projectId, request, ...useJobModel() })
  if (error !== null)
    return (
      <>
        <Notice tone="danger">{sentence(error)}</Notice>
        <JobModelSelect />
      </>
    )
  if (!data) return null
  if (data.total === 0) return <p className="quiet">{t('jobs.synopsesNone')}</p>
  const size = t(data.price === undefined ? 'jobs.synopsesSize' : 'jobs.synopsesSizeAndPrice', {
    count: data.total,
    tokens: formatCount(data.inputTokens + data.outputTokens),
    price: formatDollars(data.price ?? 0),
  })
  return (
    <>
      <p className="quiet" data-testid="synopsis-job-price">
        {t('jobs.synopsesLeft', { size })}
      </p>
      <JobModelSelect />
      <Button variant="primary" data-testid="synopsis-job-start" onClick={() => onStart(data.modelId)}>
        {t(unfinished ? 'jobs.resume' : 'jobs.writeSynopses')}
      </Button>
    </>
  )
}
