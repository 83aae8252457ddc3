/** 字 that one chapter has gained in a day, and of these what came from AI; less than 0 when it became shorter. */
export interface Gain {
  readonly words: number
  readonly ai: number
}

/** Writing whose time is known: saves that followed one another while the author typed. */
interface Paced {
  /** 字 that came in that time. */
  readonly words: number
  /** Milliseconds. */
  readonly ms: number
}

/** One day of a book while it may still change. */
interface DayTally {
  /** By document id. */
  readonly chapters: Readonly<Record<string, Gain>>
  readonly paced: Paced
  /** The author's goal when something was saved last, in 字; 0: none. */
  readonly goal: number
}

/** One day of a book in sum. */
export interface WrittenDay extends Gain {
  readonly paced: Paced
  readonly goal: number
}

/** What was written in a book, by day of the author's calendar. */
export interface Tally {
  /** The newest days, whose chapters are told apart. */
  readonly days: Readonly<Record<string, DayTally>>
  /** All others, in sum. */
  readonly past: Readonly<Record<string, WrittenDay>>
}

/** Two devices may have two days at a moment, and a third begins while one of them sleeps. */
const openDays = 3

export const nothing: Gain = { words: 0, ai: 0 }
const noPace: Paced = { words: 0, ms: 0 }

const memberOf = <T>(all: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(all, key) ? all[key] : undefined

/** What a chapter has gained on that day. */
export function gainOf({ days }: Pick<Tally, 'days'>, day: string, documentId: string): Gain {
  const tally = memberOf(days, day)
  return (tally && memberOf(tally.chapters, documentId)) ?? nothing
}

/** The newest day that something was written on; empty: none. */
export const newestDay = ({ days }: Pick<Tally, 'days'>): string => Object.keys(days).sort().at(-1) ?? ''

/**
 * The tally with what a save has changed. `recorded`: what the chapter had gained when it had this very text before,
 * which the author went back to: nothing was written. Days that are no longer open are added to the past.
 */
export function withSave(
  { days, past }: Tally,
  save: {
    readonly day: string
    readonly documentId: string
    readonly gainedWords: number
    readonly byAi: boolean
    readonly goal: number
    /** Time that the author typed before this save, in milliseconds; 0: not known. */
    readonly typedMs: number
    readonly recorded?: Gain | undefined
  },
): Tally {
  const { day, documentId, gainedWords, byAi, goal, recorded } = save
  const { chapters, paced } = memberOf(days, day) ?? { chapters: {}, paced: noPace }
  const { words: had, ai } = gainOf({ days }, day, documentId)
  const gain = recorded ?? { words: had + gainedWords, ai: byAi ? ai + gainedWords : ai }
  const typedMs = byAi || recorded ? 0 : save.typedMs
  return closed({
    days: {
      ...days,
      [day]: {
        chapters: { ...chapters, [documentId]: gain },
        paced: typedMs === 0 ? paced : { words: paced.words + gainedWords, ms: paced.ms + typedMs },
        goal,
      },
    },
    past,
  })
}

/** Only the newest days stay open. */
function closed({ days, past }: Tally): Tally {
  const old = Object.keys(days).sort().slice(0, -openDays)
  if (old.length === 0) return { days, past }
  const isOpen = (day: string) => !old.includes(day)
  return {
    days: Object.fromEntries(Object.entries(days).filter(([day]) => isOpen(day))),
    past: { ...past, ...Object.fromEntries(old.map((day) => [day, writtenOn({ days, past }, day)])) },
  }
}

/**
 * A day in sum: what each chapter is longer than in the morning. A chapter that became shorter takes nothing from
 * another, and deleting and undoing it is nothing. Whose words were deleted cannot be determined: AI words are those
 * that were accepted, no more than are left.
 */
export function writtenOn({ days, past }: Tally, day: string): WrittenDay {
  const tally = memberOf(days, day)
  const earlier = memberOf(past, day)
  let total = earlier?.words ?? 0
  let ai = earlier?.ai ?? 0
  for (const gain of Object.values(tally?.chapters ?? {})) {
    const gainedWords = Math.max(0, gain.words)
    total += gainedWords
    ai += Math.min(gainedWords, Math.max(0, gain.ai))
  }
  const pace = [earlier?.paced ?? noPace, tally?.paced ?? noPace]
  return {
    words: total,
    ai,
    paced: {
      words: pace.reduce((sum, each) => sum + each.words, 0),
      ms: pace.reduce((sum, { ms }) => sum + ms, 0),
    },
    goal: tally?.goal ?? earlier?.goal ?? 0,
  }
}

/** Every day that something was saved on, in order. */
export const writtenDays = (tally: Tally): readonly (WrittenDay & { readonly day: string })[] =>
  [...new Set([...Object.keys(tally.past), ...Object.keys(tally.days)])]
    .sort()
    .map((day) => ({ day, ...writtenOn(tally, day) }))

/** The same with ids for chapters that it names by path. */
export function withChapterIds(tally: Tally, ids: ReadonlyMap<string, string>): Tally {
  const isNamed = ({ chapters }: DayTally) => Object.keys(chapters).some((documentId) => ids.has(documentId))
  if (!Object.values(tally.days).some(isNamed)) return tally
  const renamed = ({ chapters, ...rest }: DayTally): DayTally => ({
    ...rest,
    chapters: Object.fromEntries(Object.entries(chapters).map(([id, gain]) => [ids.get(id) ?? id, gain])),
  })
  const days = Object.fromEntries(Object.entries(tally.days).map(([day, each]) => [day, renamed(each)]))
  return { ...tally, days }
}
