import type { Preference } from '#contract/memory.ts'
import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { KeptSource } from '../kept/keptValue.ts'

/** What the author may say of a preference. */
export type PreferenceFields = Pick<Preference, 'text' | 'kind' | 'confidence'> & {
  readonly asConstraint: boolean
}

const fieldsOf = ({ text, kind, confidence, asConstraint = false }: Preference): PreferenceFields => ({
  text,
  kind,
  confidence,
  asConstraint,
})
export const trimmed = (fields: PreferenceFields): PreferenceFields => ({
  ...fields,
  text: fields.text.trim(),
})
export const isReady = ({ text }: PreferenceFields) => text.trim() !== ''

/** One preference as its form stores it. */
export const storedPreference = (
  ipc: Ipc,
  { projectId, id }: { readonly projectId: string; readonly id: string },
): KeptSource<PreferenceFields> => ({
  async read() {
    const answer = await ipc.invoke('memory:list', { projectId })
    if (!answer.ok) return answer
    const found = answer.data.preferences.find((one) => one.id === id)
    if (found === undefined) return { ok: false, error: errorPayload('NOT_FOUND') }
    return { ok: true, data: { value: fieldsOf(found), hash: null } }
  },
  async write(fields, _hash, base) {
    const preference = { id, ...trimmed(fields) }
    const answer = await ipc.invoke('memory:save', { projectId, preference, base })
    return answer.ok ? { ok: true, data: { hash: null } } : answer
  },
  isReady,
  asStored: trimmed,
})
