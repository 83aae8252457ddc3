import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedConstraint } from '#contract/constraints.ts'
import { useDrafts, useProjectId } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { DraftMark } from '../drafts/DraftMark.tsx'
import { ConstraintForm } from './ConstraintForm.tsx'
import { ConstraintRow } from './ConstraintRow.tsx'
import { constraintPlace } from './constraintFields.ts'
import { NewConstraint } from './NewConstraint.tsx'

/** Changing one freezes the list: it is ordered by priority, and the row that is typed in must not move. */
type Editing =
  | { readonly kind: 'none' | 'new' }
  | { readonly kind: 'one'; readonly id: string; readonly listed: readonly ListedConstraint[] }

/** The rules of this book, above everything else in a prompt. */
export const Constraints = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const drafts = useDrafts()
  const projectId = useProjectId()
  const list = useChannelQuery('constraints:list', { projectId })
  const mutation = useChannelMutation('constraints:create', 'constraints:delete', 'constraints:restore')
  const [editing, setEditing] = useState<Editing>({ kind: 'none' })
  const [restored, setRestored] = useState(false)
  const items = editing.kind === 'one' ? editing.listed : list.data?.items
  const error = list.error ?? mutation.error
  const done = () => setEditing({ kind: 'none' })
  const restore = async () => {
    setRestored((await mutation.send('constraints:restore', { projectId })) !== null)
  }
  const remove = (id: string) => {
    setRestored(false)
    drafts.keep(constraintPlace(projectId, id), null)
    void mutation.send('constraints:delete', { projectId, id })
  }
  const actions = [{ label: t('constraints.restore'), onPress: () => void restore() }]
  return (
    <>
      <p className="quiet">{t('constraints.lead')}</p>
      {error !== null && (
        <Notice tone="danger" actions={error.code === 'CONSTRAINT_FILE_BROKEN' ? actions : []}>
          {sentence(error)}
        </Notice>
      )}
      {restored && <Notice tone="plain">{t('constraints.restored')}</Notice>}
      {items?.length === 0 && editing.kind === 'none' && <p className="quiet">{t('constraints.empty')}</p>}
      <ul className="constraint-list">
        {items?.map((item) =>
          editing.kind === 'one' && editing.id === item.id ? (
            <li key={item.id}>
              <ConstraintForm id={item.id} onDone={done} />
            </li>
          ) : (
            <ConstraintRow
              key={item.id}
              projectId={projectId}
              item={item}
              onEdit={() => setEditing({ kind: 'one', id: item.id, listed: list.data?.items ?? items })}
              onRemove={() => remove(item.id)}
            />
          ),
        )}
      </ul>
      {editing.kind === 'new' && <NewConstraint mutation={mutation} onDone={done} />}
      {items !== undefined && editing.kind === 'none' && (
        <button
          type="button"
          className="button"
          data-testid="constraint-add"
          onClick={() => setEditing({ kind: 'new' })}
        >
          {t('constraints.add')}
          <DraftMark place={constraintPlace(projectId)} />
        </button>
      )}
    </>
  )
}
