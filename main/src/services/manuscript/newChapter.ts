import { AppError } from '../../lib/appError.ts'
import { resolveContained } from '../../lib/containedPath.ts'
import { fileNameStem, foldedName } from '../../lib/fileName.ts'
import { namesIn } from '../../lib/files.ts'
import { createNameCheck, orphanedNames } from '../../lib/orphanedFiles.ts'
import { isFront } from './describe.ts'
import { chapterFileName } from './import/fileNames.ts'
import { compareNumbers, numbersBetween, type OrderKey, orderKey, prefixNumbers } from './order.ts'
import { manuscriptFolder, nameOf } from './scan.ts'

/** So many names behind that of a chapter without a number are tried. */
const maxAttemptsBehind = 20

/** A requested title, as `titleLine` has it. @throws AppError INVALID_ARGUMENT when it has no visible character. */
export function checkedTitle(requested: string): string {
  if (!requested.isWellFormed()) throw new AppError('INVALID_ARGUMENT', { why: 'titleCharacters' })
  const title = titleLine(requested)
  if (fileNameStem(title) === '') throw new AppError('INVALID_ARGUMENT', { why: 'title' })
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
 * A free file name that sorts after `before` and ahead of `next`: `013-…`, between two ordinals `012-1-…`, and after
 * a name without a number that name with a number behind it. A number that a file set aside as a copy has is not given
 * again, and no file is hidden by the new name.
 */
export function newChapterName(
  title: string,
  before: OrderKey | undefined,
  next: OrderKey | undefined,
  usedNames: ReadonlySet<string>,
): string {
  const check = createNameCheck(usedNames)
  const setAside = [...orphanedNames(usedNames)].map((name) => orderKey(name, '').numbers)
  const counted = (before?.rank ?? 0) === 0 && compareNumbers(before?.numbers ?? [0], [1_000_000_000]) < 0
  const behind = (numbers: readonly number[]) =>
    counted ? numbersBetween(numbers, next?.rank === 0 ? next.numbers : undefined) : undefined
  let between = behind(before?.numbers ?? [0])
  const isSetAside = (numbers: readonly number[]) =>
    setAside.some((each) => compareNumbers(each, numbers) === 0)
  while (between && isSetAside(between)) {
    const further = behind(between)
    if (!further) break
    between = further
  }
  const [first = 0, ...rest] = between ?? []
  for (let attempt = 1; ; attempt++) {
    const suffix = attempt > 1 ? [attempt] : []
    // Behind the name of a copy every name may be that of a copy: then a number alone, for the book has the order.
    const unnumbered = attempt <= maxAttemptsBehind ? `${before?.name ?? ''}-${attempt}` : String(attempt)
    const prefix = between ? [paddedLike(first, before), ...rest, ...suffix].join('-') : unnumbered
    const name = chapterFileName(prefix, title)
    if (!usedNames.has(foldedName(name)) && check.accepts(name)) return name
  }
}

function paddedLike(ordinal: number, before: OrderKey | undefined): string {
  const width = /^\d+/.exec(before?.name ?? '')?.[0].length ?? 3
  return String(ordinal).padStart(width, '0')
}

/** Folded names (`foldedName`) that no chapter may take: what lies in the folder, and what chapters in the trash want. */
export async function usedNamesIn(
  rootPath: string,
  discarded: readonly string[],
): Promise<ReadonlySet<string>> {
  const present = await namesIn(await resolveContained(rootPath, manuscriptFolder))
  return new Set([...present, ...discarded.map(nameOf)].map(foldedName))
}

/**
 * The file's own number with another title behind it; the present name when only the title's spelling differs, or when
 * the new one would be that of front matter.
 */
export function titledName(present: string, title: string, usedNames: ReadonlySet<string>): string {
  const stem = present.replace(/\.md$/i, '')
  const ownPrefix = prefixNumbers(stem) ? (/^\d+(?:[-_.]\d+)*/.exec(stem)?.[0] ?? '') : ''
  // Front matter without a number is recognised by its name, which goes.
  const prefix = ownPrefix === '' && isFront(present) ? '000' : ownPrefix
  const unnumbered = chapterFileName('', title).replace(/^[- ]?[.~#\s]*/, '')
  const otherNames = new Set(usedNames)
  otherNames.delete(foldedName(present))
  const check = createNameCheck(otherNames)
  if (prefix === '' && /^(?:\.?md)?$/.test(unnumbered)) return present
  for (let attempt = 1; ; attempt++) {
    // A zero more in front is the same number to everybody.
    const zeros = '0'.repeat(attempt - 1)
    const suffix = attempt === 1 ? '' : `-${attempt}`
    const name =
      prefix === '' ? unnumbered.replace(/\.md$/, `${suffix}.md`) : chapterFileName(zeros + prefix, title)
    if (isFront(name) !== isFront(present)) return present
    if (name === present || (!usedNames.has(foldedName(name)) && check.accepts(name))) return name
  }
}
