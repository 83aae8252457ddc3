import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { KeptSource } from '../kept/keptValue.ts'
import { type ConstraintFields, constraintOf, fieldsOf, isPriority, isReady } from './constraintFields.ts'

/** One constraint as its form stores it. */
export const storedConstraint = (
  ipc: Ipc,
  { projectId, id }: { readonly projectId: string; readonly id: string },
): KeptSource<ConstraintFields> => ({
  async read() {
    const answer = await ipc.invoke('constraints:list', { projectId })
    if (!answer.ok) return answer
    const item = answer.data.items.find((one) => one.id === id)
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
