import { isDeepStrictEqual } from 'node:util'
import type { DocumentSummary } from '#contract/documents.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import { type Description, nameWithoutPrefix, numberingOf } from '../describe.ts'
import { type Entry, isLeadingFront } from '../scan.ts'
import type { Book, BookChapter } from './bookFile.ts'

/** What a planned chapter is read as, and how its file will start. */
export const plannedText = (title: string): string => `# ${title}\n\n`

type Counted = Omit<DocumentSummary, 'chapterNumber' | 'volume' | 'unnumbered'> & {
  readonly description: Pick<Description, 'numbered' | 'hasOwnNumber'>
  /** A volume that begins here. */
  readonly volumeTitle?: string | undefined
}

const emptyHash = sha256Hex('')

/**
 * Front matter, then all chapters in the author's order, planned and missing ones included. A chapter's number is its
 * place among the numbered ones that are there or planned. A volume goes from the chapter that begins it to the next
 * that does: by a line of its text, else by a title that only the book has. A summary equal to the one in `previous`
 * is that very object: what was made of a chapter is cached by it.
 */
export function outlineOf(
  files: readonly Entry[],
  book: Book,
  paths: ReadonlyMap<string, string>,
  previous: readonly DocumentSummary[] = [],
): readonly DocumentSummary[] {
  const byPath = new Map(files.map((entry) => [entry.path, entry]))
  const fronts = files.filter(isLeadingFront)
  const titles = new Map(book.volumes.map(({ id, title }) => [id, title]))
  let earlierVolume: string | undefined
  const chapters = book.chapters.map((chapter) => {
    const counted = countedChapter(chapter, byPath.get(paths.get(chapter.id) ?? ''))
    const isNewVolume = chapter.volume !== undefined && chapter.volume !== earlierVolume
    earlierVolume = chapter.volume ?? earlierVolume
    const ownTitle = isNewVolume ? titles.get(chapter.volume ?? '') : undefined
    return { ...counted, volumeTitle: counted.volumeTitle ?? (ownTitle || undefined) }
  })
  const present = numbered([...fronts.map((entry) => countedFile(entry, entry.path)), ...chapters])
  const previousById = new Map(previous.map((summary) => [summary.documentId, summary]))
  return present.map((summary) => {
    const before = previousById.get(summary.documentId)
    return before && isDeepStrictEqual(before, summary) ? before : summary
  })
}

function countedChapter(chapter: BookChapter, entry: Entry | undefined): Counted {
  const { id, file, formerFiles, status, label } = chapter
  const stated = {
    ...(formerFiles && { formerFiles: [...formerFiles] }),
    ...(status && { status }),
    ...(label && { label }),
  }
  if (entry) return { ...countedFile(entry, id), ...stated }
  const empty = { documentId: id, kind: 'chapter' as const, characters: 0, words: 0, ...stated }
  if (file === undefined) {
    const title = chapter.title ?? ''
    const hash = sha256Hex(plannedText(title))
    return { ...empty, path: null, title, hash, planned: true, description: numberingOf(title) }
  }
  const name = file.slice(file.lastIndexOf('/') + 1)
  const title = nameWithoutPrefix(name) || name.replace(/\.md$/i, '')
  const description = { numbered: false, hasOwnNumber: false }
  return { ...empty, path: file, title, hash: emptyHash, missing: true, description }
}

function countedFile({ path, description, characters, wordCount, hash }: Entry, documentId: string): Counted {
  const { kind, title, volume } = description
  return {
    ...{ documentId, path, kind, title, characters, words: wordCount, hash, description },
    volumeTitle: volume,
  }
}

function numbered(all: readonly Counted[]): readonly DocumentSummary[] {
  let count = 0
  let volume: DocumentSummary['volume']
  return all.map(({ description, volumeTitle, ...summary }) => {
    if (description.numbered) count += 1
    if (volumeTitle !== undefined) volume = { title: volumeTitle, index: (volume?.index ?? 0) + 1 }
    const isUnnumbered = description.numbered && !description.hasOwnNumber
    return {
      ...summary,
      chapterNumber: summary.kind === 'front' ? 0 : count,
      ...(isUnnumbered && { unnumbered: true as const }),
      ...(volume && { volume }),
    }
  })
}
