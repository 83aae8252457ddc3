import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ChapterVersion } from '#contract/history.ts'
import { useHistory } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { ProseDiff } from './ProseDiff.tsx'

interface VersionCompareProps {
  readonly at: { readonly projectId: string; readonly documentId: string }
  readonly version: ChapterVersion
}

/** What became of a version until now, and the button that brings it back. */
export const VersionCompare = ({ at, version: { versionId, savedAt } }: VersionCompareProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const history = useHistory()
  const busy = useStore(history.store, (state) => state.busy)
  const earlier = useChannelQuery('history:read', { ...at, versionId })
  const now = useChannelQuery('documents:read', at)
  const [textThen, textNow] = [earlier.data?.text, now.data?.text]
  const error = earlier.error ?? now.error
  if (error !== null) return <Notice tone="danger">{sentence(error)}</Notice>
  if (textThen === undefined || textNow === undefined) return <Skeleton label={t('app.loading')} lines={4} />
  const isSame = textThen === textNow
  return (
    <section className="history-compare" aria-label={t('history.compare')}>
      <div className="history-actions">
        <span className="quiet">{t(isSame ? 'history.same' : 'history.sinceThen')}</span>
        <span className="grow" />
        <Button
          variant="primary"
          data-testid="history-restore"
          disabled={busy || isSame}
          onClick={() => void history.restore({ versionId, savedAt })}
        >
          {t('history.restore')}
        </Button>
      </div>
      <ProseDiff earlier={textThen} now={textNow} testId="history-compare" />
    </section>
  )
}
