import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Snapshot, SnapshotChange } from '#contract/snapshots.ts'
import { useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount, formatMoment } from '../../i18n/format.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { ChangedChapter } from './ChangedChapter.tsx'
import type { useRestore } from './useRestore.ts'

interface SnapshotCompareProps {
  readonly snapshot: Snapshot
  readonly restoring: ReturnType<typeof useRestore>
  /** Called before the restoring. */
  readonly onRestore: () => void
}

/** What became of the book since a snapshot, and bringing all of it or some chapters back. */
export const SnapshotCompare = ({ snapshot, restoring, onRestore }: SnapshotCompareProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const { snapshotId, madeAt, leftOut } = snapshot
  const { data, error } = useChannelQuery('snapshots:compare', { projectId, snapshotId })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isConfirming, setConfirming] = useState(false)
  if (error !== null) return <Notice tone="danger">{sentence(error)}</Notice>
  if (data === undefined) return <Skeleton label={t('app.loading')} lines={4} />
  const { chapters, unchanged, isReordered, presentHash } = data
  const count = (state: SnapshotChange['state']) => chapters.filter((each) => each.state === state).length
  const added = count('added')
  const isSame = chapters.length === 0 && !isReordered
  const ticked = chapters.filter(({ documentId }) => chosen.has(documentId)).map((each) => each.documentId)
  const bringBack = async (documentIds?: string[]) => {
    setConfirming(false)
    onRestore()
    await restoring.restore(snapshot, presentHash, documentIds)
    setChosen(new Set())
  }
  return (
    <section className="snapshot-compare" aria-label={t('snapshots.compare')} data-testid="snapshot-compare">
      <p>
        {isSame
          ? t('snapshots.same')
          : t('snapshots.summary', {
              changed: formatCount(count('changed')),
              added: formatCount(added),
              deleted: formatCount(count('deleted')),
              unchanged: formatCount(unchanged),
            })}{' '}
        {isReordered && t('snapshots.reordered')}
      </p>
      {leftOut.length > 0 && (
        <p className="quiet">
          {t('snapshots.leftOut', { n: formatCount(leftOut.length), paths: leftOut.slice(0, 5).join(' ') })}
        </p>
      )}
      <div className="sheet-tools">
        <Button
          variant="primary"
          data-testid="snapshot-restore"
          disabled={isSame || restoring.isPending}
          onClick={() => setConfirming(true)}
        >
          {t('snapshots.restore')}
        </Button>
        {ticked.length > 0 && (
          <Button
            data-testid="snapshot-restore-chosen"
            disabled={restoring.isPending}
            onClick={() => void bringBack(ticked)}
          >
            {t('snapshots.restoreChosen', { n: formatCount(ticked.length) })}
          </Button>
        )}
        <Deletion snapshotId={snapshotId} />
      </div>
      {isConfirming && (
        <Notice
          tone="warning"
          actions={[
            { label: t('snapshots.confirmYes'), onPress: () => void bringBack() },
            { label: t('snapshots.cancel'), onPress: () => setConfirming(false) },
          ]}
        >
          {t('snapshots.confirm', { time: formatMoment(new Date(madeAt)) })}{' '}
          {added > 0 && t('snapshots.confirmDiscard', { n: formatCount(added) })}
        </Notice>
      )}
      <ul className="snapshot-changes">
        {chapters.map((change) => (
          <ChangedChapter
            key={change.documentId}
            snapshotId={snapshotId}
            change={change}
            isChosen={chosen.has(change.documentId)}
            onChoose={(isChosen) => {
              const next = new Set(chosen)
              if (isChosen) next.add(change.documentId)
              else next.delete(change.documentId)
              setChosen(next)
            }}
          />
        ))}
      </ul>
    </section>
  )
}

/** Two presses: nothing brings a deleted snapshot back. */
const Deletion = ({ snapshotId }: { readonly snapshotId: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const deleting = useChannelMutation('snapshots:delete')
  const [isConfirming, setConfirming] = useState(false)
  const remove = () => void deleting.send('snapshots:delete', { projectId, snapshotId })
  return (
    <>
      <Button data-testid="snapshot-delete" onClick={() => setConfirming(true)}>
        {t('snapshots.delete')}
      </Button>
      {isConfirming && (
        <Notice
          tone="warning"
          actions={[
            { label: t('snapshots.deleteYes'), onPress: remove },
            { label: t('chapters.cancel'), onPress: () => setConfirming(false) },
          ]}
        >
          {t('snapshots.deleteConfirm')}
        </Notice>
      )}
      {deleting.error !== null && <Notice tone="danger">{sentence(deleting.error)}</Notice>}
    </>
  )
}
