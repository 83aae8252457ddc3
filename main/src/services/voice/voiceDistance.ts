import type { VoiceCounts } from './voiceCounts.ts'

/** A chapter with fewer units is too short to say how much its author varies. */
const leastUnits = 500
/** One habit counts for no more than this, however far off it is. */
const farthest = 5

/** The habits of an author, and by how much they vary from chapter to chapter. */
export interface VoiceHabits {
  /** Per 1,000 units or as a logarithm: all that `habitsOf` measures, in its order. */
  readonly means: readonly number[]
  /** Standard deviation over chapters. */
  readonly spreads: readonly number[]
  /** Rates, whose accuracy depends on the length of a text; the others are lengths and shares. */
  readonly rates: number
}

/** Common words and marks per 1,000 units, then lengths and the share of dialogue. */
function habitsOf({ units, common, marks, sentences, paragraphs, dialogueUnits }: VoiceCounts) {
  const perThousand = (count: number) => (units === 0 ? 0 : (count * 1000) / units)
  const rates = [...common, ...marks].map(perThousand)
  const shares = [
    ...spreadOf(sentences),
    Math.log1p(meanOf(paragraphs)),
    units === 0 ? 0 : dialogueUnits / units,
  ]
  return { rates, shares }
}

/** The habits of a book, from its chapters and their sum. */
export function voiceHabits(whole: VoiceCounts, chapters: readonly VoiceCounts[]): VoiceHabits {
  const { rates, shares } = habitsOf(whole)
  const means = [...rates, ...shares]
  const long = chapters.filter(({ units }) => units >= leastUnits)
  const each = long.map((chapter) => {
    const habits = habitsOf(chapter)
    return [...habits.rates, ...habits.shares]
  })
  const spreads = means.map((mean, at) => {
    const variance = each.reduce((sum, habits) => sum + ((habits[at] ?? 0) - mean) ** 2, 0)
    return Math.sqrt(variance / Math.max(1, each.length - 1))
  })
  return { means, spreads, rates: rates.length }
}

/**
 * How far a text is from an author's habits: the mean over all habits of the difference in standard deviations, with
 * what chance alone does to a text of that length taken off (Burrows's Delta with the author's own spread as scale).
 * About 0.8 for chapters of the author; undefined for a text without words.
 */
export function voiceDistance({ means, spreads, rates }: VoiceHabits, text: VoiceCounts): number | undefined {
  if (text.units === 0 || means.length === 0) return undefined
  const habits = habitsOf(text)
  const values = [...habits.rates, ...habits.shares]
  const sentences = text.sentences.reduce((sum, count) => sum + count, 0)
  const total = means.reduce((sum, mean, at) => {
    const chance = at < rates ? (Math.max(mean, 1) * 1000) / text.units : 0.25 / Math.max(1, sentences)
    const spread = Math.sqrt((spreads[at] ?? 0) ** 2 + chance)
    return sum + Math.min(farthest, Math.abs((values[at] ?? 0) - mean) / spread)
  }, 0)
  return total / means.length
}

/** Mean and standard deviation of the logarithms of lengths. */
function spreadOf(lengths: readonly number[]): readonly [number, number] {
  const count = lengths.reduce((sum, each) => sum + each, 0)
  if (count === 0) return [0, 0]
  const mean = lengths.reduce((sum, each, length) => sum + each * Math.log1p(length), 0) / count
  const variance = lengths.reduce((sum, each, length) => sum + each * (Math.log1p(length) - mean) ** 2, 0)
  return [mean, Math.sqrt(variance / count)]
}

/** The mean of lengths by how many there are of each. */
export function meanOf(lengths: readonly number[]): number {
  const count = lengths.reduce((sum, each) => sum + each, 0)
  return count === 0 ? 0 : lengths.reduce((sum, each, length) => sum + each * length, 0) / count
}

/** The length that a share of all does not exceed. */
export function quantileOf(lengths: readonly number[], share: number): number {
  const count = lengths.reduce((sum, each) => sum + each, 0)
  let reached = 0
  for (const [length, each] of lengths.entries()) {
    reached += each
    if (reached >= share * count && reached > 0) return length
  }
  return 0
}
