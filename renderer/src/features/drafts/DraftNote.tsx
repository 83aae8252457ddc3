import { useTranslation } from 'react-i18next'
import { Button } from '../../components/Button.tsx'
import type { DraftForm } from './useDraft.ts'
import './DraftNote.css'

interface DraftNoteProps {
  readonly draft: Pick<DraftForm<object>, 'dirty' | 'restored' | 'stale' | 'discard'>
  /** Something is typed that is never kept. */
  readonly secret?: boolean
}

/** Says that a form holds what is not stored, and takes it back on demand. */
export const DraftNote = ({ draft, secret = false }: DraftNoteProps) => {
  const { t } = useTranslation()
  if (!draft.dirty) return null
  return (
    <p className="draft-note" data-testid="draft-note">
      <span>
        {t(draft.restored ? 'draft.restored' : 'draft.unsaved')}
        {draft.stale && ` ${t('draft.stale')}`}
        {secret && ` ${t('draft.secret')}`}
      </span>
      <Button variant="link" onClick={draft.discard}>
        {t('draft.discard')}
      </Button>
    </p>
  )
}
