import { characterEnd, characterStart } from '../../lib/text.ts'
import { type Anchor, contextUnits, maxExactUnits } from './threadsFile.ts'

/** A chapter as anchors see it. */
export interface AnchorChapter {
  /** Its id. */
  readonly documentId: string
  /** Its text as stored. */
  readonly text: string
}

/** Where an anchor's words are: UTF-16 offsets, `to` exclusive. */
export interface AnchorPlace {
  /** Id of the chapter. */
  readonly documentId: string
  /** Of the first character. */
  readonly from: number
  /** Behind the last one. */
  readonly to: number
}

interface Candidate extends AnchorPlace {
  /** Letters and digits in a row that it has in common with what stood before and behind. */
  readonly common: number
  /** All that the anchor remembers of both sides. */
  readonly isWhole: boolean
}

/** Occurrences that are looked at: words that stand so often in a chapter are no sentence. */
const maxCandidates = 200
/** Letters and digits of context by which one of several equal sentences must be ahead of the others. */
const leastLead = 8

/** The anchor of a stretch of a chapter, cut at whole characters. */
export function anchorOf({ documentId, text }: AnchorChapter, start: number, end: number): Anchor {
  const at = characterStart(text, start)
  const to = characterStart(text, Math.min(wholeEnd(text, end), at + maxExactUnits))
  return {
    chapter: documentId,
    exact: text.slice(at, to),
    before: text.slice(wholeEnd(text, Math.max(0, at - contextUnits)), at),
    after: text.slice(to, characterStart(text, Math.min(text.length, to + contextUnits))),
    at,
  }
}

/** An offset inside a surrogate pair moves behind it. */
const wholeEnd = (text: string, offset: number) =>
  characterStart(text, offset) === offset ? offset : characterEnd(text, offset - 1)

/**
 * Finds the words of an anchor: where they were, else in their chapter, else in its neighbours, else anywhere in the
 * book, which is where splits, merges and moves put them. Of several equal sentences the one whose surroundings agree;
 * undefined when there is none, or when they cannot be told apart. `chapters` in the order of the book.
 */
export function findAnchor(anchor: Anchor, chapters: readonly AnchorChapter[]): AnchorPlace | undefined {
  const own = chapters.findIndex(({ documentId }) => documentId === anchor.chapter)
  const home = chapters[own]
  const hinted = home && candidateAt(anchor, home, anchor.at)
  if (hinted?.isWhole) return placeOf(hinted)
  const tiers: readonly (readonly AnchorChapter[])[] = [
    home ? [home] : [],
    own < 0 ? [] : [chapters[own - 1], chapters[own + 1]].filter((each) => each !== undefined),
  ]
  const searched = new Set<AnchorChapter>()
  const earlier: Candidate[] = []
  for (const tier of tiers) {
    const candidates = tier.flatMap((chapter) => candidatesIn(anchor, chapter))
    for (const chapter of tier) searched.add(chapter)
    earlier.push(...candidates)
    const chosen = choose(candidates)
    if (chosen && chosen.common >= leastLead) return placeOf(chosen)
    // Without anything in common around them these words must be the only ones of the book.
    if (candidates.length > 0) break
  }
  const rest = chapters
    .filter((chapter) => !searched.has(chapter))
    .flatMap((each) => candidatesIn(anchor, each))
  const chosen = choose([...earlier, ...rest])
  return chosen && placeOf(chosen)
}

/** The anchor at its present place; `lost` where there is none. The same object when nothing changed. */
export function refreshed(anchor: Anchor, chapters: readonly AnchorChapter[]): Anchor {
  const place = findAnchor(anchor, chapters)
  if (!place) return anchor.lost ? anchor : { ...anchor, lost: true }
  const chapter = chapters.find(({ documentId }) => documentId === place.documentId)
  if (!chapter) return anchor
  const { lost: _, ...rest } = anchor
  const next = { ...rest, ...anchorOf(chapter, place.from, place.to) }
  const isSame =
    !anchor.lost &&
    (['chapter', 'before', 'after', 'at'] as const).every((field) => next[field] === anchor[field])
  return isSame ? anchor : next
}

/** The only one, or the one that is clearly ahead. */
function choose(candidates: readonly Candidate[]): Candidate | undefined {
  const [best, next] = candidates.toSorted((a, b) => b.common - a.common)
  if (!best || !next) return best
  return best.common - next.common >= leastLead ? best : undefined
}

const placeOf = ({ documentId, from, to }: Candidate): AnchorPlace => ({ documentId, from, to })

function candidatesIn(anchor: Anchor, chapter: AnchorChapter): Candidate[] {
  const occurrences: Candidate[] = []
  const { text } = chapter
  for (
    let at = text.indexOf(anchor.exact);
    at >= 0 && occurrences.length < maxCandidates;
    at = text.indexOf(anchor.exact, at + 1)
  ) {
    const candidate = candidateAt(anchor, chapter, at)
    if (candidate) occurrences.push(candidate)
  }
  return occurrences
}

function candidateAt(
  anchor: Anchor,
  { documentId, text }: AnchorChapter,
  from: number,
): Candidate | undefined {
  const { exact, before, after } = anchor
  if (!text.startsWith(exact, from)) return undefined
  const to = from + exact.length
  let left = 0
  while (left < before.length && before.at(-1 - left) === text[from - 1 - left]) left += 1
  let right = 0
  while (right < after.length && after[right] === text[to + right]) right += 1
  // Indents and line breaks are around every sentence.
  const common = `${text.slice(from - left, from)}${text.slice(to, to + right)}`.replace(
    /[^\p{L}\p{N}]/gu,
    '',
  )
  const isWhole = left === before.length && right === after.length
  return { documentId, from, to, common: common.length, isWhole }
}
