/** A model's text while it comes, waits or is decided about part by part. */
export interface SuggestedText {
  readonly skill: 'continue' | 'polish'
  /** What the model has written so far. A run that was cut off may have less of it. */
  readonly chunks: string[]
  state: 'streaming' | 'waiting' | 'divided'
  /** It was cut off by the author or by a reload: the text that waits may be any beginning of it. */
  isCut: boolean
  /** It was taken in part, or text around it was changed since it was divided. */
  isPartTaken: boolean
}

const words = (text: string) => text.replace(/\s+/gu, '')

/**
 * Where `after` has one more stretch than `before` and is the same around it, the stretch: of all that are possible
 * the one at `at`. Null when anything else differs.
 */
function insertedAt(before: string, after: string, at: number): string | null {
  const tail = before.length - at
  if (after.length < before.length || !after.startsWith(before.slice(0, at))) return null
  return after.endsWith(before.slice(at)) ? after.slice(at, after.length - tail) : null
}

/**
 * Whether `after` is `before` with a text put somewhere: its own words whole, once and in order, with nothing but
 * white space around and between them.
 */
export function isInserted(before: string, after: string, text: string): boolean {
  const expected = words(text)
  for (let at = 0; at <= before.length; at++) {
    if (after[at - 1] !== before[at - 1]) return false
    const inserted = insertedAt(before, after, at)
    if (inserted !== null && words(inserted) === expected) return true
  }
  return false
}

/** Whether `after` is `before` with one stretch of it replaced by a text exactly. */
export function isReplaced(before: string, after: string, text: string): boolean {
  for (let at = 0; at <= before.length; at++) {
    if (after[at - 1] !== before[at - 1]) return false
    const tail = after.length - at - text.length
    if (tail < 0 || tail > before.length - at || !after.startsWith(text, at)) continue
    if (before.endsWith(after.slice(after.length - tail))) return true
  }
  return false
}

/** The texts that a suggestion may have. */
export function textsOf(suggestion: SuggestedText | null): readonly string[] {
  if (suggestion === null) return []
  const { chunks, isCut } = suggestion
  const whole = chunks.join('')
  return isCut ? chunks.map((_, index) => chunks.slice(0, index + 1).join('')).toReversed() : [whole]
}

/** Whether a step has put in one paragraph of a text, or some of its words in the place of others. */
export function isPartOf(before: string, after: string, text: string, isReplacement: boolean): boolean {
  if (!isReplacement) {
    const paragraphs = text.split('\n').filter((line) => line.trim() !== '')
    return paragraphs.some((paragraph) => isInserted(before, after, paragraph))
  }
  let head = 0
  while (head < Math.min(before.length, after.length) && before[head] === after[head]) head++
  let tail = 0
  const shared = Math.min(before.length, after.length) - head
  while (tail < shared && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return text.includes(after.slice(head, after.length - tail))
}
