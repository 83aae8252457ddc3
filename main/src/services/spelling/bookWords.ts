import { z } from 'zod'
import type { Format } from '../../lib/versionedFile/index.ts'
import type { VersionedFiles } from '../../lib/versionedFile/versionedFiles.ts'

/** Words by the id of the project. */
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
  /** Of one book, in the order of adding. @throws AppError FILE_BROKEN, IO_ERROR. */
  list(projectId: string): readonly string[]
  /** Returns all words of the book. @throws AppError when the file cannot be read or written. */
  add(projectId: string, word: string): Promise<readonly string[]>
  /** As `add`; without effect when the book has no such word. */
  remove(projectId: string, word: string): Promise<readonly string[]>
}

/** A damaged file is replaced by its last good copy, as all files of the data folder. */
export function createBookWords(versioned: VersionedFiles): BookWords {
  const file = versioned.cached(format, 'spelling.json')
  const wordsIn = (stored: StoredWords, projectId: string) =>
    Object.hasOwn(stored, projectId) ? (stored[projectId] ?? []) : []
  const change = (projectId: string, changed: (words: readonly string[]) => readonly string[]) =>
    file.update((stored) => {
      const words = changed(wordsIn(stored, projectId))
      return { next: { ...stored, [projectId]: words }, result: words }
    })
  return {
    list: (projectId) => wordsIn(file.fresh().value, projectId),
    add: (projectId, word) => change(projectId, (words) => (words.includes(word) ? words : [...words, word])),
    remove: (projectId, word) => change(projectId, (words) => words.filter((other) => other !== word)),
  }
}
