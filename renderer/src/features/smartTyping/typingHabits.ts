import type { Text } from '@codemirror/state'
import { leavesOf } from '../editor/textFacts.ts'
import { frontMatterEnd, isFence } from './literalPlaces.ts'

/** Opening and closing marks of every way to quote, for a speech and for a quote inside it. */
export const quotePairs = {
  curly: { double: ['“', '”'], single: ['‘', '’'] },
  corner: { double: ['「', '」'], single: ['『', '』'] },
  guillemets: { double: ['«', '»'], single: ['‹', '›'] },
  inward: { double: ['»', '«'], single: ['›', '‹'] },
  low: { double: ['„', '“'], single: ['‚', '‘'] },
  lowRight: { double: ['„', '”'], single: ['‚', '’'] },
  straight: { double: ['"', '"'], single: ["'", "'"] },
} as const satisfies Readonly<Record<string, Readonly<Record<QuoteKind, readonly [string, string]>>>>

export type QuoteForm = keyof typeof quotePairs
/** `double` is what the key `"` is for, `single` what `'` is for. */
export type QuoteKind = 'double' | 'single'
/** How the text is written: `spaced` is every script that writes words apart. */
type TextScript = 'zh' | 'ja' | 'spaced'

/** How a chapter writes what no keyboard has. */
export interface TypingHabits {
  readonly script: TextScript
  readonly double: QuoteForm
  readonly single: QuoteForm
  /** Inside a word of Latin letters. */
  readonly apostrophe: string
  readonly dash: string
  readonly ellipsis: string
}

type Tally = Readonly<Record<string, number>>

const groups = ['double', 'single', 'apostrophe', 'dash', 'ellipsis', 'script'] as const
/** How often each way is used, by group; adds up over lines. */
export type MarkCounts = Readonly<Record<(typeof groups)[number], Tally>>

// Each class leaves out its own opening mark: a mark that is never closed is looked at once.
const doubles = /“[^“”„\n]*”|„[^“”„\n]*[“”]|「[^「」\n]*」|«[^«»\n]*»|»[^«»\n]*«|"[^"\n]*"/g
const singles =
  /‘[^‘\n]*?’(?!\p{Script=Latin})|『[^『』\n]*』|‹[^‹›\n]*›|›[^‹›\n]*‹|‚[^‚‘’\n]*[‘’]|(?<![\p{Script=Latin}\d])'[^'\n]+'(?!\p{Script=Latin})/gu
