import { diffArrays } from 'diff'

/** A stretch that differs between an old text A and a new text B. UTF-16 offsets, the end exclusive. */
export interface Hunk {
  readonly fromA: number
  readonly toA: number
  readonly fromB: number
  readonly toB: number
}

/** Words added or removed beyond which the text counts as written anew. */
const maxEdits = 1000
/** Unchanged characters between two changes that are worth a choice of their own. */
const minUnchanged = 2

/** Chinese by words of the dictionary, other scripts by words; a line ending and a surrogate pair are one segment. */
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

const segmentsOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

const isShort = (text: string) => text.length < minUnchanged * 2 && [...text].length < minUnchanged

/** What changed from `before` to `after`, in order; texts with too little in common are one change. */
export const wordDiff = (before: string, after: string): readonly Hunk[] => {
  if (before === after) return []
  const changes = diffArrays(segmentsOf(before), segmentsOf(after), { maxEditLength: maxEdits })
  if (changes === undefined) return [{ fromA: 0, toA: before.length, fromB: 0, toB: after.length }]
  const hunks: Hunk[] = []
  let [atA, atB] = [0, 0]
  for (const { added, removed, value } of changes) {
    const units = value.reduce((sum, segment) => sum + segment.length, 0)
    const [toA, toB] = [atA + (added ? 0 : units), atB + (removed ? 0 : units)]
    if (added || removed) {
      const last = hunks.at(-1)
      if (last !== undefined && isShort(before.slice(last.toA, atA)))
        hunks[hunks.length - 1] = { ...last, toA, toB }
      else hunks.push({ fromA: atA, toA, fromB: atB, toB })
    }
    ;[atA, atB] = [toA, toB]
  }
  return hunks
}
