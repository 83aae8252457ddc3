import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NameKind } from '../../main/src/services/codex/suggest/index.ts'
import { peopleOfRedChamber, peopleOfThreeKingdoms } from '../corpus/people.ts'
import { otherListsOfRedChamber, otherListsOfThreeKingdoms, unseenLists } from './lists.ts'

/** An entry that a careful reader would make. */
export interface TrueEntry {
  readonly kind: NameKind
  /** Its name, then the others. */
  readonly names: readonly string[]
}

interface Cast {
  readonly kind: NameKind
  readonly name: string
  readonly aliases: readonly string[]
}

/** Books that the rules were set by, then those that they were not. */
export const tunedBooks = ['三国演义', '红楼梦', '儒林外史', 'bleak-house', 'crime-and-punishment'] as const
export const unseenBooks = ['三俠五義', 'pride-and-prejudice'] as const
/** A book of a language that has no rules: it must have no suggestions. */
export const silentBook = '吾輩は猫である'

/** The entries of each book. */
export function readTruth(): ReadonlyMap<string, readonly TrueEntry[]> {
  // A file of this folder with this shape.
  const casts = JSON.parse(readFileSync(join(import.meta.dirname, 'casts.json'), 'utf8')) as Record<
    string,
    Cast[]
  >
  return new Map([
    ['三国演义', withPeople(peopleOfThreeKingdoms, entriesOf(otherListsOfThreeKingdoms))],
    ['红楼梦', withPeople(peopleOfRedChamber, entriesOf(otherListsOfRedChamber))],
    ...Object.entries(casts).map(([book, cast]): [string, TrueEntry[]] => [
      book,
      cast.map(({ kind, name, aliases }) => ({ kind, names: [name, ...aliases] })),
    ]),
    ...Object.entries(unseenLists).map(([book, list]): [string, TrueEntry[]] => [book, entriesOf(list)]),
  ])
}

/** The lists of people have a few places, which the other lists have as well. */
function withPeople(people: string, others: readonly TrueEntry[]): TrueEntry[] {
  const elsewhere = new Set(others.flatMap(({ names }) => names))
  const entries = people
    .trim()
    .split('\n')
    .map((line): TrueEntry => ({ kind: 'character', names: line.split('/') }))
  return [...entries.filter(({ names }) => !names.some((name) => elsewhere.has(name))), ...others]
}

const entriesOf = (list: string): TrueEntry[] =>
  list
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [kind = '', ...entries] = line.trim().split(' ')
      // The first word of every line of a list is a kind.
      return entries.map((entry) => ({
        kind: kind as NameKind,
        names: entry.replaceAll('_', ' ').split('/'),
      }))
    })
