import type { AppSettings } from '#contract/settings.ts'
import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import type { Ipc } from '../../ipc/types.ts'
import { draftOf } from '../drafts/draft.ts'
import type { KeptSource } from '../kept/keptValue.ts'

const mostDimensions = 16_384

/** The fields of the form, as they are typed. */
export interface VectorFields {
  /** Empty: no vectors. */
  readonly providerId: string
  readonly model: string
  /** Empty: as the model makes them. */
  readonly dimensions: string
}

const fieldsOf = ({ embedding }: AppSettings): VectorFields => ({
  providerId: embedding?.providerId ?? '',
  model: embedding?.model ?? '',
  dimensions: embedding?.dimensions?.toString() ?? '',
})

/** Whole dimensions; undefined when it is not said, null when it is none. */
export function dimensionsIn({ dimensions }: VectorFields): number | undefined | null {
  if (dimensions.trim() === '') return undefined
  const count = Number(dimensions)
  return Number.isInteger(count) && count >= 1 && count <= mostDimensions ? count : null
}

export const isReady = (fields: VectorFields): boolean =>
  fields.providerId === '' || (fields.model.trim() !== '' && dimensionsIn(fields) !== null)

/** What the fields say as a setting. */
function embeddingIn(fields: VectorFields): AppSettings['embedding'] {
  const { providerId, model } = fields
  if (providerId === '') return null
  const dimensions = dimensionsIn(fields) ?? undefined
  return { providerId, model: model.trim(), ...(dimensions !== undefined && { dimensions }) }
}

/** What makes vectors, as its form stores it. */
export const storedVectors = (ipc: Ipc): KeptSource<VectorFields> => ({
  async read() {
    const answer = await ipc.invoke('settings:get', {})
    return answer.ok ? { ok: true, data: { value: fieldsOf(answer.data), hash: null } } : answer
  },
  async write(fields, _hash, base) {
    const answer = await ipc.invoke('settings:get', {})
    if (!answer.ok) return answer
    if (draftOf(fieldsOf(answer.data), base) !== null) return { ok: false, error: errorPayload('CONFLICT') }
    const stored = await ipc.invoke('settings:update', { patch: { embedding: embeddingIn(fields) } })
    return stored.ok ? { ok: true, data: { hash: null } } : stored
  },
  isReady,
  asStored: (fields) =>
    fields.providerId === ''
      ? { providerId: '', model: '', dimensions: '' }
      : { ...fields, model: fields.model.trim(), dimensions: dimensionsIn(fields)?.toString() ?? '' },
})
