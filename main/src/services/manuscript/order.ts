import { parseHeading } from './import/headings.ts'

/** The sort key of a file: `rank` first, then the numbers from left to right, then the name. */
export interface OrderKey {
  /** 0: numbered file or chapter; 1: chapter of a named volume; 2: anything else. */
  readonly rank: 0 | 1 | 2
  readonly numbers: readonly number[]
  readonly name: string
}

const natural = new Intl.Collator('zh-Hans-CN', { numeric: true, sensitivity: 'variant' })
const afterwards = /^(?:尾声|终章|后记|番外|epilogue)/i

/**
 * The place of a file from its name, else from its title: numeric prefix (`012-`, `1-03-`), else volume and
 * chapter, else natural order. 楔子 and 序 come first, 番外 and 后记 last among the numbered.
 */
export function orderKey(fileName: string, title: string): OrderKey {
  const name = fileName.replace(/\.md$/i, '')
  const prefix = prefixNumbers(name)
  if (prefix) return { rank: 0, numbers: prefix, name }
  const heading = parseHeading(name) ?? parseHeading(title)
  if (!heading) return { rank: name === '卷首' ? 0 : 2, numbers: name === '卷首' ? [0] : [], name }
  const { kind, number = 0, volume } = heading
  if (kind === 'special')
    return { rank: 0, numbers: afterwards.test(heading.title) ? [Number.MAX_SAFE_INTEGER] : [0, 1], name }
  if (kind === 'volume') return { rank: 1, numbers: [number, 0], name }
  return volume === undefined
    ? { rank: 0, numbers: [number], name }
    : { rank: 1, numbers: [volume.number ?? 0, number], name }
}

/** A total order over keys; equal only for the same file name. */
export function compareKeys(a: OrderKey, b: OrderKey): number {
  return a.rank - b.rank || compareNumbers(a.numbers, b.numbers) || compareNames(a.name, b.name)
}

/** Left to right; where one is the start of the other, the shorter comes first. */
export function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function compareNames(a: string, b: string): number {
  return natural.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}

/** `010-1-夜航` → [10, 1]; undefined without a numeric prefix. A year inside the title is not part of it. */
export function prefixNumbers(name: string): readonly number[] | undefined {
  const prefix = /^\d{1,9}(?:[-_.]\d{1,9})*(?=[-_.\s、]|$)/.exec(name)?.[0]
  return prefix?.split(/[-_.]/).map(Number)
}

/**
 * Numbers that sort after `before` and ahead of `next` (undefined: at the end): the next ordinal where there
 * is room, else a part more, `010-1`. Undefined when names made by hand leave no room.
 */
export function numbersBetween(
  before: readonly number[],
  next: readonly number[] | undefined,
): readonly number[] | undefined {
  const fits = (numbers: readonly number[]) =>
    compareNumbers(before, numbers) < 0 && (next === undefined || compareNumbers(numbers, next) < 0)
  const following = [...before.slice(0, -1), (before.at(-1) ?? 0) + 1]
  const candidates = [following]
  for (let zeros = 0; zeros < 4; zeros++) candidates.push([...before, ...Array(zeros).fill(0), 1])
  return candidates.find(fits)
}
