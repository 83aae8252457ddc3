import { z } from 'zod'
import { localDay, wordGoal } from '#contract/dailyWords.ts'
import { documentId } from '#contract/shared.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Logger } from '../../../lib/logger.ts'
import type { CachedFile, Format, VersionedFiles } from '../../../lib/versionedFile/index.ts'
import { wordsGained } from '../../../lib/wordCount.ts'
import {
  type Gain,
  gainOf,
  newestDay,
  nothing,
  type WrittenDay,
  withChapterIds,
  withSave,
  writtenDays,
  writtenOn,
} from './tally.ts'

const gain = z.strictObject({ words: z.int(), ai: z.int() })
const paced = z.strictObject({ words: z.int(), ms: z.int() })
const stored = z.strictObject({
  version: z.literal(2),
  goal: wordGoal,
  days: z.record(localDay, z.strictObject({ chapters: z.record(documentId, gain), paced, goal: wordGoal })),
  past: z.record(localDay, gain.extend({ paced, goal: wordGoal })),
})

type Stored = z.infer<typeof stored>

/** What the first version stored: one day. */
const first = z.object({
  goal: wordGoal,
  day: z.union([localDay, z.literal('')]),
  chapters: z.record(documentId, gain),
})

const format: Format<Stored> = {
  schema: stored,
  absent: { version: 2, goal: 0, days: {}, past: {} },
  version: 2,
  upgrade(json) {
    const before = first.safeParse(json)
    if (!before.success) return json
    const { goal, day, chapters } = before.data
    const days = day === '' ? {} : { [day]: { chapters, paced: { words: 0, ms: 0 }, goal } }
    return { version: 2, goal, days, past: {} }
  },
  maxBytes: 16 * 1_048_576,
  mode: 0o600,
}

interface SavedText {
  /** Of the author's clock. */
  readonly day: string
  readonly documentId: string
  readonly before: string
  readonly after: string
  /** Of the file's bytes, before and after: sha256hex. */
  readonly hashes: { readonly before: string; readonly after: string }
  /** What is new in it came from AI. */
  readonly byAi: boolean
}

/** Words written by day and the goal of a work. */
export interface DailyWords {
  /** A window shows the chapter as it is with this hash, and may lead back to it. Never fails. */
  read(projectId: string, documentId: string, hash: string): void
  /** A chapter was saved from the editor. Never fails: a failed count must not cost a save. */
  saved(projectId: string, save: SavedText): Promise<void>
  /** What was written on the author's day, in words. */
  today(
    projectId: string,
    day: string,
  ): { readonly words: number; readonly ai: number; readonly goal: number }
  /** Every day that something was saved on, in order, and the goal of today. @throws AppError IO_ERROR. */
  days(projectId: string): {
    readonly days: readonly (WrittenDay & { readonly day: string })[]
    readonly goal: number
  }
  /** In 字; 0 for none. @throws AppError FILE_BROKEN, CONFLICT, READ_ONLY, IO_ERROR. */
  setGoal(projectId: string, goal: number): Promise<{ readonly goal: number }>
  /** Ids for chapters that the file names by path. Never fails. */
  adoptIds(projectId: string, ids: ReadonlyMap<string, string>): Promise<void>
}

/**
 * Stored in `<data folder>/projects/<id>/dailyWords.json`: only saves from the editor count, so that imports, the
 * assistant, replacing in the book and other programs are no writing of that day.
 */
