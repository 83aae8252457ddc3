import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutput } from '#contract/index.ts'
import type { Snapshot, SnapshotChange } from '#contract/snapshots.ts'
import { useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount, formatMoment } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { ChangedChapter } from './ChangedChapter.tsx'
import type { useRestore } from './useRestore.ts'

interface SnapshotCompareProps {
  readonly snapshot: Snapshot
  readonly restoring: ReturnType<typeof useRestore>
  /** Called before the restoring. */
  readonly onRestore: () => void
  readonly onDelete: () => void
}

/** What became of the book since a snapshot, and bringing its text, all of it or some chapters back. */
export const SnapshotCompare = ({ snapshot, restoring, onRestore, onDelete }: SnapshotCompareProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const { snapshotId, madeAt, leftOut } = snapshot
  const { data, error } = useChannelQuery('snapshots:compare', { projectId, snapshotId })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isConfirming, setConfirming] = useState(false)
  const [scope, setScope] = useState<'text' | 'all'>('text')
  if (error !== null) return <Notice tone="danger">{sentence(error)}</Notice>
  if (data === undefined) return <Skeleton label={t('app.loading')} lines={4} />
  const { chapters, unchanged, isReordered, files, presentHash } = data
  const count = (state: SnapshotChange['state']) => chapters.filter((each) => each.state === state).length
  const added = count('added')
  const isSame = chapters.length === 0 && !isReordered
  const ticked = chapters.filter(({ documentId }) => chosen.has(documentId)).map((each) => each.documentId)
  const withFiles = scope === 'all' && files.length > 0
  const bringBack = async (part: { documentIds?: string[]; withFiles?: boolean }) => {
    setConfirming(false)
    onRestore()
    await restoring.restore(snapshot, { presentHash, ...part })
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
      {files.length > 0 && <ChangedFiles files={files} />}
      {leftOut.length > 0 && (
        <p className="quiet">
          {t('snapshots.leftOut', { n: formatCount(leftOut.length), paths: leftOut.slice(0, 5).join(' ') })}
        </p>
      )}
      {files.length > 0 && (
        <Choice
          label={t('snapshots.scope')}
          value={scope}
          options={[
            { value: 'text', label: t('snapshots.textOnly') },
            { value: 'all', label: t('snapshots.withFiles') },
          ]}
          onChange={setScope}
        />
      )}
      <div className="sheet-tools">
        <Button
          variant="primary"
          data-testid="snapshot-restore"
          disabled={(isSame && !withFiles) || restoring.isPending}
          onClick={() => setConfirming(true)}
        >
          {t('snapshots.restore')}
        </Button>
        {ticked.length > 0 && (
          <Button
            data-testid="snapshot-restore-chosen"
            disabled={restoring.isPending}
            onClick={() => void bringBack({ documentIds: ticked })}
          >
            {t('snapshots.restoreChosen', { n: formatCount(ticked.length) })}
          </Button>
        )}
        <Button data-testid="snapshot-delete" onClick={onDelete}>
          {t('snapshots.delete')}
        </Button>
      </div>
      {isConfirming && (
        <Notice
          tone="warning"
          actions={[
            { label: t('snapshots.confirmYes'), onPress: () => void bringBack({ withFiles }) },
            { label: t('snapshots.cancel'), onPress: () => setConfirming(false) },
          ]}
        >
          {t('snapshots.confirm', { time: formatMoment(new Date(madeAt)) })}{' '}
          {withFiles && t('snapshots.confirmFiles', { n: formatCount(files.length) })}{' '}
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

interface ChangedFilesProps {
  readonly files: ChannelOutput<'snapshots:compare'>['files']
}

/** Cards, rules and settings that are not as they were, by the names of their files. */
const ChangedFiles = ({ files }: ChangedFilesProps) => {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const count = (state: SnapshotChange['state']) =>
    formatCount(files.filter((each) => each.state === state).length)
  return (
    <div data-testid="snapshot-files">
      <p>
        {t('snapshots.files', {
          changed: count('changed'),
          added: count('added'),
          deleted: count('deleted'),
        })}{' '}
        <Button variant="link" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t('snapshots.showFiles')}
        </Button>
      </p>
      {isShown && (
        <ul className="snapshot-files">
          {files.map(({ path, state }) => (
            <li key={path}>
              {path.replace(/^.*\//, '').replace(/\.(?:md|json)$/, '')}{' '}
              <span className="quiet">{t(`snapshots.${state}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
