import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { ConstraintForm } from './ConstraintForm.tsx'
import { ConstraintRow } from './ConstraintRow.tsx'
import { constraintPlace } from './constraintPlace.ts'
import { NewConstraint } from './NewConstraint.tsx'

/** The rules of this book, above everything else in a prompt. */
export const Constraints = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { constraints, drafts, workspace } = useApp()
  const projectId = useStore(workspace.store, (state) => state.project?.projectId)
  const { items, error, restored } = useStore(constraints.store)
  /** `new`, or the one being changed. */
  const [editing, setEditing] = useState<{ readonly id: string } | 'new' | null>(null)
  useEffect(() => {
    if (projectId !== undefined) void constraints.load(projectId)
  }, [constraints, projectId])
  if (projectId === undefined) return null
  const restore = { label: t('constraints.restore'), onPress: () => void constraints.restore(projectId) }
  const done = () => setEditing(null)
  return (
    <>
      <p className="quiet">{t('constraints.lead')}</p>
      {error !== null && (
        <Notice tone="danger" actions={error.code === 'CONSTRAINT_FILE_BROKEN' ? [restore] : []}>
          {sentence(error)}
        </Notice>
      )}
      {restored && <Notice tone="plain">{t('constraints.restored')}</Notice>}
      {items?.length === 0 && editing === null && <p className="quiet">{t('constraints.empty')}</p>}
      <ul className="constraint-list">
        {items?.map((item) =>
          editing !== 'new' && editing?.id === item.id ? (
            <li key={item.id}>
              <ConstraintForm
                projectId={projectId}
                id={item.id}
                onStored={() => void constraints.load(projectId)}
                onDone={done}
              />
            </li>
          ) : (
            <ConstraintRow
              key={item.id}
              projectId={projectId}
              item={item}
              onEdit={() => setEditing(item)}
              onRemove={() => {
                drafts.keep(constraintPlace(projectId, item.id), null)
                void constraints.remove(projectId, item.id)
              }}
            />
          ),
        )}
      </ul>
      {editing === 'new' && <NewConstraint projectId={projectId} onDone={done} />}
      {items !== null && editing === null && (
        <button
          type="button"
          className="button"
          data-testid="constraint-add"
          onClick={() => setEditing('new')}
        >
          {t('constraints.add')}
          <DraftMark place={constraintPlace(projectId)} />
        </button>
      )}
    </>
  )
}
