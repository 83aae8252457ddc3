import { AppError } from '../../lib/appError.ts'
import { fileNameStem } from '../../lib/fileName.ts'
import { chapterFileName } from './import/fileNames.ts'
import { compareNumbers, numbersBetween, type OrderKey } from './order.ts'

/** A title as asked for, as `titleLine` has it. @throws AppError INVALID_ARGUMENT when nobody could see it. */
export function checkedTitle(requested: string): string {
  if (!requested.isWellFormed()) throw new AppError('INVALID_ARGUMENT', '章名里有坏掉的字符。')
  const title = titleLine(requested)
  if (fileNameStem(title) === '')
    throw new AppError('INVALID_ARGUMENT', '请给这一章起个名字。', { data: { why: 'title' } })
  return title
}

/** The first line of a chapter: one line, no `#` of its own; ideographic spaces stay as people set them. */
function titleLine(title: string): string {
  return title
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, (run) => (/^\u3000+$/.test(run) ? run : ' '))
    .replace(/^#+\s*/, '')
    .trim()
}

/**
 * A free file name that sorts after `before` and ahead of `next`: `013-…`, between two ordinals `012-1-…`,
 * and beside a name without a number that name with a number behind it.
 */
export function newChapterName(
  title: string,
  before: OrderKey | undefined,
  next: OrderKey | undefined,
  usedNames: ReadonlySet<string>,
  fileName: (prefix: string, title: string) => string = chapterFileName,
): string {
  const numbers = before ? before.numbers : [0]
  const counted = (before?.rank ?? 0) === 0 && compareNumbers(numbers, [1_000_000_000]) < 0
  const between = counted ? numbersBetween(numbers, next?.rank === 0 ? next.numbers : undefined) : undefined
  const [first = 0, ...rest] = between ?? []
  for (let attempt = 1; ; attempt++) {
    const suffix = attempt > 1 ? [attempt] : []
    const prefix = between
      ? [paddedLike(first, before), ...rest, ...suffix].join('-')
      : `${before?.name ?? ''}-${attempt}`
    const name = fileName(prefix, title)
    if (!usedNames.has(foldedName(name))) return name
  }
}

/** Two names with the same folded name are one file on some system. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase()

export function paddedLike(ordinal: number, before: OrderKey | undefined): string {
  const width = /^\d+/.exec(before?.name ?? '')?.[0].length ?? 3
  return String(ordinal).padStart(width, '0')
}
