import { type Anchor, type AnchorChapter, type AnchorPlace, findAnchor } from '../threads/index.ts'

/** UTF-16 units of what was before and after the words that must be there at least, by which a changed sentence is recognised. */
const leastContext = 8
/** How many times longer than it was a changed sentence may be, and how much longer at least, in UTF-16 units. */
const growth = { factor: 3, units: 100 }

/**
 * Where the words of a note are: themselves, in their chapter or in the book, else what is now between the texts that
 * were before and after them. Undefined when neither is found, or not to be told from others. `chapters` in the order of
 * the book.
 */
export function notePlace(anchor: Anchor, chapters: readonly AnchorChapter[]): AnchorPlace | undefined {
  const home = chapters.find(({ documentId }) => documentId === anchor.chapter)
  const inHome = home && findAnchor(anchor, [home])
  if (inHome) return inHome
  const place = findAnchor(anchor, chapters)
  if (place) return place
  const between = chapters.flatMap((chapter) => changedWords(anchor, chapter) ?? [])
  return between.length === 1 ? between[0] : undefined
}

/** What is between the two sides of an anchor; undefined where one of them is absent or there twice. */
function changedWords(
  { exact, before, after }: Anchor,
  { documentId, text }: AnchorChapter,
): AnchorPlace | undefined {
  const from = onlyEndOf(text, before)
  const to = onlyStartOf(text, after)
  if (from === undefined || to === undefined) return undefined
  const longest = Math.max(exact.length * growth.factor, exact.length + growth.units)
  if (to <= from || to - from > longest || text.slice(from, to).trim() === '') return undefined
  return { documentId, from, to }
}

/** Where the longest end of `before` that the text has ends in it; undefined where that is short, or there twice. */
function onlyEndOf(text: string, before: string): number | undefined {
  for (let start = 0; start <= before.length - leastContext; start += 1) {
    const words = before.slice(start)
    const at = text.indexOf(words)
    if (at >= 0) return text.includes(words, at + 1) ? undefined : at + words.length
  }
  return undefined
}

/** Where the longest beginning of `after` that the text has begins in it; undefined as in `onlyEndOf`. */
function onlyStartOf(text: string, after: string): number | undefined {
  for (let end = after.length; end >= leastContext; end -= 1) {
    const words = after.slice(0, end)
    const at = text.indexOf(words)
    if (at >= 0) return text.includes(words, at + 1) ? undefined : at
  }
  return undefined
}
