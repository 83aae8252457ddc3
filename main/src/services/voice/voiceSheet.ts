import type { ChapterVoice } from './chapterVoice.ts'
import type { VoiceLanguage } from './commonWords.ts'
import type { NameFilter } from './nameFilter.ts'
import { addedCounts, noCounts, type VoiceCounts } from './voiceCounts.ts'
import { meanOf, quantileOf } from './voiceDistance.ts'

/** How an author writes, as numbers and words of the author's own. */
export interface VoiceSheet {
  /** Chapters that were counted. */
  readonly chapters: number
  /** Characters of Chinese, words of English, in all of them. */
  readonly units: number
  /** Units of a sentence. */
  readonly sentence: VoiceLengths
  /** Units of a paragraph. */
  readonly paragraph: VoiceLengths
  /** Share of the text inside quotation marks, 0–1. */
  readonly dialogue: number
  /** Whom the narration is about; `mixed`: neither is twice the other; null: not to be told. */
  readonly person: 'first' | 'third' | 'mixed' | null
  /** Null: the language has none, or it is not to be told. */
  readonly tense: 'past' | 'present' | 'mixed' | null
  /** How clauses often begin, those of the most chapters first, with occurrences. */
  readonly turns: readonly { readonly text: string; readonly count: number }[]
  /** Sentences of the book without any name, in its order. */
  readonly quotations: readonly string[]
}

/** Of sentences or paragraphs, in units: the mean, and what a tenth, a half and nine tenths do not exceed. */
interface VoiceLengths {
  readonly mean: number
  readonly short: number
  readonly middle: number
  readonly long: number
}

const maxTurns = 12
const maxQuotations = 3
/** A turn is a habit when this share of the chapters has it. */
const habitShare = 0.1
const leastTurnCount = 3
/** A longer turn replaces the one it begins with when it is most of its occurrences. */
const longerShare = 0.6
/** So many times as frequent as the other. */
const clearly = 2
const leastForms = 20

/** The sheet of a book, or null when it has no chapter with words. */
export function voiceSheet(
  chapters: readonly ChapterVoice[],
  language: VoiceLanguage,
  names: NameFilter,
): VoiceSheet | null {
  const counts = chapters.map((chapter) => chapter.counts).reduce(addedCounts, noCounts(language))
  const { units, dialogueUnits, persons, tenses } = counts
  if (units === 0) return null
  return {
    ...{ chapters: chapters.length, units },
    sentence: lengthsOf(counts.sentences),
    paragraph: lengthsOf(counts.paragraphs),
    dialogue: rounded(dialogueUnits / units, 3),
    person: clearer('first', persons[0], 'third', persons[1]),
    tense: clearer('past', tenses[0], 'present', tenses[1]),
    turns: favouriteTurns(chapters, names),
    quotations: quotationsOf(chapters, counts, names),
  }
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))

const lengthsOf = (lengths: VoiceCounts['sentences']): VoiceLengths => ({
  mean: rounded(meanOf(lengths), 1),
  short: quantileOf(lengths, 0.1),
  middle: quantileOf(lengths, 0.5),
  long: quantileOf(lengths, 0.9),
})

function clearer<A extends string, B extends string>(a: A, countA: number, b: B, countB: number) {
  if (countA + countB < leastForms) return null
  if (countA >= clearly * countB) return a
  return countB >= clearly * countA ? b : 'mixed'
}

function favouriteTurns(chapters: readonly ChapterVoice[], names: NameFilter): VoiceSheet['turns'] {
  const all = new Map<string, { text: string; count: number; chapters: number }>()
  for (const { turns } of chapters)
    for (const [text, count] of turns) {
      const before = all.get(text)
      if (!before) all.set(text, { text, count, chapters: 1 })
      else {
        before.count += count
        before.chapters += 1
      }
    }
  const leastChapters = Math.max(2, Math.ceil(chapters.length * habitShare))
  const frequent = [...all.values()]
    .filter(({ count, chapters: of }) => count >= leastTurnCount && of >= leastChapters)
    .sort((a, b) => b.chapters - a.chapters || b.count - a.count || (a.text < b.text ? -1 : 1))
  const chosen: { text: string; count: number }[] = []
  for (const { text, count } of frequent) {
    if (chosen.length >= maxTurns) break
    const isPart = (longer: { text: string; count: number }) =>
      longer.text !== text && longer.text.startsWith(text) && longer.count >= longerShare * count
    if (frequent.some(isPart) || chosen.some((shorter) => text.startsWith(shorter.text))) continue
    if (!names.mayHaveName(text)) chosen.push({ text, count })
  }
  return chosen
}

/** One of each third of the book: of a usual length for its author, and of the commonest words. */
function quotationsOf(
  chapters: readonly ChapterVoice[],
  { sentences }: VoiceCounts,
  names: NameFilter,
): readonly string[] {
  const usual = quantileOf(sentences, 0.5)
  const thirds = Array.from({ length: maxQuotations }, (_, at) =>
    chapters.slice(
      Math.floor((at * chapters.length) / maxQuotations),
      Math.floor(((at + 1) * chapters.length) / maxQuotations),
    ),
  )
  return thirds.flatMap((third) => {
    const candidates = third.flatMap((chapter) => chapter.sentences)
    const ranked = candidates
      .map((text, at) => ({ text, at, off: Math.abs(text.length - usual) }))
      .sort((a, b) => a.off - b.off || a.at - b.at)
    const best = ranked.find(({ text }) => !names.mayHaveName(text))
    return best ? [best.text] : []
  })
}
