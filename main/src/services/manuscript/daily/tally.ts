/** 字 that one chapter has gained in a day, and of these what came from AI; less than 0 when it became shorter. */
export interface Gain {
  readonly words: number
  readonly ai: number
}

/** One day of a book, by document id. */
export interface DayTally {
  readonly day: string
  readonly chapters: Readonly<Record<string, Gain>>
}

/** What a chapter has gained on that day. */
export function gainOf({ day: counted, chapters }: DayTally, day: string, documentId: string): Gain {
  return counted === day && Object.hasOwn(chapters, documentId) ? (chapters[documentId] ?? nothing) : nothing
}

/**
 * The day with what a save has changed; another day begins at nothing. `recorded`: what the chapter had gained when it
 * had this very text before.
 */
export function withSave(
  { day: before, chapters: existing }: DayTally,
  save: {
    readonly day: string
    readonly documentId: string
    readonly gainedWords: number
    readonly byAi: boolean
    readonly recorded?: Gain | undefined
  },
): DayTally {
  const { day, documentId, gainedWords, byAi } = save
  const chapters = before === day ? existing : {}
  const { words: had, ai } = gainOf({ day, chapters }, day, documentId)
  const gain = save.recorded ?? { words: had + gainedWords, ai: byAi ? ai + gainedWords : ai }
  return { day, chapters: { ...chapters, [documentId]: gain } }
}

export const nothing: Gain = { words: 0, ai: 0 }

/**
 * The words of a day: what each chapter is longer than in the morning. A chapter that became shorter takes nothing
 * from another, and deleting and undoing it is nothing. Whose words were deleted cannot be determined: AI words are
 * those that were accepted, no more than are left.
 */
export function totalOf({ day: counted, chapters }: DayTally, day: string): Gain {
  if (counted !== day) return nothing
  let total = 0
  let ai = 0
  for (const gain of Object.values(chapters)) {
    const gainedWords = Math.max(0, gain.words)
    total += gainedWords
    ai += Math.min(gainedWords, Math.max(0, gain.ai))
  }
  return { words: total, ai }
}

/** The same with ids for chapters that it names by path. */
export function withChapterIds(tally: DayTally, ids: ReadonlyMap<string, string>): DayTally {
  if (!Object.keys(tally.chapters).some((documentId) => ids.has(documentId))) return tally
  const chapters = Object.entries(tally.chapters).map(([id, gain]) => [ids.get(id) ?? id, gain])
  return { ...tally, chapters: Object.fromEntries(chapters) }
}
