import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedConstraint } from '#contract/constraints.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { useConstraintFacts } from './constraintFacts.ts'
import { constraintPlace } from './constraintFields.ts'

interface ConstraintRowProps {
  readonly projectId: string
  readonly item: ListedConstraint
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** One constraint: its words, kind, priority and scope; a derived one says where it comes from. */
export const ConstraintRow = ({ projectId, item, onEdit, onRemove }: ConstraintRowProps) => {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const facts = useConstraintFacts()
  return (
    <li className="constraint-row" data-testid="constraint-row">
      <div className="constraint-words">
        <p>
          {item.text}
          <DraftMark place={constraintPlace(projectId, item.id)} />
        </p>
        <p className="quiet number">
          {[facts(item), ...(item.source === 'user' ? [] : [t(`constraints.derived.${item.source}`)])].join(
            ' · ',
          )}
        </p>
      </div>
      {!item.readOnly && !asking && (
        <>
          <IconButton label={t('constraints.edit')} onPress={onEdit}>
            <Pencil size={14} aria-hidden />
          </IconButton>
          <IconButton label={t('constraints.remove')} onPress={() => setAsking(true)}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </>
      )}
      {asking && (
        <div className="constraint-question" role="alertdialog" aria-label={t('constraints.removeQuestion')}>
          <span>{t('constraints.removeQuestion')}</span>
          <button type="button" className="button" onClick={onRemove}>
            {t('constraints.remove')}
          </button>
          <button type="button" className="button" onClick={() => setAsking(false)}>
            {t('constraints.cancel')}
          </button>
        </div>
      )}
    </li>
  )
}
