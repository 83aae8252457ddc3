import { sha256Hex } from '../../lib/hash.ts'
import type { Book, ManuscriptService } from '../manuscript/index.ts'
import type { StoredChapter } from './manifest.ts'

/** A book as it is now. */
export interface PresentBook {
  /** In the author's order; without those whose file is missing. The size of a file is not known: 0. */
  readonly chapters: readonly StoredChapter[]
  /** `book.json` as it is in force. */
  readonly book: Book
}

/** The chapters with what their files have now. May wait for the chapters' lock. */
export async function readPresentBook(
  manuscript: Pick<ManuscriptService, 'outline' | 'book'>,
  projectId: string,
): Promise<PresentBook> {
  const outline = await manuscript.outline(projectId)
  const book = await manuscript.book(projectId)
  const entries = new Map(book.chapters.map((entry) => [entry.id, entry]))
  const chapters = outline
    .filter(({ missing }) => !missing)
    .map(({ documentId, path, title, words: count, hash }) =>
      path === null
        ? { documentId, path, title, words: 0, hash: entryHash(entries.get(documentId)), bytes: 0 }
        : { documentId, path, title, words: count, hash, bytes: 0 },
    )
  return { chapters, book }
}

/** Of a planned chapter, which has no bytes. */
const entryHash = (entry: unknown) => sha256Hex(JSON.stringify(entry ?? null))

/** sha256hex that is another one when any chapter, the order, or what the author has noted of a chapter is another. */
export function hashOfBook({ chapters, book }: PresentBook): string {
  return sha256Hex(
    JSON.stringify([chapters.map(({ documentId, path, hash }) => [documentId, path, hash]), book]),
  )
}
