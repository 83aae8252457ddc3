import { expect, it } from 'vitest'
import { findMarks, markedBooks } from '../../../bench/mentionMarks.ts'
import type { NeighbourCounts } from '../../../main/src/services/codex/characterUse.ts'
import { createFold } from '../../../main/src/services/codex/fold.ts'
import { neighbours } from '../../fixtures/codex/neighbours.ts'

type Stored = (typeof neighbours)['三国演义']['names']

/** `.12曰3`: a unit (the edge of a clause as a full stop) and how often it stands there. */
const unitsOf = (stored: string) =>
  new Map(
    [...stored.matchAll(/(\D)(\d+)/gu)].map(([, unit = '', count]): [number, number] => [
      unit === '.' ? 0 : unit.charCodeAt(0),
      Number(count),
    ]),
  )
const neighboursOf = ({ count, before, after, starts, afterStart }: Stored) => ({
  count,
  starts,
  before: unitsOf(before),
  after: unitsOf(after),
  afterStart: unitsOf(afterStart),
})

/** What the whole novels teach, as counted by `bench/mentionMarks.ts`. */
function countsOf(title: keyof typeof neighbours): NeighbourCounts {
  const { names, characters } = neighbours[title]
  return {
    names: neighboursOf(names),
    characters: new Map(
      Object.entries(characters).map(([character, own]) => [character.charCodeAt(0), neighboursOf(own)]),
    ),
  }
}

it.each(['三国演义', '红楼梦'] as const)(
  'one-character names of %s are found where a reader has marked them',
  (title) => {
    const book = markedBooks[title]
    const { marked, precision, recall } = findMarks(book, countsOf(title), createFold())
    expect(marked).toBeGreaterThanOrEqual(19)
    expect([precision >= 0.97, recall >= 0.7]).toEqual([true, true])
  },
)

it('a character of a book too short for statistics is a name only where its neighbours are unambiguous', () => {
  const book = markedBooks.三国演义
  const nothing = { names: neighboursOf({ count: 0, before: '', after: '', starts: 0, afterStart: '' }) }
  const { precision, recall } = findMarks(book, { ...nothing, characters: new Map() }, createFold())
  expect([precision >= 0.97, recall > 0.2]).toEqual([true, true])
})
