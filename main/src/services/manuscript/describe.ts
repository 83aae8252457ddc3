import { detached } from '../../lib/text.ts'
import { parseHeading, readingsOf } from './import/headings.ts'
import { prefixNumbers } from './order.ts'
import { findTitleLine } from './titleLine.ts'
import { findVolumeLine } from './volumeLine.ts'

/** How a document is shown and counted. */
export interface Description {
  readonly kind: 'front' | 'chapter'
  readonly title: string
  /** The title line of the text; '' when it has none. */
  readonly heading: string
  /** False for front matter, 楔子, 番外, 序 and the like: they take the number before them. */
  readonly numbered: boolean
  /** The title contains its own number: 第三回, Chapter 3, 三、. */
  readonly hasOwnNumber: boolean
  /** The title of the volume that begins with this file. */
  readonly volume?: string
}

/** Titles for front matter without a heading of its own, as import names its file. */
export const frontTitles = { zh: '卷首', en: 'Front matter' } as const

/**
 * Kind and title from the file: its first heading line (Markdown's `#`, or 第…章 and the like; a volume line
 * only when nothing else is there), else the cleaned file name. Front matter is `000-….md` or a file named
 * 卷首. `text` is undefined when the file is not UTF-8.
 */
export function describeDocument(fileName: string, text: string | undefined): Description {
  const name = nameWithoutPrefix(fileName)
  const front = isFront(fileName)
  // The list of chapters outlives their texts.
  const heading = detached((text === undefined ? undefined : findTitleLine(text, front, name)?.title) ?? '')
  const title = (heading || name || fileName.replace(/\.md$/i, '')).slice(0, 500).toWellFormed()
  if (front) return { kind: 'front', title, heading, numbered: false, hasOwnNumber: false }
  const volume = text === undefined ? undefined : findVolumeLine(text, name)?.title
  return {
    kind: 'chapter',
    title,
    heading,
    ...numberingOf(title),
    ...(volume !== undefined && { volume: detached(volume.slice(0, 500).toWellFormed()) }),
  }
}

/** How a chapter with this title is counted. */
export function numberingOf(title: string): Pick<Description, 'numbered' | 'hasOwnNumber'> {
  return {
    numbered: parseHeading(title)?.kind !== 'special',
    hasOwnNumber: readingsOf(title).some(({ number }) => number !== undefined),
  }
}

/** `000-….md`, or a file named 卷首. */
export function isFront(fileName: string): boolean {
  const prefix = prefixNumbers(fileName.replace(/\.md$/i, ''))?.join('-')
  return prefix === '0' || Object.values<string>(frontTitles).includes(nameWithoutPrefix(fileName))
}

/** `012-第十二回_风起.md` → `第十二回_风起`. */
export function nameWithoutPrefix(fileName: string): string {
  return fileName
    .replace(/\.md$/i, '')
    .replace(/^\d+(?:[-_.]\d+)*(?:[-_.\s、]+|$)/, '')
    .trim()
}
