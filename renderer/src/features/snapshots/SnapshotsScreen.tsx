import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Snapshot } from '#contract/snapshots.ts'
import { useEditor, useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount, formatMoment } from '../../i18n/format.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { SnapshotCompare } from './SnapshotCompare.tsx'
import { useRestore } from './useRestore.ts'
import './SnapshotsScreen.css'

/** The snapshots of the book: a new one, what became of the book since, and the way back. */
export const SnapshotsScreen = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const editor = useEditor()
  const { data, error } = useChannelQuery('snapshots:list', { projectId })
  const [selectedId, select] = useState<string | null>(null)
  const restoring = useRestore()
  // What is typed is part of what is compared.
  useEffect(() => void editor.flush(), [editor])
  const list = data?.snapshots
  const shown = list?.find(({ snapshotId }) => snapshotId === selectedId) ?? list?.[0]
  const deleting = useChannelMutation('snapshots:delete')
  const undeleting = useChannelMutation('snapshots:undelete')
  const [deleted, setDeleted] = useState<Snapshot | null>(null)
  const { last, isUndone, error: refused } = restoring
  const fault = error ?? refused ?? deleting.error ?? undeleting.error
  const remove = async (snapshot: Snapshot) => {
    const { snapshotId } = snapshot
    const answer = await deleting.send('snapshots:delete', { projectId, snapshotId })
    if (answer !== null) setDeleted(snapshot)
  }
  const undelete = async ({ snapshotId }: Snapshot) => {
    const answer = await undeleting.send('snapshots:undelete', { projectId, snapshotId })
    if (answer === null) return
    setDeleted(null)
    select(snapshotId)
  }
  return (
    <>
      <p className="quiet">{t('snapshots.about')}</p>
      <NewSnapshot onMade={select} />
      {fault !== null && <Notice tone="danger">{sentence(fault)}</Notice>}
      {last !== null && (
        <Notice
          tone="plain"
          actions={[
            { label: t('snapshots.undo'), onPress: () => void restoring.undo() },
            { label: t('snapshots.dismiss'), onPress: restoring.dismiss },
          ]}
        >
          {t('snapshots.restored', {
            time: formatMoment(new Date(last.madeAt)),
            n: formatCount(last.answer.restored.length),
          })}{' '}
          {last.answer.discarded.length > 0 &&
            t('snapshots.discarded', { n: formatCount(last.answer.discarded.length) })}{' '}
          {last.answer.files.length > 0 &&
            t('snapshots.restoredFiles', { n: formatCount(last.answer.files.length) })}
        </Notice>
      )}
      {deleted !== null && (
        <Notice
          tone="plain"
          actions={[
            { label: t('snapshots.undelete'), onPress: () => void undelete(deleted) },
            { label: t('snapshots.dismiss'), onPress: () => setDeleted(null) },
          ]}
        >
          {t('snapshots.removed', { name: deleted.name ?? t(`snapshots.cause.${deleted.cause}`) })}
        </Notice>
      )}
      {isUndone && <Notice tone="plain">{t('snapshots.undone')}</Notice>}
      {list === undefined && error === null && <Skeleton label={t('app.loading')} lines={4} />}
      {list?.length === 0 && <p className="quiet">{t('snapshots.empty')}</p>}
      {list !== undefined && shown !== undefined && (
        <>
          <SnapshotList list={list} selectedId={shown.snapshotId} onSelect={select} />
          <SnapshotCompare
            key={shown.snapshotId}
            snapshot={shown}
            restoring={restoring}
            // The one made before a restoring is newer: the chosen one stays chosen.
            onRestore={() => select(shown.snapshotId)}
            onDelete={() => void remove(shown)}
          />
        </>
      )}
    </>
  )
}

/** Stores the book as it is, under a name. */
const NewSnapshot = ({ onMade }: { readonly onMade: (snapshotId: string) => void }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const editor = useEditor()
  const creating = useChannelMutation('snapshots:create')
  const [name, setName] = useState('')
  const [newest, setNewest] = useState<Snapshot | null>(null)
  const make = async () => {
    await editor.flush()
    const answer = await creating.send('snapshots:create', { projectId, ...(name.trim() && { name }) })
    setNewest(answer?.snapshot ?? null)
    if (answer === null) return
    setName('')
    onMade(answer.snapshot.snapshotId)
  }
  return (
    <>
      <Field label={t('snapshots.name')} value={name} onChange={setName} maxLength={200} />
      <div className="sheet-tools">
        <Button data-testid="snapshot-make" disabled={creating.isPending} onClick={() => void make()}>
          {t('snapshots.make')}
        </Button>
      </div>
      {creating.error !== null && <Notice tone="danger">{sentence(creating.error)}</Notice>}
      {newest !== null && (
        <Notice tone="plain">
          {t('snapshots.stored', {
            chapters: formatCount(newest.chapters),
            words: formatCount(newest.words),
          })}
        </Notice>
      )}
    </>
  )
}

interface SnapshotListProps {
  readonly list: readonly Snapshot[]
  readonly selectedId: string
  readonly onSelect: (snapshotId: string) => void
}

/** Newest first; the arrow keys go from one to the next. */
const SnapshotList = ({ list, selectedId, onSelect }: SnapshotListProps) => {
  const { t } = useTranslation()
  return (
    <div className="snapshot-list" role="radiogroup" aria-label={t('snapshots.list')}>
      {list.map(({ snapshotId, madeAt, name, cause, chapters, words }) => (
        <label key={snapshotId} className="snapshot-row" data-testid="snapshot">
          <input
            type="radio"
            name="snapshot"
            checked={snapshotId === selectedId}
            onChange={() => onSelect(snapshotId)}
          />
          <span className="snapshot-name">{name ?? t(`snapshots.cause.${cause}`)}</span>
          <span className="quiet">
            {formatMoment(new Date(madeAt))} ·{' '}
            {t('snapshots.row', { chapters: formatCount(chapters), words: formatCount(words) })}
          </span>
        </label>
      ))}
    </div>
  )
}
