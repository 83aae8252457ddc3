import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SnapshotChange } from '#contract/snapshots.ts'
import { useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { CheckField } from '../../components/CheckField.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { ProseDiff } from '../history/ProseDiff.tsx'

interface ChangedChapterProps {
  readonly snapshotId: string
  readonly change: SnapshotChange
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

const count = (words: number | null) => (words === null ? '—' : formatCount(words))

/** A chapter that is not as it was: ticked, it comes back alone; one that was changed can be compared. */
export const ChangedChapter = ({ snapshotId, change, isChosen, onChoose }: ChangedChapterProps) => {
  const { t } = useTranslation()
  const { documentId, title, state, wordsBefore, wordsNow } = change
  const [isShown, setShown] = useState(false)
  const hint = `${t(`snapshots.${state}`)} · ${t('snapshots.words', { before: count(wordsBefore), now: count(wordsNow) })}`
  return (
    <li data-testid="snapshot-change">
      {state === 'added' ? (
        <p>
          {title} <span className="quiet">{hint}</span>
        </p>
      ) : (
        <CheckField label={title} hint={hint} checked={isChosen} onChange={onChoose} />
      )}
      {state === 'changed' && (
        <Button variant="link" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t('snapshots.show')}
        </Button>
      )}
      {isShown && <ChapterDiff snapshotId={snapshotId} documentId={documentId} />}
    </li>
  )
}

const ChapterDiff = (at: { readonly snapshotId: string; readonly documentId: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const earlier = useChannelQuery('snapshots:read', { projectId, ...at })
  const now = useChannelQuery('documents:read', { projectId, documentId: at.documentId })
  const error = earlier.error ?? now.error
  if (error !== null) return <Notice tone="danger">{sentence(error)}</Notice>
  if (!earlier.data || !now.data) return <Skeleton label={t('app.loading')} lines={3} />
  return <ProseDiff earlier={earlier.data.text} now={now.data.text} testId="snapshot-diff" />
}