export function createDailyWords(options: {
  readonly versioned: VersionedFiles
  readonly clock: Clock
  readonly logger: Logger
}): DailyWords {
  const { versioned, clock, logger } = options
  const cachedFiles = new Map<string, CachedFile<Stored>>()
  const texts = createTextGains()
  /** Of the last save that the author typed, by project: milliseconds since the epoch. */
  const lastTyped = new Map<string, number>()

  function fileOf(projectId: string): CachedFile<Stored> {
    const file =
      cachedFiles.get(projectId) ?? versioned.cached(format, `projects/${projectId}/dailyWords.json`)
    cachedFiles.set(projectId, file)
    return file
  }

  async function change(projectId: string, edit: (current: Stored) => Stored): Promise<void> {
    try {
      await fileOf(projectId).update((current) => ({ next: edit(current), result: undefined }))
    } catch (error) {
      logger.warn({ projectId, cause: String(error) }, 'words of the day not kept')
    }
  }

  /** Time since the last save, when the author has typed all the while; 0: there was a pause, or a text was pasted. */
  function typedMs(projectId: string, gainedWords: number): number {
    const now = clock.now()
    const elapsedMs = now - (lastTyped.get(projectId) ?? 0)
    lastTyped.set(projectId, now)
    const isTyped = elapsedMs > 0 && elapsedMs <= longestPauseMs
    return isTyped && gainedWords <= (elapsedMs / 1000) * mostWordsPerSecond ? elapsedMs : 0
  }

  return {
    read(projectId, documentId, hash) {
      try {
        const { value } = fileOf(projectId).fresh()
        const gainOn = (day: string) => gainOf(value, day, documentId)
        texts.note(projectId, newestDay(value), { documentId, hash, gainOn })
      } catch (error) {
        logger.warn({ projectId, cause: String(error) }, 'words of the day not read')
      }
    },
    async saved(projectId, { day, documentId, before, after, hashes, byAi }) {
      const gainedWords = wordsGained(before, after)
      if (gainedWords === 0) return
      texts.dayIs(projectId, day)
      const elapsedMs = byAi ? 0 : typedMs(projectId, gainedWords)
      await change(projectId, (current) => {
        const note = (hash: string, tally: Stored) =>
          texts.note(projectId, day, { documentId, hash, gainOn: () => gainOf(tally, day, documentId) })
        note(hashes.before, current)
        const recorded = texts.gainAt(projectId, documentId, hashes.after)
        const save = { day, documentId, gainedWords, byAi, recorded, typedMs: elapsedMs, goal: current.goal }
        const next = { ...current, ...withSave(current, save) }
        note(hashes.after, next)
        return next
      })
    },
    today(projectId, day) {
      texts.dayIs(projectId, day)
      const { value } = fileOf(projectId).fresh()
      const { words: written, ai } = writtenOn(value, day)
      return { words: written, ai, goal: value.goal }
    },
    days(projectId) {
      const { value } = fileOf(projectId).fresh()
      return { days: writtenDays(value), goal: value.goal }
    },
    setGoal: (projectId, goal) =>
      fileOf(projectId).update((current) => ({ next: { ...current, goal }, result: { goal } })),
    adoptIds: (projectId, ids) =>
      change(projectId, (current) => {
        const next = withChapterIds(current, ids)
        return next === current ? current : { ...current, ...next }
      }),
  }
}

/** After a longer pause the author has done something else. */
const longestPauseMs = 120_000
/** Twice what the fastest hand types: more was pasted, and tells nothing about the speed. */
const mostWordsPerSecond = 10

/** So many texts of a chapter are remembered; undoing leads no further back than what is still in a window. */
const maxTexts = 500

interface DayGains {
  day: string
  /** False while only the stored tally has the day. */
  isConfirmed: boolean
  /** By document id and hash of the text. */
  chapters: Map<string, Map<string, Gain>>
}

/**
 * What a chapter had gained when its text was this one. Ctrl+Z also undoes text of others (a task, a restored
 * version, another program): a text that comes back brings its count back, and nobody has written it. In memory only,
 * as the undo history of a window is.
 */
function createTextGains() {
  const projects = new Map<string, DayGains>()

  function dayOf(projectId: string, day: string): DayGains {
    const current = projects.get(projectId) ?? { day, isConfirmed: false, chapters: new Map() }
    projects.set(projectId, current)
    return current
  }

  return {
    /**
     * Sets the author's day, and drops the gains of another one; texts that were read before the first call were read
     * on this day.
     */
    dayIs(projectId: string, day: string): void {
      const current = dayOf(projectId, day)
      if (current.day !== day) {
        if (current.isConfirmed) current.chapters.clear()
        for (const texts of current.chapters.values())
          for (const hash of texts.keys()) texts.set(hash, nothing)
      }
      Object.assign(current, { day, isConfirmed: true })
    },
    gainAt(projectId: string, documentId: string, hash: string): Gain | undefined {
      return projects.get(projectId)?.chapters.get(documentId)?.get(hash)
    },
    /** The first record of a text stays. `day`: where none has been set. */
    note(
      projectId: string,
      day: string,
      chapter: { documentId: string; hash: string; gainOn: (day: string) => Gain },
    ): void {
      const { chapters, day: counted } = dayOf(projectId, day)
      const texts = chapters.get(chapter.documentId) ?? new Map<string, Gain>()
      chapters.set(chapter.documentId, texts)
      if (!texts.has(chapter.hash)) texts.set(chapter.hash, chapter.gainOn(counted))
      const [oldest] = texts.keys()
      if (texts.size > maxTexts && oldest !== undefined) texts.delete(oldest)
    },
  }
}
