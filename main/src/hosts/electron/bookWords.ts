import { z } from 'zod'
import type { Logger } from '../../lib/logger.ts'
import type { Format } from '../../lib/versionedFile/index.ts'
import { createVersionedFiles } from '../../lib/versionedFile/versionedFiles.ts'

/** Words that an author has added, by the id of the project. */
type StoredWords = Readonly<Record<string, readonly string[]>>

const format: Format<StoredWords> = {
  schema: z.record(z.string(), z.array(z.string().max(99))),
  absent: {},
  version: 1,
  maxBytes: 4_194_304,
  mode: 0o600,
}

/** The words of each book that its author has added while checking spelling; `spelling.json` of the data folder. */
export interface BookWords {
  /** Of one book, in the order of adding. */
  of(projectId: string): readonly string[]
  /** @throws AppError when the file cannot be written. */
  add(projectId: string, word: string): Promise<void>
  /** Without effect when the book has no such word. @throws AppError when the file cannot be written. */
  remove(projectId: string, word: string): Promise<void>
}

/** @throws AppError FILE_BROKEN when the file was damaged and there is no earlier version. */
export function createBookWords(options: {
  readonly dataFolder: string
  readonly logger: Logger
}): BookWords {
  const file = createVersionedFiles(options).cached(format, 'spelling.json')
  const wordsIn = (stored: StoredWords, projectId: string) =>
    Object.hasOwn(stored, projectId) ? (stored[projectId] ?? []) : []
  const change = (projectId: string, changed: (words: readonly string[]) => readonly string[]) =>
    file.update((stored) => ({
      next: { ...stored, [projectId]: changed(wordsIn(stored, projectId)) },
      result: undefined,
    }))
  return {
    of: (projectId) => wordsIn(file.current().value, projectId),
    add: (projectId, word) =>
      change(projectId, (words) => [...words.filter((other) => other !== word), word]),
    remove: (projectId, word) => change(projectId, (words) => words.filter((other) => other !== word)),
  }
}
