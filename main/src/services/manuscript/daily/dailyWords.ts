import { z } from 'zod'
import { localDay, wordGoal } from '#contract/dailyWords.ts'
import { documentId } from '#contract/shared.ts'
import type { Logger } from '../../../lib/logger.ts'
import type { Format, HeldFile, VersionedFiles } from '../../../lib/versionedFile/index.ts'
import { wordsGained } from '../../../lib/wordCount.ts'
import { totalOf, withRenamed, withSave } from './tally.ts'

const stored = z.strictObject({
  version: z.literal(1),
  goal: wordGoal,
  day: z.union([localDay, z.literal('')]),
  chapters: z.record(documentId, z.strictObject({ words: z.int(), ai: z.int() })),
})

type Stored = z.infer<typeof stored>

const format: Format<Stored> = {
  schema: stored,
  absent: { version: 1, goal: 0, day: '', chapters: {} },
  maxBytes: 16 * 1_048_576,
  mode: 0o600,
}

export interface SavedText {
  /** Of the author's clock. */
  readonly day: string
  readonly documentId: string
  readonly before: string
  readonly after: string
  /** What is new in it came from AI. */
  readonly byAi: boolean
}

/** Words written today and the goal of a work. */
export interface DailyWords {
  /** A chapter was saved from the editor. Never fails: a count that is not kept must not cost a save. */
  saved(projectId: string, save: SavedText): Promise<void>
  today(
    projectId: string,
    day: string,
  ): { readonly words: number; readonly ai: number; readonly goal: number }
  /** In 字; 0 for none. @throws AppError FILE_BROKEN, CONFLICT, READ_ONLY, IO_ERROR. */
  setGoal(projectId: string, goal: number): Promise<{ readonly goal: number }>
  /** Follows chapters that got other ids. Never fails. */
  renameDocuments(projectId: string, renamed: ReadonlyMap<string, string>): Promise<void>
}

/**
 * Kept in `<data folder>/projects/<id>/dailyWords.json`: only saves from the editor count, so that imports, the
 * assistant, replacing in the book and other programs are nobody's writing of that day.
 */
export function createDailyWords(options: {
  readonly versioned: VersionedFiles
  readonly logger: Logger
}): DailyWords {
  const { versioned, logger } = options
  const known = new Map<string, HeldFile<Stored>>()

  function fileOf(projectId: string): HeldFile<Stored> {
    const held = known.get(projectId) ?? versioned.held(format, `projects/${projectId}/dailyWords.json`)
    known.set(projectId, held)
    return held
  }

  async function change(projectId: string, edit: (current: Stored) => Stored): Promise<void> {
    try {
      await fileOf(projectId).update((current) => ({ next: edit(current), result: undefined }))
    } catch (error) {
      logger.warn({ projectId, cause: String(error) }, 'words of the day not kept')
    }
  }

  return {
    async saved(projectId, { day, documentId, before, after, byAi }) {
      const words = wordsGained(before, after)
      if (words === 0) return
      const save = { day, documentId, words, byAi }
      await change(projectId, (current) => ({ ...current, ...withSave(current, save) }))
    },
    today(projectId, day) {
      const { value } = fileOf(projectId).fresh()
      return { ...totalOf(value, day), goal: value.goal }
    },
    setGoal: (projectId, goal) =>
      fileOf(projectId).update((current) => ({ next: { ...current, goal }, result: { goal } })),
    renameDocuments: (projectId, renamed) =>
      change(projectId, (current) => ({ ...current, ...withRenamed(current, renamed) })),
  }
}
