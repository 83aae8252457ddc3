import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { PlannedForm, plannedPlace } from './PlannedForm.tsx'

interface PlannedChaptersProps {
  /** With the last chapter that was added. */
  readonly onAdded: (documentId: string) => void
}

/** The button for chapters to be written, and their form in its place. */
export const PlannedChapters = ({ onAdded }: PlannedChaptersProps) => {
  const { t } = useTranslation()
  const place = plannedPlace(useProjectId())
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) {
    const added = (documentId: string) => {
      setIsOpen(false)
      onAdded(documentId)
    }
    return <PlannedForm onAdded={added} onCancel={() => setIsOpen(false)} />
  }
  return (
    <div className="planned-open">
      <Button data-testid="planned-open" onClick={() => setIsOpen(true)}>
        <Plus size={14} aria-hidden />
        {t('plan.addChapters')}
      </Button>
      <DraftMark place={place} />
    </div>
  )
}
