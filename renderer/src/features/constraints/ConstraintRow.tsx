import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ListedConstraint } from '#contract/constraints.ts'
import { useApp } from '../../app/AppContext.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { constraintPlace } from './ConstraintForm.tsx'

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
  const scope = useScopeWords(item.scope)
  return (
    <li className="constraint-row" data-testid="constraint-row">
      <div className="constraint-words">
        <p>
          {item.text}
          <DraftMark place={constraintPlace(projectId, item.id)} />
        </p>
        <p className="quiet number">
          {[
            t(`constraints.kinds.${item.kind}`),
            t('constraints.priorityValue', { n: item.priority }),
            scope,
            ...(item.source === 'user' ? [] : [t(`constraints.derived.${item.source}`)]),
          ].join(' · ')}
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

/** The chapters a constraint holds for, by their titles. */
const useScopeWords = (scope: ListedConstraint['scope']): string => {
  const { t } = useTranslation()
  const { workspace } = useApp()
  const documents = useStore(workspace.store, (state) => state.documents)
  const titleOf = (documentId: string | undefined) => {
    if (documentId === undefined) return t('constraints.anywhere')
    const title = documents?.find((document) => document.documentId === documentId)?.title
    return title ?? `${documentId}${t('constraints.goneChapter')}`
  }
  if (scope === undefined) return t('constraints.scopeAll')
  return t('constraints.scope', { from: titleOf(scope.from), to: titleOf(scope.to) })
}
