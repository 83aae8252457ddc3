import { headingKey } from './headings.ts'
import type { Candidate } from './lines.ts'

/** So many entries make a table of contents. */
const leastEntries = 3
/** So many headings with nothing between them are a table, whatever comes later. */
const unbrokenEntries = 5
/** The most lines of text below an entry that has a name. */
const textRows = 5
/** An entry's text is shorter than its chapter's by this factor. */
const shorter = 3

/** Number and name: what an entry and its chapter have in common. */
export function candidateKey({ family, volume, number, name }: Candidate): string {
  return `${family}|${volume?.number ?? ''}|${number ?? ''}|${headingKey(name)}`
}

export interface WithoutContents {
  readonly candidates: readonly Candidate[]
  /** The first line of each table. */
  readonly contents: readonly Candidate[]
}

/**
 * Removes tables of contents. An entry is a heading that comes again after others, with more text behind it than the
 * entry has; lines of text may be between. The first real heading may be right below the table: it does not come
 * again.
 */
export function withoutContents(candidates: readonly Candidate[], textLength: number): WithoutContents {
  const families = Map.groupBy(candidates, ({ family }) => family)
  const tables: { readonly first: Candidate; readonly last: Candidate }[] = []
  for (const [family, members] of families) if (family !== '') tables.push(...tablesOf(members, textLength))
  if (tables.length === 0) return { candidates, contents: [] }
  const rows = new Set<number>()
  // A volume's line is above its first entry.
  for (const { first, last } of tables) for (let row = first.row - 1; row <= last.row; row++) rows.add(row)
  const contents = tables
    .map(({ first }) => first)
    .sort((a, b) => a.row - b.row)
    .filter((first, index, all) => index === 0 || first.row > (all[index - 1]?.row ?? 0) + unbrokenEntries)
  return { candidates: candidates.filter(({ row }) => !rows.has(row)), contents }
}

function tablesOf(members: readonly Candidate[], textLength: number) {
  const keys = members.map(candidateKey)
  /** The next member with another key, and the next with the same behind such a one. */
  const otherNext: number[] = []
  const target: (number | undefined)[] = []
  const indexByKey = new Map<string, number>()
  for (let index = members.length - 1; index >= 0; index--) {
    const isSame = keys[index + 1] === keys[index]
    otherNext[index] = isSame ? (otherNext[index + 1] ?? members.length) : index + 1
    const key = keys[index] ?? ''
    target[index] = isSame ? target[index + 1] : indexByKey.get(key)
    indexByKey.set(key, index)
  }
  const fromOf = (index: number) => members[index]?.from ?? textLength
  const lengthOf = (index: number) => fromOf(otherNext[index] ?? members.length) - fromOf(index)
  const isEntry: boolean[] = []
  for (let index = members.length - 1; index >= 0; index--) {
    const at = target[index]
    const isDense = rowsBelow(members, index) <= (members[index]?.name === '' ? 0 : textRows)
    isEntry[index] =
      isDense && at !== undefined && (isEntry[at] === true || lengthOf(index) * shorter < lengthOf(at))
  }
  const tables: { first: Candidate; last: Candidate }[] = []
  for (let start = 0; start < members.length; ) {
    let end = start
    const listed = new Set<string>()
    for (; end < members.length; end++) {
      const isListed = listed.has(keys[end] ?? '')
      listed.add(keys[end] ?? '')
      if (isEntry[end]) continue
      const isNext = end > start && members[end]?.row === (members[end - 1]?.row ?? 0) + 1
      // An entry may have other words than its chapter, and the last has the front matter behind it.
      if (isNext && isEntry[end + 1]) continue
      const goesOn = (members[end]?.number ?? 0) > (members[end - 1]?.number ?? 0)
      if (end > start && target[end] !== undefined && (goesOn || !isListed)) end += 1
      break
    }
    const size = end - start >= leastEntries ? end - start : unbrokenFrom(members, keys, start)
    const [first, last] = [members[start], members[start + size - 1]]
    if (size > 0 && first && last) tables.push({ first, last })
    start += Math.max(1, size)
  }
  return tables
}

/** Lines of text between a member and the next. */
function rowsBelow(members: readonly Candidate[], index: number): number {
  return (members[index + 1]?.row ?? Number.POSITIVE_INFINITY) - (members[index]?.row ?? 0) - 1
}

/** Headings with nothing between, up to the first that starts over. */
function unbrokenFrom(members: readonly Candidate[], keys: readonly string[], start: number): number {
  const visited = new Set<string>()
  let end = start
  let last = Number.NEGATIVE_INFINITY
  for (; end < members.length; end++) {
    const [member, before] = [members[end], members[end - 1]]
    if (end > start && member?.row !== (before?.row ?? 0) + 1) break
    const key = keys[end] ?? ''
    if (visited.has(key) || (member?.number ?? last) < last) break
    last = member?.number ?? last
    visited.add(key)
  }
  return end - start >= unbrokenEntries ? end - start : 0
}
