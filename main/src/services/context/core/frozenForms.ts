import { type Form, formOf, inForm } from './reuse.ts'
import { type Chunk, chunkKey, type Placed } from './types.ts'

/** The form in which a piece of the prefix is printed until the next rebuild. Plain JSON: part of the session state. */
export interface FrozenForm {
  readonly key: string
  readonly form: Form
  /** UTF-16 units of the whole text; of a text with another length nothing is reused. */
  readonly units: number
}

/** Undefined when a piece is new, is gone, or was edited since: then the layer is fitted anew. */
export function inFrozenForms(
  chunks: readonly Chunk[],
  frozen: readonly FrozenForm[],
): readonly Placed[] | undefined {
  const forms = new Map(frozen.map((piece) => [piece.key, piece]))
  const placed = chunks.flatMap((chunk) => {
    const saved = forms.get(chunkKey(chunk))
    return saved?.units === chunk.text.length && cutsCleanly(chunk.text, saved.form)
      ? [inForm(chunk, saved.form)]
      : []
  })
  return placed.length === chunks.length && placed.length === frozen.length ? placed : undefined
}

/** The text may have been edited to the same length: no character is cut in two. */
function cutsCleanly(text: string, { start = 0, units = text.length - start }: Form): boolean {
  const ends = [start, start + units]
  return ends.every((at) => at <= text.length && !/[\uDC00-\uDFFF]/.test(text.charAt(at)))
}

/** The forms that the next requests print. */
export const formsToFreeze = (placed: readonly Placed[]): FrozenForm[] =>
  placed.map((item) => ({ key: chunkKey(item.chunk), form: formOf(item), units: item.chunk.text.length }))
