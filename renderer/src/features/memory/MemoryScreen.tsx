import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preference } from '#contract/memory.ts'
import { useProjectId } from '../../app/AppContext.tsx'
import { chapterNamed } from '../../app/chapterNamed.ts'
import { useDocuments } from '../../app/useDocuments.ts'
import { Button } from '../../components/Button.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatMoment } from '../../i18n/format.ts'
import { type ChannelMutation, useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { DraftNote } from '../drafts/DraftNote.tsx'
import { useDraft } from '../drafts/useDraft.ts'
import { AboutAuthor } from './AboutAuthor.tsx'
import { ConfirmedRow } from './ConfirmedRow.tsx'
import { PreferenceFieldset } from './PreferenceFieldset.tsx'
import {
  isReady,
  type MemoryMutation,
  type PreferenceFields,
  preferencePlace,
  trimmed,
} from './storedPreference.ts'
import './MemoryScreen.css'

/** What is remembered of how the author writes: proposals, what is in use, and earlier exchanges. */
export const MemoryScreen = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const list = useChannelQuery('memory:list', { projectId })
  const mutation = useChannelMutation('memory:save', 'memory:decide', 'memory:delete')
  const distil = useChannelMutation('memory:distil')
  const error = list.error ?? mutation.error ?? distil.error
  const withStatus = (status: string) => list.data?.preferences.filter((each) => each.status === status) ?? []
  const confirmed = withStatus('confirmed')
  return (
    <>
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {list.data === undefined && error === null && <Skeleton label={t('app.loading')} lines={4} />}
      {list.data !== undefined && (
        <>
          <Proposals preferences={withStatus('proposed')} mutation={mutation} distil={distil} />
          <section className="settings-section" data-testid="memory-confirmed">
            <h3>{t('memory.confirmed')}</h3>
            {confirmed.length === 0 && <p className="quiet">{t('memory.empty')}</p>}
            {confirmed.map((preference) => (
              <ConfirmedRow key={preference.id} preference={preference} mutation={mutation} />
            ))}
            <AddPreference mutation={mutation} />
          </section>
          <Rejected preferences={withStatus('rejected')} mutation={mutation} />
        </>
      )}
      <AboutAuthor projectId={projectId} />
      <Episodes />
    </>
  )
}

interface RejectedProps {
  readonly preferences: readonly Preference[]
  readonly mutation: MemoryMutation
}

/** What is not used and not proposed again, folded away. */
const Rejected = ({ preferences, mutation }: RejectedProps) => {
  const { t } = useTranslation()
  const projectId = useProjectId()
  if (preferences.length === 0) return null
  return (
    <details className="settings-section">
      <summary>{t('memory.rejected', { n: preferences.length })}</summary>
      {preferences.map(({ id, text }) => (
        <div key={id} className="memory-row">
          <p className="memory-text">{text}</p>
          <Button
            aria-label={t('memory.about', { action: t('memory.use'), text })}
            onClick={() => void mutation.send('memory:decide', { projectId, id, accept: true })}
          >
            {t('memory.use')}
          </Button>
          <Button
            aria-label={t('memory.about', { action: t('memory.delete'), text })}
            onClick={() => void mutation.send('memory:delete', { projectId, id })}
          >
            {t('memory.delete')}
          </Button>
        </div>
      ))}
    </details>
  )
}

const pageSize = 20

/** The last exchanges with the model and what became of them. */
const Episodes = () => {
  const { t } = useTranslation()
  return (
    <section className="settings-section" data-testid="memory-episodes">
      <h3>{t('memory.episodes')}</h3>
      <EpisodePage />
    </section>
  )
}

