import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useEditor, useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount, formatDollars } from '../../i18n/format.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { JobModelSelect, useJobModel } from '../settings/JobModelSelect.tsx'

/** Reading this chapter or the whole book for changes: the price first, then how far it is. */
export const ChangesJob = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const documentId = useStore(useEditor().store, (state) => state.documentId)
  const [extent, setExtent] = useState<'chapter' | 'book'>('chapter')
  const request = {
    kind: 'changes' as const,
    ...(extent === 'chapter' && documentId !== null && { chapters: [documentId] }),
  }
  const jobs = useChannelQuery('jobs:list', { projectId })
  const preview = useChannelQuery('jobs:preview', { projectId, request, ...useJobModel() })
  const { send, error } = useChannelMutation('jobs:start', 'jobs:resume', 'jobs:stop')
  const latest = jobs.data?.jobs.find((job) => job.request.kind === 'changes')
  const fault = error ?? preview.error ?? latest?.error ?? null
  const counts = { done: formatCount(latest?.done ?? 0), total: formatCount(latest?.total ?? 0) }
  if (latest?.state === 'running')
    return (
      <section className="changes-job" data-testid="changes-job" data-state="running">
        <p role="status">{t('changes.running', counts)}</p>
        <progress
          value={latest.done + latest.failed}
          max={Math.max(1, latest.total)}
          aria-label={t('changes.running', counts)}
        />
        <Button onClick={() => void send('jobs:stop', { projectId, jobId: latest.jobId })}>
          {t('changes.stop')}
        </Button>
      </section>
    )
  const { data } = preview
  return (
    <section className="changes-job" data-testid="changes-job" data-state={latest?.state ?? 'none'}>
      {fault !== null && <Notice tone="danger">{sentence(fault)}</Notice>}
      {latest !== undefined && latest.state !== 'done' && (
        <Button onClick={() => void send('jobs:resume', { projectId, jobId: latest.jobId })}>
          {t('changes.resume', counts)}
        </Button>
      )}
      {latest !== undefined && latest.failed > 0 && (
        <p className="quiet">{t('changes.failed', { count: latest.failed })}</p>
      )}
      <Choice
        label={t('changes.extent')}
        value={extent}
        options={[
          { value: 'chapter', label: t('changes.thisChapter') },
          { value: 'book', label: t('changes.wholeBook') },
        ]}
        onChange={setExtent}
      />
      <JobModelSelect />
      {data && (
        <p className="quiet" data-testid="changes-price">
          {t(data.price === undefined ? 'changes.size' : 'changes.sizeAndPrice', {
            count: data.total,
            tokens: formatCount(data.inputTokens + data.outputTokens),
            price: formatDollars(data.price ?? 0),
          })}
        </p>
      )}
      <Button
        data-testid="changes-start"
        disabled={!data || data.total === 0}
        onClick={() => data && void send('jobs:start', { projectId, request, modelId: data.modelId })}
      >
        {t('changes.start')}
      </Button>
    </section>
  )
}
