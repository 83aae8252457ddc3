import { cutToBytes, fileNameStem } from '../../lib/fileName.ts'
import { isFront, nameWithoutPrefix } from './describe.ts'
import { chapterFileName } from './import/fileNames.ts'
import { foldedName, newChapterName, paddedLike } from './newChapter.ts'
import { compareKeys, type OrderKey, orderKey, prefixNumbers } from './order.ts'

/** A file of the manuscript folder with what decides its place. */
export interface Place {
  /** The file's name, without its folder. */
  readonly name: string
  readonly title: string
  readonly key: OrderKey
}

/** Old file name to new one. No new name is any file's present name, so that the renames need no order. */
export type Renames = ReadonlyMap<string, string>

const maxNameBytes = 240
const maxNumber = 999_999_999

/**
 * The fewest renames after which the files stand in the order of `wanted`, where only the one at `at` is out of
 * place: a number between its neighbours, else new parts of a number for the few behind it, else new numbers for
 * all chapters. `taken` holds the folded names (`foldedName`) of everything in the folder.
 */
export function renamesForPlace(
  newOrder: readonly Place[],
  at: number,
  usedNames: ReadonlySet<string>,
): Renames {
  const moved = newOrder[at]
  if (!moved || fits(newOrder, at, moved.key)) return new Map()
  const rest = nameWithoutPrefix(moved.name)
  const name = newChapterName(rest, newOrder[at - 1]?.key, newOrder[at + 1]?.key, usedNames, numberedFileName)
  // Beside a name without a number the new name would begin with that name, and so would the title.
  const isNumbered = nameWithoutPrefix(name) === nameWithoutPrefix(numberedFileName('0', rest))
  if (isNumbered && fits(newOrder, at, orderKey(name, moved.title))) return new Map([[moved.name, name]])
  return renamesBehind(newOrder, at, usedNames) ?? renamesOfAll(newOrder, usedNames)
}

/**
 * The renames that give the file at `at` another title and leave it where it is. Its number stays; a file that
 * stood there by its name alone gets a number when the new name would stand elsewhere.
 */
export function renamesForTitle(
  order: readonly Place[],
  at: number,
  title: string,
  usedNames: ReadonlySet<string>,
): Renames {
  const place = order[at]
  if (!place) return new Map()
  const name = titledName(place.name, title, usedNames)
  if (name === place.name) return new Map()
  if (fits(order, at, orderKey(name, title))) return new Map([[place.name, name]])
  const retitled = { ...place, name, title, key: orderKey(name, title) }
  const placed = renamesForPlace(order.toSpliced(at, 1, retitled), at, usedNames)
  return new Map([...placed].map(([from, to]) => [from === name ? place.name : from, to]))
}

/** The file's own number with another title behind it; the present name when only the title's spelling differs. */
function titledName(present: string, title: string, usedNames: ReadonlySet<string>): string {
  const stem = present.replace(/\.md$/i, '')
  const ownPrefix = prefixNumbers(stem) ? (/^\d+(?:[-_.]\d+)*/.exec(stem)?.[0] ?? '') : ''
  // Front matter without a number is known by its name, which goes.
  const prefix = ownPrefix === '' && isFront(present) ? '000' : ownPrefix
  const unnumbered = chapterFileName('', title).replace(/^[- ]/, '')
  if (prefix === '' && unnumbered === '.md') return present
  for (let attempt = 1; ; attempt++) {
    // A zero more in front is the same number to everybody.
    const zeros = '0'.repeat(attempt - 1)
    const suffix = attempt === 1 ? '' : `-${attempt}`
    const name = prefix === '' ? withSuffix(unnumbered, suffix) : chapterFileName(zeros + prefix, title)
    if (name === present || !usedNames.has(foldedName(name))) return name
  }
}

const withSuffix = (name: string, suffix: string) => name.replace(/\.md$/, `${suffix}.md`)

function fits(order: readonly Place[], at: number, key: OrderKey): boolean {
  const [before, next] = [order[at - 1], order[at + 1]]
  return (!before || compareKeys(before.key, key) < 0) && (!next || compareKeys(key, next.key) < 0)
}

/** `012-1`, `012-2`, …: the file and those behind it whose numbers begin like those of the one before. */
function renamesBehind(
  newOrder: readonly Place[],
  at: number,
  usedNames: ReadonlySet<string>,
): Renames | undefined {
  const before = newOrder[at - 1]?.key
  const base = before?.numbers ?? [0]
  // A volume's chapter, or 终章, which has no number that could be written.
  if ((before?.rank ?? 0) !== 0 || base.some((number) => number > maxNumber)) return undefined
  const isPart = ({ key }: Place) => base.every((number, index) => key.numbers[index] === number)
  let end = at + 1
  for (let next = newOrder[end]; next && next.key.rank === 0 && isPart(next); next = newOrder[end]) end += 1
  const after = newOrder[end]?.key
  const last: OrderKey = { rank: 0, numbers: [...base, end - at], name: '' }
  if (after && compareKeys(last, after) >= 0) return undefined
  const [first = 0, ...parts] = base
  const prefixOf = (index: number) => [paddedLike(first, before), ...parts, index - at + 1].join('-')
  return renamesTo(newOrder.slice(at, end), (index) => prefixOf(index + at), usedNames)
}

/** `001`, `002`, … for every chapter; front matter stays first by its 000. */
function renamesOfAll(newOrder: readonly Place[], usedNames: ReadonlySet<string>): Renames {
  const chapters = newOrder.filter(({ name }) => !isFront(name))
  const width = Math.max(3, String(chapters.length).length)
  return renamesTo(chapters, (index) => String(index + 1).padStart(width, '0'), usedNames)
}

function renamesTo(
  files: readonly Place[],
  prefixOf: (index: number) => string,
  usedNames: ReadonlySet<string>,
): Renames {
  const used = new Set(usedNames)
  const renames = new Map<string, string>()
  for (const [index, { name }] of files.entries()) {
    let prefix = prefixOf(index)
    if (hasNumber(name, prefix)) continue
    const rest = nameWithoutPrefix(name)
    while (used.has(foldedName(numberedFileName(prefix, rest)))) prefix = `0${prefix}`
    const target = numberedFileName(prefix, rest)
    used.add(foldedName(target))
    renames.set(name, target)
  }
  return renames
}

const hasNumber = (name: string, prefix: string) =>
  prefixNumbers(name.replace(/\.md$/i, ''))?.join('-') === prefixNumbers(prefix)?.join('-')

/** A number before a name that is a file name already; cut only where file systems would refuse it. */
function numberedFileName(prefix: string, rest: string): string {
  const name = cutToBytes(fileNameStem(rest), maxNameBytes - Buffer.byteLength(prefix)).replace(/[. ]+$/, '')
  if (name === '') return `${prefix}.md`
  return `${prefix}${/^\d/.test(name) ? ' ' : '-'}${name}.md`
}
