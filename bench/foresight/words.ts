import type { Book } from './book.ts'

/** A telling word of a book: rare over the passages, and clumped in few chapters. */
export interface BookWords {
  readonly weights: ReadonlyMap<string, number>
  /** The distinct telling words of a text. */
  in(text: string): Set<string>
}

/** Taken off the weight of every word: what is left of style and chance. */
const style = 1
const longest = 4
const never = /[的了着么吗呢吧们曰我你他她这那哪吾汝]/
const edge =
  /^[不没是就也又都还把被将与和在于之其而以来去有无皆且便乃遂却只可自即亦若等]|[不没是就也又都还把被将与和在于之其而以者道说有无皆且便乃遂却只可即亦若等]$/
const stretches = /[\p{Script=Han}\p{L}\p{N}]+/gu

interface Counted {
  count: number
  readonly chapters: Set<number>
}

/**
 * The words of a book, found by itself. Chinese: stretches of 2–4 characters that hold together and stand in varied
 * company; else the words as they are written. Weight: ln(passages / passages with it) × clumping − style.
 */
export function wordsOf(book: Book): BookWords {
  const { isChinese, text, chapters, passages } = book
  const runs = chapters.flatMap(({ from, to, number }) =>
    runsIn(text.slice(from, to), isChinese).map((run) => [run, number] as const),
  )
  const counted = isChinese ? chineseWords(runs) : plainWords(runs)
  const whole = chapters.reduce((sum, { from, to }) => sum + to - from, 0)
  const shares = chapters.map(({ from, to }) => (to - from) / whole)
  const clumps = new Map<string, number>()
  for (const [word, { count, chapters }] of counted) {
    const expected = shares.reduce((sum, share) => sum + 1 - (1 - share) ** count, 0)
    if (chapters.size < expected) clumps.set(word, 1 - chapters.size / expected)
  }
  const wordsIn = (some: string, known: ReadonlyMap<string, number>) =>
    isChinese ? segment(some, known) : new Set(runsIn(some, false).filter((word) => known.has(word)))
  const within = new Map<string, number>()
  for (const { from, to } of passages)
    for (const word of wordsIn(text.slice(from, to), clumps)) within.set(word, (within.get(word) ?? 0) + 1)
  const weights = new Map<string, number>()
  for (const [word, clumping] of clumps) {
    const df = within.get(word) ?? 0
    if (df < 2 || df > 0.05 * passages.length) continue
    weights.set(word, Math.max(0, Math.log(passages.length / df) * clumping - style))
  }
  return { weights, in: (some) => wordsIn(some, weights) }
}

const runsIn = (text: string, isChinese: boolean) =>
  (isChinese ? text : text.toLowerCase()).match(stretches) ?? []

function plainWords(runs: readonly (readonly [string, number])[]): Map<string, Counted> {
  const found = new Map<string, Counted>()
  for (const [word, chapter] of runs) {
    const known = found.get(word) ?? { count: 0, chapters: new Set() }
    known.count++
    known.chapters.add(chapter)
    found.set(word, known)
  }
  return new Map([...found].filter(([word, { count }]) => word.length > 2 && count >= 3))
}

function chineseWords(runs: readonly (readonly [string, number])[]): Map<string, Counted> {
  const counts = new Map<string, number>()
  let total = 0
  for (const [run] of runs) {
    total += run.length
    for (let n = 1; n <= longest; n++)
      for (let at = 0; at + n <= run.length; at++) {
        const gram = run.slice(at, at + n)
        counts.set(gram, (counts.get(gram) ?? 0) + 1)
      }
  }
  const of = (gram: string) => counts.get(gram) ?? 0
  const holds = (gram: string) =>
    Array.from({ length: gram.length - 1 }, (_, at) => at + 1).every(
      (cut) => Math.log((of(gram) * total) / (of(gram.slice(0, cut)) * of(gram.slice(cut)))) >= 2.5,
    )
  const found = new Map<string, Counted & { left: Map<string, number>; right: Map<string, number> }>()
  for (const [gram, count] of counts)
    if (gram.length > 1 && count >= 3 && !never.test(gram) && !edge.test(gram) && holds(gram))
      found.set(gram, { count, chapters: new Set(), left: new Map(), right: new Map() })
  for (const [run, chapter] of runs)
    for (let n = 2; n <= longest; n++)
      for (let at = 0; at + n <= run.length; at++) {
        const known = found.get(run.slice(at, at + n))
        if (!known) continue
        // The edge of a run is company of its own each time.
        add(known.left, run[at - 1] ?? `<${known.left.size}`)
        add(known.right, run[at + n] ?? `>${known.right.size}`)
        known.chapters.add(chapter)
      }
  return new Map([...found].filter(([, it]) => entropy(it.left) >= 0.8 && entropy(it.right) >= 0.8))
}

const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)

function entropy(map: ReadonlyMap<string, number>): number {
  const sum = [...map.values()].reduce((all, it) => all + it, 0)
  return [...map.values()].reduce((all, it) => all - (it / sum) * Math.log(it / sum), 0)
}

/** Leftmost-longest. */
function segment(text: string, words: ReadonlyMap<string, number>): Set<string> {
  const found = new Set<string>()
  for (const [run] of text.matchAll(stretches))
    for (let at = 0; at < run.length; ) {
      let n = Math.min(longest, run.length - at)
      while (n > 1 && !words.has(run.slice(at, at + n))) n--
      if (n > 1) found.add(run.slice(at, at + n))
      at += n
    }
  return found
}
