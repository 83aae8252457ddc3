import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutput } from '#contract/index.ts'
import type { StoredError } from '../../../../main/src/contract/sentences/errorSentence.ts'
import { useProjectId, useWorkspace } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { VirtualList } from '../../components/VirtualList.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount } from '../../i18n/format.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { DraftCard, type Sentence } from './DraftCard.tsx'
import { DraftJob } from './DraftJob.tsx'
import './CardDraftsDialog.css'

interface CardDraftsDialogProps {
  /** Only these are drafted; empty: the whole book. */
  readonly names: readonly string[]
  readonly onClose: () => void
}

const namesShown = 12

/** What a model has read in the book, for the author to accept: price, progress, then each fact with its sentence. */
export const CardDraftsDialog = ({ names, onClose }: CardDraftsDialogProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const workspace = useWorkspace()
  const { data, error } = useChannelQuery('codex:drafts:list', { projectId })
  const accepting = useChannelMutation('codex:drafts:accept')
  const rejecting = useChannelMutation('codex:drafts:reject')
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [report, setReport] = useState<ChannelOutput<'codex:drafts:accept'> | null>(null)
  const facts = data?.drafts.flatMap((draft) => draft.facts) ?? []
  const chosen = facts
    .filter(({ id, reservation }) => changes.get(id) ?? reservation === undefined)
    .map(({ id }) => id)
  const selected = new Set(chosen)
  const fault = error ?? accepting.error ?? rejecting.error
  const select = (value: boolean) => setChanges(new Map(facts.map(({ id }) => [id, value])))
  const isBusy = accepting.isPending || rejecting.isPending
  const go = ({ documentId, from, quote }: Sentence) => {
    onClose()
    void workspace.reveal(documentId, { from, to: from + quote.length })
  }
  return (
    <DialogFrame
      open
      onClose={onClose}
      title={t('cardDrafts.title')}
      closeLabel={t('cardDrafts.close')}
      testId="card-drafts"
      className="card-drafts"
    >
      <div className="card-drafts-body">
        <p className="quiet">{t('cardDrafts.about')}</p>
        {names.length > 0 && (
          <p className="quiet">
            {t('cardDrafts.forNames', {
              names: `${names.slice(0, namesShown).join(t('run.comma'))}${names.length > namesShown ? '…' : ''}`,
            })}
          </p>
        )}
        <DraftJob names={names} />
        {fault !== null && <Notice tone="danger">{sentence(fault)}</Notice>}
        {report !== null && <Report report={report} />}
        {!data && fault === null && <Skeleton label={t('cardDrafts.reading')} lines={6} />}
        {data && <Dropped list={data} />}
        {data && facts.length === 0 && <p className="side-empty">{t('cardDrafts.none')}</p>}
        {data && facts.length > 0 && (
          <div className="draft-select">
            <Button onClick={() => select(true)}>{t('cardDrafts.selectAll')}</Button>
            <Button onClick={() => setChanges(new Map())}>{t('cardDrafts.selectTicked')}</Button>
            <Button onClick={() => select(false)}>{t('cardDrafts.selectNone')}</Button>
          </div>
        )}
        {data && data.drafts.length > 0 && (
          <VirtualList
            rows={data.drafts}
            keyOf={({ entryId, name }) => entryId ?? name}
            estimatePx={220}
            label={t('cardDrafts.title')}
          >
            {(draft) => (
              <DraftCard
                draft={draft}
                selected={selected}
                onSelect={(id, isSelected) => setChanges((before) => new Map(before).set(id, isSelected))}
                onGo={go}
              />
            )}
          </VirtualList>
        )}
      </div>
      <footer className="card-drafts-foot">
        <Button
          data-testid="drafts-reject"
          disabled={chosen.length === 0 || isBusy}
          onClick={() => void rejecting.send('codex:drafts:reject', { projectId, facts: chosen })}
        >
          {t('cardDrafts.reject', { n: formatCount(chosen.length) })}
        </Button>
        <Button
          variant="primary"
          data-testid="drafts-accept"
          disabled={chosen.length === 0 || isBusy}
          onClick={() =>
            void accepting.send('codex:drafts:accept', { projectId, facts: chosen }).then(setReport)
          }
        >
          {accepting.isPending
            ? t('cardDrafts.accepting')
            : t('cardDrafts.accept', { n: formatCount(chosen.length) })}
        </Button>
      </footer>
    </DialogFrame>
  )
}

/** What answers had and the list does not have. */
const Dropped = ({ list: { dropped, cutOff } }: { readonly list: ChannelOutput<'codex:drafts:list'> }) => {
  const { t } = useTranslation()
  const { notInText, otherChapter, incomplete } = dropped
  const counts = {
    notInText: formatCount(notInText),
    otherChapter: formatCount(otherChapter),
    incomplete: formatCount(incomplete),
  }
  return (
    <>
      {notInText + otherChapter + incomplete > 0 && (
        <p className="quiet" data-testid="drafts-dropped">
          {t('cardDrafts.dropped', counts)}
        </p>
      )}
      {cutOff > 0 && <p className="quiet">{t('cardDrafts.cutOff', { count: cutOff })}</p>}
    </>
  )
}

const Report = ({ report }: { readonly report: ChannelOutput<'codex:drafts:accept'> }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { accepted, created, changed } = report
  // The contract carries codes as text.
  const failed = report.failed as readonly { readonly name: string; readonly error: StoredError }[]
  return (
    <Notice tone={failed.length > 0 ? 'danger' : 'plain'}>
      <p data-testid="drafts-report">
        {t('cardDrafts.accepted', {
          n: formatCount(accepted),
          created: formatCount(created.length),
          changed: formatCount(changed.length),
        })}
      </p>
      {failed.map(({ name, error }) => (
        <p key={name}>{t('cardDrafts.notWritten', { name, reason: sentence(error) })}</p>
      ))}
    </Notice>
  )
}
