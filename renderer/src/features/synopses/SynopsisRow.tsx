import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import type { Synopsis } from '#contract/retrieval.ts'
import { useDrafts, useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelMutation } from '../../ipc/queries.ts'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { SynopsisForm, synopsisPlace } from './SynopsisForm.tsx'
import './SynopsisRow.css'

interface SynopsisRowProps {
  readonly chapter: Pick<DocumentSummary, 'documentId' | 'title'>
  readonly synopsis: Pick<Synopsis, 'text' | 'source' | 'stale'> | undefined
  /** Said of a stale one; absent: that its chapter has changed. */
  readonly staleWords?: string
  /** The title stands above already. */
  readonly isUntitled?: boolean
}

/** The synopsis of one chapter, or of a volume, to be read, written, changed and deleted. */
export const SynopsisRow = ({ chapter, synopsis, staleWords, isUntitled = false }: SynopsisRowProps) => {
  const { t } = useTranslation()
  const drafts = useDrafts()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const mutation = useChannelMutation('retrieval:synopses:save')
  const [doing, setDoing] = useState<'reading' | 'writing' | 'deleting'>('reading')
  const { documentId, title } = chapter
  const read = () => setDoing('reading')
  if (doing === 'writing') {
    return <SynopsisForm documentId={documentId} label={t('synopses.of', { title })} onDone={read} />
  }
  const remove = async () => {
    drafts.save(synopsisPlace(projectId, documentId), null)
    if (await mutation.send('retrieval:synopses:save', { projectId, documentId, text: '' })) read()
  }
  const facts = [
    ...(synopsis?.source === 'model' ? [t('synopses.byModel')] : []),
    ...(synopsis?.stale ? [staleWords ?? t('synopses.stale')] : []),
  ]
  return (
    <div className="memory-row synopsis-row" data-testid="synopsis">
      <p className="memory-text">
        {!isUntitled && <b>{title}</b>}
        {synopsis?.text ?? <span className="quiet">{t('synopses.none')}</span>}
        <DraftMark place={synopsisPlace(projectId, documentId)} />
        {facts.length > 0 && <span className="quiet">{facts.join(' · ')}</span>}
      </p>
      {mutation.error !== null && <Notice tone="danger">{sentence(mutation.error)}</Notice>}
      {doing === 'deleting' ? (
        <>
          <Button onClick={() => void remove()}>{t('synopses.confirmDelete')}</Button>
          <Button onClick={read}>{t('synopses.cancel')}</Button>
        </>
      ) : (
        <>
          <Button
            aria-label={t(synopsis ? 'synopses.editOf' : 'synopses.writeOf', { title })}
            onClick={() => setDoing('writing')}
          >
            {t(synopsis ? 'synopses.edit' : 'synopses.write')}
          </Button>
          {synopsis && (
            <Button aria-label={t('synopses.deleteOf', { title })} onClick={() => setDoing('deleting')}>
              {t('synopses.delete')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
