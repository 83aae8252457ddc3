import { AppError } from '../../lib/appError.ts'
import { parseHeading } from './import/headings.ts'
import { writeChineseNumber } from './import/numbers.ts'
import { findTitleLine } from './titleLine.ts'
import { findVolumeLine } from './volumeLine.ts'

/** The present start of a chapter's text, and its replacement. */
export interface StartChange {
  readonly from: string
  readonly to: string
}

/** A chapter as the rules below see it; `name` is its file's, without number and extension. */
export interface ChapterText {
  readonly text: string
  readonly title: string
  readonly name: string
}

/** How the lines of a volume are joined when they are shown as one title. */
const joint = ' · '
const maxTitleUnits = 200
const blankLines = /^(?:[^\S\r\n]*(?:\r\n|\r|\n))+/

/**
 * A volume's title in a form that can be read again: without a number of its own (第…卷, Part …) it gets that of its
 * place, counted from 1. `isChinese`: how the number is written where the title itself leaves it open. @throws
 * AppError INVALID_ARGUMENT when no reader would recognise the line as a volume's.
 */
export function volumeTitle(requested: string, index: number, isChinese: boolean): string {
  const title = requested.replaceAll(/[\s\p{Cc}]+/gu, (run) => (/^\u3000+$/.test(run) ? run : ' ')).trim()
  const plain = title.replace(/^(?:#+\s*)+/, '')
  const numbered = isVolume(plain) ? plain : withNumber(plain, index, isChinese)
  if (!plain.isWellFormed() || numbered.length > maxTitleUnits || !isVolume(numbered)) throw notATitle()
  return numbered
}

function withNumber(title: string, index: number, isChinese: boolean): string {
  if (title === '' ? isChinese : /\p{Script=Han}/u.test(title))
    return `第${writeChineseNumber(index)}卷 ${title}`.trimEnd()
  return title === '' ? `Volume ${index}` : `Volume ${index}: ${title}`
}

const isVolume = (title: string) => linesOf(title).every((line) => parseHeading(line)?.kind === 'volume')
/** 第一部 起 · 第一卷 承 are two lines; a dot inside a name is none of ours. */
function linesOf(title: string): readonly string[] {
  const parts = title.split(joint)
  return parts.every((part) => parseHeading(part)?.kind === 'volume') ? parts : [title]
}

/** The chapter begins a volume. @throws AppError INVALID_ARGUMENT when it cannot, or does already. */
export function withVolume(chapter: ChapterText, title: string): StartChange {
  const end = lineEndingOf(chapter.text)
  return opened(chapter, `${linesOf(title).join(end)}${end}${end}`, title)
}

/** The lines of the volume that a chapter begins, with their blank lines; undefined when it begins none. */
export function volumeBlock({ text, name }: ChapterText): string | undefined {
  const volumeLine = findVolumeLine(text, name)
  return volumeLine && text.slice(volumeLine.from, blockEnd(text, volumeLine.to))
}

/** The chapter gets the lines of another one's volume, with its own line endings. Throws as `withVolume`. */
export function withBlock(chapter: ChapterText, block: string, title: string): StartChange {
  return opened(chapter, block.replaceAll(/\r\n|\r|\n/g, lineEndingOf(chapter.text)), title)
}

/** Above its heading; a chapter that has none gets its title as one, since there is no volume line without it. */
function opened(chapter: ChapterText, block: string, title: string): StartChange {
  const { text, name } = chapter
  if (findVolumeLine(text, name)) throw refused('volumeThere')
  const end = lineEndingOf(text)
  const to = findTitleLine(text, false, name) ? block : `${block}# ${chapter.title}${end}${end}`
  return readable(chapter, title, { from: '', to })
}

/** @throws AppError INVALID_ARGUMENT when volume and chapter would not be read as what they are. */
function readable({ text, title, name }: ChapterText, volume: string, change: StartChange): StartChange {
  const next = changedStart(text, change) ?? ''
  const isRead =
    findVolumeLine(next, name)?.title === volume && findTitleLine(next, false, name)?.title === title
  if (!isRead) throw refused('volumeHere')
  return change
}

/** Another title for the volume that the chapter begins; undefined when it begins none. Throws as `withVolume`. */
export function retitledVolume(chapter: ChapterText, title: string): StartChange | undefined {
  const { text, name } = chapter
  const volumeLine = findVolumeLine(text, name)
  if (!volumeLine) return undefined
  const before = text.slice(0, volumeLine.from)
  const marks = /^\s*(?:#{1,6}\s+)?/.exec(text.slice(volumeLine.from, volumeLine.to))?.[0] ?? ''
  const lines = linesOf(title).map((line) => marks + line)
  const ending = text.slice(volumeLine.to, blockEnd(text, volumeLine.to))
  const to = before + lines.join(lineEndingOf(text)) + ending
  return readable(chapter, title, { from: text.slice(0, volumeLine.to) + ending, to })
}

/** The chapter begins no volume any more; undefined when it begins none. Blank lines above stay. */
export function withoutVolume({ text, name }: ChapterText): StartChange | undefined {
  const volumeLine = findVolumeLine(text, name)
  return (
    volumeLine && { from: text.slice(0, blockEnd(text, volumeLine.to)), to: text.slice(0, volumeLine.from) }
  )
}

/**
 * The text with another start. What has been done already is left as it is, so that doing it twice is doing it once;
 * undefined when the text begins with neither.
 */
export function changedStart(text: string, { from, to }: StartChange): string | undefined {
  // The longer one first: the shorter one may be its beginning.
  const isDone = text.startsWith(to)
  if (to.length > from.length && isDone) return text
  if (text.startsWith(from)) return to + text.slice(from.length)
  return isDone ? text : undefined
}

const blockEnd = (text: string, from: number) => from + (blankLines.exec(text.slice(from))?.[0].length ?? 0)
const lineEndingOf = (text: string) => /\r\n|\r|\n/.exec(text)?.[0] ?? '\n'

const refused = (why: 'volumeThere' | 'volumeHere' | 'volumeTitle') =>
  new AppError('INVALID_ARGUMENT', { why })
const notATitle = () => refused('volumeTitle')
