import { isAppError } from '../../lib/appError.ts'
import { addCounts, type CharacterUse, createCounts, inferUse, type NeighbourCounts } from './characterUse.ts'
import { countNeighbours } from './mentions.ts'
import type { NameIndex } from './nameIndex.ts'

/** A chapter as it is listed: another object when it has changed. */
export interface ListedChapter {
  readonly documentId: string
}

/** The counts of one book, per chapter, so that a change costs one chapter. */
interface Book {
  readonly index: NameIndex
  list: readonly ListedChapter[]
  readonly parts: Map<ListedChapter, NeighbourCounts>
  readonly sum: NeighbourCounts
  indexWithUses: NameIndex
}

export type Uses = ReadonlyMap<number, CharacterUse>

/** The index with what a book's chapters teach of its one-character names; the same one while nothing changed. */
export function createBookUse(
  read: (projectId: string, documentId: string) => Promise<{ readonly text: string }>,
) {
  const books = new Map<string, Book>()

  async function indexFor(
    projectId: string,
    index: NameIndex,
    list: readonly ListedChapter[],
  ): Promise<NameIndex> {
    if (index.single.size === 0) return index
    const cached = books.get(projectId)
    if (cached?.index === index && cached.list === list) return cached.indexWithUses
    const book = cached?.index === index ? cached : newBook(index)
    books.set(projectId, book)
    const listed = new Set(list)
    for (const [chapter, counts] of book.parts) {
      if (listed.has(chapter)) continue
      addCounts(book.sum, counts, -1)
      book.parts.delete(chapter)
    }
    for (const chapter of list) {
      if (book.parts.has(chapter)) continue
      const counts = countNeighbours(await textOf(projectId, chapter.documentId), index)
      // Another request may have counted it meanwhile.
      if (book.parts.has(chapter)) continue
      book.parts.set(chapter, counts)
      addCounts(book.sum, counts, 1)
    }
    book.list = list
    book.indexWithUses = { ...index, uses: inferUses(book.sum) }
    return book.indexWithUses
  }

  /** A chapter that cannot be read now teaches nothing. */
  async function textOf(projectId: string, documentId: string): Promise<string> {
    try {
      return (await read(projectId, documentId)).text
    } catch (error) {
      if (isAppError(error)) return ''
      throw error
    }
  }

  return { indexFor, clear: () => books.clear() }
}

function newBook(index: NameIndex): Book {
  return { index, list: [], parts: new Map(), sum: createCounts(index.single.keys()), indexWithUses: index }
}

/** The result of the counts, for each character that is frequent enough. */
export function inferUses(counts: NeighbourCounts): Uses {
  const uses = new Map<number, CharacterUse>()
  for (const unit of counts.characters.keys()) {
    const use = inferUse(counts, unit)
    if (use) uses.set(unit, use)
  }
  return uses
}