const apostrophes = /(?<=\p{Script=Latin})['’](?=\p{Script=Latin})/gu
/** Two hyphens that are neither a rule of Markdown nor a comment, and a dash between spaces that is no range. */
const dashes = /[—―─]+|(?<![-!])--(?![->])|(?<= )–(?= )/g
const ellipses = /…+|⋯+|\.{3,}|。{3,}/g
/** Code, targets of links, tags: their quotes are not the author's. */
const literals = /`[^`\n]*`|\]\([^()\n]*\)|<[A-Za-z!/][^<>\n]*>/g
const scripts = {
  han: /\p{Script=Han}/gu,
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  words: /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\p{L})+/gu,
}

/** The form of each pair; no two forms share one. */
const formsByPair = new Map(
  Object.entries(quotePairs).flatMap(([form, { double, single }]) => [
    [double.join(''), form],
    [single.join(''), form],
  ]),
)
const formOf = (match: string): string =>
  formsByPair.get(match.charAt(0) + match.charAt(match.length - 1)) ?? ''

/** The usual length of what is repeated: a chapter that has `………` writes `……`. */
const ellipsisOf = (match: string) => match.slice(0, /^[.。]/.test(match) ? 3 : 2)

const tally = (text: string, pattern: RegExp, nameOf: (match: string) => string): Tally => {
  const counts: Record<string, number> = {}
  for (const match of text.match(pattern) ?? []) counts[nameOf(match)] = (counts[nameOf(match)] ?? 0) + 1
  return counts
}

const fencesIn = (text: string): number => text.split('\n').filter(isFence).length

/** The beginning of a chapter tells how all of it is written: to count this much takes some 10 ms, once. */
const mostUnits = 40_000
/** Enough of a group of lines to tell its script. */
const scriptUnits = 200

const countMarks = (text: string): MarkCounts => {
  const prose = text.slice(0, mostUnits).replace(literals, ' ')
  const sample = prose.slice(0, scriptUnits)
  return {
    double: tally(prose, doubles, formOf),
    single: tally(prose, singles, formOf),
    apostrophe: tally(prose, apostrophes, (match) => match),
    dash: tally(prose, dashes, (match) => match.slice(0, 2)),
    ellipsis: tally(prose, ellipses, ellipsisOf),
    script: Object.fromEntries(
      Object.entries(scripts).map(([name, pattern]) => [name, sample.match(pattern)?.length ?? 0]),
    ),
  }
}

const sum = (all: readonly MarkCounts[]): MarkCounts => {
  const total = { double: {}, single: {}, apostrophe: {}, dash: {}, ellipsis: {}, script: {} }
  for (const counts of all) for (const group of groups) add(total[group], counts[group], 1)
  return total
}
const add = (total: Record<string, number>, tally: Tally, sign: 1 | -1) => {
  for (const [name, count] of Object.entries(tally)) total[name] = (total[name] ?? 0) + sign * count
}
const without = (all: MarkCounts, part: MarkCounts): MarkCounts => {
  const rest = sum([all])
  for (const group of groups) add(rest[group], part[group], -1)
  return rest
}

export interface MarkCounter {
  /** Counts of a chapter, without its front matter; of a very long one, those of its beginning. */
  of(doc: Text): MarkCounts
  /** Whether the line that begins at a position lies in a fenced block. */
  isFenced(doc: Text, lineStart: number): boolean
}

/** What is counted of a group of lines, once. */
const countedOnce = <Count>(count: (text: string) => Count): ((leaf: Text) => Count) => {
  const counts = new WeakMap<Text, Count>()
  return (leaf) => {
    const counted = counts.get(leaf) ?? count(leaf.toString())
    counts.set(leaf, counted)
    return counted
  }
}

/** Counts marks; a changed chapter shares all groups of lines with the one before but the one written in. */
export const createMarkCounter = (): MarkCounter => {
  const marksOf = countedOnce(countMarks)
  const fencesOf = countedOnce(fencesIn)
  return {
    of(doc) {
      const counts: MarkCounts[] = []
      for (const { leaf, start } of leavesOf(doc)) {
        if (start >= mostUnits) break
        counts.push(marksOf(leaf))
      }
      const end = frontMatterEnd(doc)
      return end === 0 ? sum(counts) : without(sum(counts), countMarks(doc.sliceString(0, end)))
    },
    isFenced(doc, lineStart) {
      let fences = 0
      for (const { leaf, start } of leavesOf(doc)) {
        if (start >= lineStart) break
        const isWhole = start + leaf.length < lineStart
        fences += isWhole ? fencesOf(leaf) : fencesIn(doc.sliceString(start, lineStart))
      }
      return fences % 2 === 1
    },
  }
}

/** The way used most; of equals the one met first; null where none is used. */
const mostUsed = (tally: Tally | undefined): string | null => {
  const [best] = Object.entries(tally ?? {})
    .filter(([, count]) => count > 0)
    .sort(([, left], [, right]) => right - left)
  return best?.[0] ?? null
}
const quotesOf = (tally: Tally | undefined) => mostUsed(tally) as QuoteForm | null // named by `formOf`

/** Whether anything was counted that says how the author writes. */
export const hasMarks = (counts: MarkCounts): boolean =>
  [counts.double, counts.single, counts.dash, counts.ellipsis].some((tally) => mostUsed(tally) !== null)

/** So few characters and words do not say in which script a chapter is written. */
const leastUnits = 8

const scriptOf = ({ script }: MarkCounts, bookLanguage: 'zh' | 'en' | undefined): TextScript => {
  const { han = 0, kana = 0, words = 0 } = script
  const units = han + kana + words
  if (units < leastUnits) {
    if (kana > 0) return 'ja'
    return bookLanguage === 'zh' || han > 0 ? 'zh' : 'spaced'
  }
  // A Chinese book may be full of foreign names, and Japanese is never without kana.
  if ((han + kana) * 3 < units) return 'spaced'
  return kana > (han + kana) / 4 ? 'ja' : 'zh'
}

const defaults = {
  zh: { form: 'curly', dash: '——', ellipsis: '……' },
  ja: { form: 'corner', dash: '――', ellipsis: '……' },
  spaced: { form: 'curly', dash: '—', ellipsis: '…' },
} as const

/**
 * How a chapter is written. What it never uses is as in `usual`, the counts of another chapter of its book, and what
 * neither uses as its script has it.
 */
export const habitsOf = (
  chapter: MarkCounts,
  usual: MarkCounts | null,
  bookLanguage: 'zh' | 'en' | undefined,
): TypingHabits => {
  const script = scriptOf(chapter, bookLanguage)
  const { form, dash, ellipsis } = defaults[script]
  const double = quotesOf(chapter.double)
  const single = quotesOf(chapter.single)
  const usualDouble = quotesOf(usual?.double)
  const usualSingle = quotesOf(usual?.single)
  const doubleForm = double ?? single ?? usualDouble ?? usualSingle ?? form
  const singleForm = single ?? double ?? usualSingle ?? usualDouble ?? form
  return {
    script,
    double: doubleForm,
    single: singleForm,
    apostrophe:
      mostUsed(chapter.apostrophe) ?? mostUsed(usual?.apostrophe) ?? (singleForm === 'straight' ? "'" : '’'),
    dash: mostUsed(chapter.dash) ?? mostUsed(usual?.dash) ?? dash,
    ellipsis: mostUsed(chapter.ellipsis) ?? mostUsed(usual?.ellipsis) ?? ellipsis,
  }
}