/** Twenty exchanges, newest first, and the way to the older ones. */
const EpisodePage = ({ before }: { readonly before?: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const documents = useDocuments() ?? []
  const titleOf = (name: string) => chapterNamed(documents, name)?.title ?? name
  const [more, setMore] = useState(false)
  const input = { projectId, limit: pageSize, ...(before === undefined ? {} : { before }) }
  const { data, error } = useChannelQuery('memory:episodes', input)
  const episodes = data?.episodes ?? []
  const last = episodes.length === pageSize ? episodes.at(-1) : undefined
  return (
    <>
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {data?.episodes.length === 0 && before === undefined && (
        <p className="quiet">{t('memory.noEpisodes')}</p>
      )}
      {episodes.map(({ id, at, outcome, instruction, excerpt, text, documentId }) => (
        <div key={id} className="memory-row">
          <p className="memory-text">
            <span className="quiet">
              <time dateTime={at}>{formatMoment(at)}</time> · {t(`memory.outcomes.${outcome}`)}
              {documentId !== undefined && ` · ${titleOf(documentId)}`}
            </span>
            {instruction !== '' && <b>{instruction}</b>}
            <span className="memory-excerpt">{excerpt}</span>
            {text !== undefined && <span className="memory-excerpt">{t('memory.editedTo', { text })}</span>}
          </p>
        </div>
      ))}
      {last !== undefined && more && <EpisodePage before={last.id} />}
      {last !== undefined && !more && <Button onClick={() => setMore(true)}>{t('memory.more')}</Button>}
    </>
  )
}

interface ProposalsProps {
  readonly preferences: readonly Preference[]
  readonly mutation: MemoryMutation
  readonly distil: ChannelMutation<'memory:distil'>
}

/** What was noticed and waits for the author; nothing of it is sent before it is accepted. */
const Proposals = ({ preferences, mutation, distil }: ProposalsProps) => {
  const { t } = useTranslation()
  const projectId = useProjectId()
  /** What the last search through the exchanges brought. */
  const [distilled, setDistilled] = useState<{ readonly proposed: number; readonly model: boolean } | null>(
    null,
  )
  const search = async () => {
    setDistilled(null)
    const answer = await distil.send('memory:distil', { projectId })
    if (answer !== null) setDistilled({ proposed: answer.proposed.length, model: answer.model })
  }
  const decide = (id: string, accept: boolean) =>
    void mutation.send('memory:decide', { projectId, id, accept })
  return (
    <section className="settings-section" data-testid="memory-proposed">
      <h3>{t('memory.proposed')}</h3>
      {preferences.length === 0 && <p className="quiet">{t('memory.noProposals')}</p>}
      {preferences.map(({ id, text, kind, evidenceCount }) => (
        <div key={id} className="memory-row">
          <p className="memory-text">
            {text}
            <span className="quiet">
              {t(`memory.kinds.${kind}`)} · {t('memory.evidence', { n: evidenceCount })}
            </span>
          </p>
          <Button
            variant="primary"
            aria-label={t('memory.about', { action: t('memory.accept'), text })}
            onClick={() => decide(id, true)}
          >
            {t('memory.accept')}
          </Button>
          <Button
            aria-label={t('memory.about', { action: t('memory.reject'), text })}
            onClick={() => decide(id, false)}
          >
            {t('memory.reject')}
          </Button>
        </div>
      ))}
      <Button disabled={distil.isPending} onClick={() => void search()}>
        {t(distil.isPending ? 'memory.distilling' : 'memory.distil')}
      </Button>
      {distilled !== null && (
        <p className="quiet" role="status">
          {t('memory.distilled', { n: distilled.proposed })}
          {!distilled.model && t('memory.noModel')}
        </p>
      )}
    </section>
  )
}

const empty: PreferenceFields = { text: '', kind: 'style', confidence: 1, asConstraint: false }

/** The way to a new preference. */
const AddPreference = ({ mutation }: { readonly mutation: MemoryMutation }) => {
  const { t } = useTranslation()
  const projectId = useProjectId()
  const [open, setOpen] = useState(false)
  if (open) return <NewPreference mutation={mutation} onDone={() => setOpen(false)} />
  return (
    <Button data-testid="memory-add" onClick={() => setOpen(true)}>
      {t('memory.add')}
      <DraftMark place={preferencePlace(projectId)} />
    </Button>
  )
}

interface NewPreferenceProps {
  readonly mutation: MemoryMutation
  readonly onDone: () => void
}

/** A preference the author says outright: a draft until the button adds it, then in use at once. */
const NewPreference = ({ mutation, onDone }: NewPreferenceProps) => {
  const { t } = useTranslation()
  const projectId = useProjectId()
  const form = useDraft<PreferenceFields>(preferencePlace(projectId), empty)
  const ready = isReady(form.value)
  const add = async () => {
    const { text, kind, asConstraint } = trimmed(form.value)
    const preference = { text, kind, asConstraint }
    if ((await mutation.send('memory:save', { projectId, preference })) === null) return
    form.clearDraft(form.value)
    onDone()
  }
  return (
    <form
      className="provider-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void add()
      }}
    >
      <PreferenceFieldset value={form.value} withConfidence={false} onChange={form.change} />
      <DraftNote draft={form} />
      <FormActions
        submit={t('memory.confirmAdd')}
        cancel={t('memory.cancel')}
        ready={ready}
        onCancel={onDone}
      />
    </form>
  )
}
