import type { Preference } from '#contract/memory.ts'
import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import type { ChannelMutation } from '../../ipc/queries.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { AutosavedUse } from '../autosavedForm/useAutosaved.ts'
import type { DraftPlace } from '../drafts/drafts.ts'

/** How the parts of the screen write; the screen shows what was refused. */
export type MemoryMutation = ChannelMutation<'memory:save' | 'memory:decide' | 'memory:delete'>

/** What the author decides of a preference. */
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

/** Where the unfinished words of a preference lie; without an id, those of a new one. */
export const preferencePlace = (projectId: string, id = 'new'): DraftPlace => ({
  projectId,
  form: 'preference',
  row: id,
})

/** One preference as its form stores it. */
export const storedPreference = (
  ipc: Ipc,
  { projectId, id }: { readonly projectId: string; readonly id: string },
): AutosavedUse<PreferenceFields> => ({
  path: '.creonow/memory/preferences.json',
  place: preferencePlace(projectId, id),
  async read() {
    const answer = await ipc.invoke('memory:list', { projectId })
    if (!answer.ok) return answer
    const preference = answer.data.preferences.find((each) => each.id === id)
    if (preference === undefined) return { ok: false, error: errorPayload('NOT_FOUND') }
    return { ok: true, data: { value: fieldsOf(preference), hash: null } }
  },
  async write(fields, _hash, base) {
    const preference = { id, ...trimmed(fields) }
    const answer = await ipc.invoke('memory:save', { projectId, preference, base })
    return answer.ok ? { ok: true, data: { hash: null } } : answer
  },
  isReady,
  asStored: trimmed,
})
