import { type Form, formOf, inForm } from './reuse.ts'
import { type Chunk, chunkKey, type Placed } from './types.ts'

/** The form in which a piece of Settings is printed until the next rebuild. Plain JSON: part of the session state. */
export interface FrozenSetting {
  readonly key: string
  readonly form: Form
  /** UTF-16 units of the whole text; of a text with another length nothing is reused. */
  readonly units: number
}

/** Undefined when a piece is new, or was edited after it was shortened: then Settings are fitted anew. */
export function inFrozenForms(
  chunks: readonly Chunk[],
  frozen: readonly FrozenSetting[],
): readonly Placed[] | undefined {
  const forms = new Map(frozen.map((setting) => [setting.key, setting]))
  const placed = chunks.flatMap((chunk) => {
    const setting = forms.get(chunkKey(chunk))
    return setting?.units === chunk.text.length ? [inForm(chunk, setting.form)] : []
  })
  return placed.length === chunks.length && placed.length === frozen.length ? placed : undefined
}

/** The forms that the next requests print. */
export const formsOfSettings = (placed: readonly Placed[]): FrozenSetting[] =>
  placed.map((item) => ({ key: chunkKey(item.chunk), form: formOf(item), units: item.chunk.text.length }))
