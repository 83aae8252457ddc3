import type { ConstraintItem, ListedConstraint } from '#contract/constraints.ts'
import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { AutosavedUse } from '../autosavedForm/useAutosaved.ts'
import type { DraftPlace } from '../drafts/drafts.ts'

/** What an author decides of a constraint. */
export type ConstraintDraft = Pick<ConstraintItem, 'text' | 'kind' | 'priority' | 'scope'>

/** A constraint as its fields hold it. */
export interface ConstraintFields {
  readonly text: string
  readonly kind: ListedConstraint['kind']
  readonly priority: string
  /** The chapters it holds from and to; empty: anywhere. */
  readonly from: string
  readonly to: string
}

const usualPriority = 100

export const emptyFields: ConstraintFields = {
  text: '',
  kind: 'narrative',
  priority: String(usualPriority),
  from: '',
  to: '',
}

const fieldsOf = ({ text, kind, priority, scope }: ConstraintDraft): ConstraintFields => ({
  text,
  kind,
  priority: String(priority),
  from: scope?.from ?? '',
  to: scope?.to ?? '',
})

/** The constraint that ready fields stand for. */
export const constraintOf = ({ text, kind, priority, from, to }: ConstraintFields): ConstraintDraft => ({
  text: text.trim(),
  kind,
  priority: Number(priority),
  ...(from === '' && to === ''
    ? {}
    : { scope: { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) } }),
})

export const isPriority = (text: string) => /^\d{1,4}$/.test(text) && Number(text) <= 1000
export const isReady = ({ text, priority }: ConstraintFields) => text.trim() !== '' && isPriority(priority)

/** Where the unfinished words of a constraint lie; without an id, those of a new one. */
export const constraintPlace = (projectId: string, id = 'new'): DraftPlace => ({
  projectId,
  form: 'constraint',
  row: id,
})

/** One constraint as its form stores it. */
export const storedConstraint = (
  ipc: Ipc,
  { projectId, id }: { readonly projectId: string; readonly id: string },
): AutosavedUse<ConstraintFields> => ({
  path: '.creonow/rules/constraints.json',
  place: constraintPlace(projectId, id),
  async read() {
    const answer = await ipc.invoke('constraints:list', { projectId })
    if (!answer.ok) return answer
    const item = answer.data.items.find((each) => each.id === id)
    if (item === undefined) return { ok: false, error: errorPayload('CONSTRAINT_NOT_FOUND') }
    return { ok: true, data: { value: fieldsOf(item), hash: null } }
  },
  async write(fields, _hash, base) {
    const { scope = null, ...rest } = constraintOf(fields)
    const patch = { ...rest, scope }
    const answer = await ipc.invoke('constraints:update', { projectId, id, patch, base: constraintOf(base) })
    return answer.ok ? { ok: true, data: { hash: null } } : answer
  },
  isReady,
  asStored: (fields) => (isPriority(fields.priority) ? fieldsOf(constraintOf(fields)) : fields),
})
