import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createOpenProjects,
  type OpenProjects,
} from '../../../../main/src/services/retrieval/openProjects.ts'
import { countBits } from '../../../../main/src/services/retrieval/ranking/postings.ts'
import { createPrecedingCache } from '../../../../main/src/services/retrieval/ranking/precedingCache.ts'
import type {
  Activation,
  PrecedingChapters,
} from '../../../../main/src/services/retrieval/ranking/precedingChapters.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { createFixture, type Fixture, paragraph } from './fixture.ts'

const project = '雾港'
const names = ['林远', '沈砚', '老周', '阿沅', '程七']
const { signal } = new AbortController()
const idOf = (at: number) => `manuscript/${at}.md`
const line = (seed: number) =>
  paragraph(`${names[seed % 5]}在灯塔遇见${names[(seed * 7 + 2) % 5]}，把第${seed % 11}封信交出去。`, seed)

let fixture: Fixture
let projects: OpenProjects
beforeEach(() => {
  fixture = createFixture()
  projects = createOpenProjects(fixture.settings)
})
afterEach(async () => {
  await projects.dispose()
  await fixture.dispose()
})

/** All that the rankings read: of the lists what is in the passages in scope. */
const read = ({ postings, repeated: _, ...own }: PrecedingChapters, size: number) => ({
  ...own,
  lists: Array.from({ length: size }, (_, id) =>
    [...postings.entries.subarray(postings.starts[id] ?? 0, postings.starts[id + 1] ?? 0)].filter(
      (entry) => entry >>> countBits < own.ids.length,
    ),
  ),
})

/** All that the forecast counts, of each term. */
const counted = ({ distinctive: { placeOf, ...lists }, holders, clumping }: Activation, size: number) => ({
  ...lists,
  terms: Array.from({ length: size }, (_, id) => [placeOf(id), holders(id), clumping(id)]),
})

it('after any edits and moves a place reads and counts what it does where nothing is cached', async () => {
  const checked = countedChecks()
  const change = fc.record({
    kind: fc.constantFrom('edit', 'append', 'insert', 'move', 'none'),
    at: fc.nat({ max: 4 }),
    to: fc.nat({ max: 4 }),
    seed: fc.integer({ min: 100, max: 10_000 }),
    cursor: fc.nat({ max: 4 }),
    share: fc.constantFrom(0, 0.4, 0.8, 1),
  })
  const { run, index } = projects.open(project)
  const book = fixture.book(project)
  const cache = createPrecedingCache()
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 6 }), async (changes) => {
      book.clear()
      for (let at = 0; at < 5; at++) book.set(idOf(at), [0, 1, 2, 3].map((n) => line(at * 4 + n)).join(''))
      for (const { kind, at, to, seed, cursor, share } of changes) {
        const text = book.get(idOf(at)) ?? ''
        if (kind === 'edit') book.set(idOf(at), text.replace('遇见', '离开'))
        if (kind === 'append') book.set(idOf(at), text + line(seed))
        if (kind === 'insert') book.set(idOf(at), line(seed) + text)
        if (kind === 'move') {
          const order = [...book].filter(([id]) => id !== idOf(at))
          book.clear()
          for (const [id, each] of order.toSpliced(to, 0, [idOf(at), text])) book.set(id, each)
        }
        await run.everything()
        const terms = await index.loadTerms()
        const within = Math.ceil((book.get(idOf(cursor))?.length ?? 0) * share)
        const [[cached, activation] = [], [anew, activationAnew] = []] = await Promise.all(
          [cache, createPrecedingCache()].map(async (each) => {
            const preceding = await each.of(index, terms, { before: idOf(cursor), within }, signal)
            return [preceding, await each.activation(terms, preceding, signal)] as const
          }),
        )
        const order = [...book.keys()]
        const place = order.indexOf(idOf(cursor))
        expect(cached && read(cached, terms.size)).toEqual(anew && read(anew, terms.size))
        expect(activation && counted(activation, terms.size)).toEqual(
          activationAnew && counted(activationAnew, terms.size),
        )
        expect(cached?.chapters).toBe(
          place + (within > 0 && (cached?.ids.length ?? 0) > passagesBefore(place) ? 1 : 0),
        )
        checked.when((cached?.ids.length ?? 0) > 0)

        function passagesBefore(chapters: number): number {
          const snapshot = index.snapshot()
          return order
            .slice(0, chapters)
            .reduce((sum, id) => sum + snapshot.passagesOf(snapshot.documentById(id)?.key ?? -1).length, 0)
        }
      }
    }),
    { numRuns: 12 },
  )
  checked.expectShare(0.5)
})

it('a chapter at the same place as another, as while a move is indexed, does not read the other', async () => {
  for (const at of [0, 1, 2])
    fixture.book(project).set(idOf(at), [1, 2].map((n) => line(at * 2 + n)).join(''))
  await projects.open(project).run.everything()
  await projects.close(project)
  fixture.inspect(project, (db) =>
    db.prepare('UPDATE documents SET position = 2 WHERE document_id = ?').run(idOf(1)),
  )
  const { index } = projects.open(project)
  const within = fixture.book(project).get(idOf(2))?.length ?? 0
  const cache = createPrecedingCache()
  const preceding = await cache.of(index, await index.loadTerms(), { before: idOf(2), within }, signal)
  const snapshot = index.snapshot()
  const idsIn = (at: number) => snapshot.passagesOf(snapshot.documentById(idOf(at))?.key ?? -1)
  expect(preceding.ids).toEqual([...idsIn(0), ...idsIn(2)])
})

it('the lists of a book as it was three edits ago are let go', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const book = fixture.book(project)
  for (const at of [0, 1, 2]) book.set(idOf(at), [1, 2].map((n) => line(at * 2 + n)).join(''))
  const { run, index } = projects.open(project)
  const cache = createPrecedingCache()
  const lists: WeakRef<object>[] = []
  for (const seed of [11, 12, 13, 14, 15]) {
    book.set(idOf(2), (book.get(idOf(2)) ?? '') + line(seed))
    await run.everything()
    const terms = await index.loadTerms()
    for (const at of [1, 2]) {
      const preceding = await cache.of(index, terms, { before: idOf(at), within: 1_000_000 }, signal)
      await cache.activation(terms, preceding, signal)
      lists.push(new WeakRef(preceding.postings))
    }
  }
  // A weak reference holds what it refers to until the end of the turn.
  await new Promise(setImmediate)
  collectGarbage()
  expect(new Set(lists.flatMap((each) => each.deref() ?? [])).size).toBe(2)
})
