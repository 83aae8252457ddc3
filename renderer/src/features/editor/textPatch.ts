/** How one text comes from another: what stands between what both begin and end with. */
export interface TextPatch {
  /** UTF-16 offsets in the earlier text. */
  readonly from: number
  readonly to: number
  /** May begin or end with half of a surrogate pair. */
  readonly insert: string
}

/** The one patch that makes `after` of `before`; both are compared once from each end. */
export const patchBetween = (before: string, after: string): TextPatch => {
  const shortest = Math.min(before.length, after.length)
  let from = 0
  while (from < shortest && before[from] === after[from]) from += 1
  let end = 0
  while (end < shortest - from && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}

/** Null for a text that the patch was not made of. */
export const applyPatch = (text: string, { from, to, insert }: TextPatch): string | null =>
  from <= to && to <= text.length ? text.slice(0, from) + insert + text.slice(to) : null
