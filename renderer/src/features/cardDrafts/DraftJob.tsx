import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelInput } from '#contract/index.ts'
import type { Job } from '#contract/jobs.ts'
import { useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount, formatDollars } from '../../i18n/format.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { JobModelSelect, useJobModel } from '../settings/JobModelSelect.tsx'

interface DraftJobProps {
  /** Only these are drafted; empty: the whole book. */
  readonly names: readonly string[]
}

/** Reading the book for drafts: what it costs, then how far it is, with a way to stop and to go on. */
export const DraftJob = ({ names }: DraftJobProps) => {
  const { t } = useTranslation()
  const projectId = useProjectId()
  const sentence = useErrorSentence()
  const { data } = useChannelQuery('jobs:list', { projectId })
  const starting = useChannelMutation('jobs:start')
  const resuming = useChannelMutation('jobs:resume')
  const stopping = useChannelMutation('jobs:stop')
  const latest = data?.jobs.find(({ request }) => request.kind === 'drafts')
  const error = starting.error ?? resuming.error ?? stopping.error
  const isUnfinished = latest !== undefined && (latest.state === 'stopped' || latest.state === 'failed')
  return (
    <section className="draft-job" data-testid="draft-job" data-state={latest?.state ?? 'none'}>
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {latest && latest.state !== 'done' && <JobState job={latest} />}
      {latest?.state === 'running' ? (
        <Button
          data-testid="draft-job-stop"
          onClick={() => void stopping.send('jobs:stop', { projectId, jobId: latest.jobId })}
        >
          {t('cardDrafts.stop')}
        </Button>
      ) : (
        <>
          {isUnfinished && (
            <Button
              data-testid="draft-job-resume"
              onClick={() => void resuming.send('jobs:resume', { projectId, jobId: latest.jobId })}
            >
              {t('cardDrafts.resume')}
            </Button>
          )}
          <Offer
            names={names}
            onStart={(request, modelId) => void starting.send('jobs:start', { projectId, request, modelId })}
          />
        </>
      )}
    </section>
  )
}

/** How far a job is, and what it has cost. */
const JobState = ({ job }: { readonly job: Job }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { done, failed, total, state, spending, error } = job
  const counts = { done: formatCount(done), total: formatCount(total) }
  const price = spending?.price?.total ?? 0
  const parts = [
    t(state === 'running' ? 'cardDrafts.running' : 'cardDrafts.stopped', counts),
    failed > 0 ? t('cardDrafts.failed', { count: failed }) : '',
    price > 0 ? t('cardDrafts.spent', { price: formatDollars(price) }) : '',
  ]
  return (
    <>
      <p className="number" role="status" data-testid="draft-job-state">
        {parts.filter((part) => part !== '').join(' · ')}
      </p>
      {state === 'running' && (
        <progress
          value={done + failed}
          max={Math.max(1, total)}
          aria-label={t('cardDrafts.running', counts)}
        />
      )}
      {error !== undefined && <Notice tone="danger">{sentence(error)}</Notice>}
    </>
  )
}

interface OfferProps extends DraftJobProps {
  readonly onStart: (request: ChannelInput<'jobs:start'>['request'], modelId: string) => void
}

/** One reading or three, with the price, before anything is sent. */
const Offer = ({ names, onStart }: OfferProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const [readings, setReadings] = useState<'1' | '3'>('1')
  const request = {
    kind: 'drafts' as const,
    ...(names.length > 0 && { names: [...names] }),
    ...(readings === '3' && { readings: 3 }),
  }
  const { data, error } = useChannelQuery('jobs:preview', { projectId, request, ...useJobModel() })
  if (error !== null)
    return (
      <>
        <Notice tone="danger">{sentence(error)}</Notice>
        <JobModelSelect />
      </>
    )
  return (
    <>
      <JobModelSelect />
      <Choice
        label={t('cardDrafts.readings')}
        value={readings}
        options={[
          { value: '1', label: t('cardDrafts.once') },
          { value: '3', label: t('cardDrafts.thrice') },
        ]}
        onChange={setReadings}
      />
      {data && data.total === 0 && <p className="quiet">{t('cardDrafts.nothing')}</p>}
      {data && data.total > 0 && (
        <p className="quiet" data-testid="draft-job-price">
          {t(data.price === undefined ? 'cardDrafts.size' : 'cardDrafts.sizeAndPrice', {
            count: data.total,
            tokens: formatCount(data.inputTokens + data.outputTokens),
            price: formatDollars(data.price ?? 0),
          })}
        </p>
      )}
      <Button
        variant="primary"
        data-testid="draft-job-start"
        disabled={!data || data.total === 0}
        onClick={() => data && onStart(request, data.modelId)}
      >
        {t('cardDrafts.start')}
      </Button>
    </>
  )
}
