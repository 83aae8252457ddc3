import type { Book, BookChapter } from './bookFile.ts'
import { maxFormerFiles } from './bookFile.ts'

/** Makes an id; `seed` is the chapter's path or title, for ids that are the same in every run of a test. */
export type CreateId = (prefix: 'c_' | 'v_', seed: string) => string

/** An id for a chapter that none of these has. */
export function unusedId(createId: CreateId, seed: string, isUsed: (id: string) => boolean): string {
  for (let attempt = 1; ; attempt++) {
    const id = createId('c_', attempt === 1 ? seed : `${seed} ${attempt}`)
    if (!isUsed(id)) return id
  }
}

/** The chapter with another file, and the one that it had as its newest earlier one. Its title is in the file now. */
export function withFile(chapter: BookChapter, file: string): BookChapter {
  const { missing: _, title: __, formerFiles: earlier = [], ...rest } = chapter
  const before = chapter.file === undefined || chapter.file === file ? [] : [chapter.file]
  const formerFiles = [...new Set([...before, ...earlier])].filter((each) => each !== file)
  const { file: ___, ...named } = rest
  return {
    ...named,
    file,
    ...(formerFiles.length > 0 && { formerFiles: formerFiles.slice(0, maxFormerFiles) }),
  }
}

/** The book with `change` in the place of the chapter; the same book when it lists no such chapter. */
export function withChapter(book: Book, id: string, change: (chapter: BookChapter) => BookChapter): Book {
  if (!book.chapters.some((chapter) => chapter.id === id)) return book
  return { ...book, chapters: book.chapters.map((each) => (each.id === id ? change(each) : each)) }
}

/**
 * The book with the chapter behind another, or first for null; at the end when that one is not listed. An entry with
 * its id, or with its file under another id, leaves: of the first, fields that only it has stay.
 */
export function placed(book: Book, chapter: BookChapter, behind: string | null): Book {
  const same = book.chapters.find(({ id }) => id === chapter.id)
  const rest = book.chapters.filter(
    ({ id, file, missing }) =>
      id !== chapter.id && (file === undefined || file !== chapter.file || missing === true),
  )
  const at = behind === null ? 0 : rest.findIndex(({ id }) => id === behind) + 1
  const place = behind !== null && at === 0 ? rest.length : at
  return { ...book, chapters: rest.toSpliced(place, 0, { ...same, ...chapter }) }
}

/** The book without a chapter; the same book when it lists none with this id. */
export function withoutChapter(book: Book, id: string): Book {
  const chapters = book.chapters.filter((chapter) => chapter.id !== id)
  return chapters.length === book.chapters.length ? book : { ...book, chapters }
}

/** The chapter in front of this one; null for the first. */
export function chapterBefore(book: Book, id: string): string | null {
  const at = book.chapters.findIndex((chapter) => chapter.id === id)
  return book.chapters[at - 1]?.id ?? null
}
