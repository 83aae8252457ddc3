import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chooseSynopses } from '../../../../main/src/services/sources/synopsisChoice.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const chapter = (n: number) => `c_${n}`
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => chapter(from + at))
const wide = (name: string, chapters: readonly string[], kind: 'volume' | 'range' | 'book' = 'volume') => ({
  path: name,
  kind,
  chapters,
})

/** A book of 100 chapters in volumes of 20, each chapter with a synopsis. */
const order = range(0, 100)
const own = new Map(order.map((id) => [id, `own ${id}`]))
const volumes = [0, 1, 2, 3].map((n) => wide(`volume ${n}`, range(20 * n, 20 * n + 20)))
const theBook = wide('book', range(0, 40), 'book')
const at = (position: number, parts: Partial<Parameters<typeof chooseSynopses>[0]> = {}) => {
  const { wide: chosen, ...rest } = chooseSynopses({ order, position, own, wide: volumes, ...parts })
  return { ...rest, wide: chosen.map(({ path }) => path) }
}

it('a book without synopses of volumes gets those of the last three chapters', () => {
  expect(at(50, { wide: [] })).toEqual({ wide: [], chapters: range(47, 50), omitted: [] })
  const without = new Map([...own].filter(([id]) => id !== chapter(48)))
  expect(at(50, { wide: [], own: without })).toEqual({
    ...{ wide: [], omitted: [] },
    chapters: [chapter(47), chapter(49)],
  })
})

it('near chapters come one by one, and volumes tell of those before', () => {
  expect(at(48)).toEqual({ wide: ['volume 0', 'volume 1'], chapters: range(40, 48), omitted: [] })
  expect(at(59)).toEqual({
    wide: ['volume 0', 'volume 1'],
    chapters: range(47, 59),
    omitted: range(40, 47).map((id) => `own ${id}`),
  })
})

it('a volume that has just ended tells of its chapters, and none of them comes one by one', () => {
  expect(at(61)).toEqual({
    ...{ wide: ['volume 0', 'volume 1', 'volume 2'], omitted: [] },
    chapters: [chapter(60)],
  })
})

it('a short volume that has just ended comes chapter by chapter', () => {
  const short = [wide('long', range(0, 40)), wide('short', range(40, 48))]
  expect(at(50, { wide: short })).toEqual({ wide: ['long'], chapters: range(40, 50), omitted: [] })
})

it('what is far comes as one synopsis of the book, in place of its volumes', () => {
  expect(at(85, { wide: [...volumes, theBook] })).toEqual({
    ...{ wide: ['book', 'volume 2', 'volume 3'], omitted: [] },
    chapters: range(80, 85),
  })
})

it('a synopsis of the book or of a volume that tells of this chapter or a later one does not come', () => {
  expect(at(30, { wide: [...volumes, theBook] })).toEqual({
    ...{ wide: ['volume 0'], chapters: range(20, 30), omitted: [] },
  })
  const moved = wide('moved', [...range(0, 20), chapter(70)])
  expect(at(30, { wide: [moved] })).toEqual({ wide: [], chapters: range(27, 30), omitted: [] })
})

it('a volume that is written while its chapters are in the prompt waits until they have left', () => {
  const reused = new Set(['own c_18', 'own c_19'])
  expect(at(24, { reused, wide: [] }).wide).toEqual([])
  expect(at(24, { reused })).toEqual({
    ...{ wide: [], omitted: [] },
    chapters: range(21, 24),
  })
  expect(at(24, { reused: new Set(['volume 0']) }).wide).toEqual(['volume 0'])
})

it('ranges of ten chapters leave out no chapter of a book without volumes, wherever one writes', () => {
  for (let position = 1; position <= 100; position++) {
    const over = Array.from({ length: Math.floor((position - 1) / 10) }, (_, n) =>
      wide(`range ${n}`, range(10 * n, 10 * n + 10), 'range'),
    )
    const far = Math.max(0, Math.floor((over.length - 2) / 5)) * 50
    const chosen = chooseSynopses({
      ...{ order, position, own },
      wide: [...over, ...(far > 0 ? [wide('book', range(0, far), 'book')] : [])],
    })
    const present = [...chosen.wide.flatMap(({ chapters }) => chapters), ...chosen.chapters]
    const isLadder = chosen.wide.length > 0
    expect([position, chosen.omitted, present]).toEqual([
      ...[position, []],
      range(isLadder ? 0 : Math.max(0, position - 3), position),
    ])
  }
})

it('no chapter is ever in two synopses, and none of them tells of a later chapter', () => {
  const withVolumes = countedChecks()
  const withBook = countedChecks()
  fc.assert(
    fc.property(
      fc.record({
        length: fc.integer({ min: 1, max: 60 }),
        position: fc.nat(60),
        cuts: fc.array(fc.nat(60), { maxLength: 8 }),
        farVolumes: fc.nat(5),
        missing: fc.array(fc.nat(60), { maxLength: 6 }),
        shuffled: fc.option(fc.tuple(fc.nat(59), fc.nat(59))),
        reused: fc.array(fc.nat(70), { maxLength: 4 }),
      }),
      ({ length, position, cuts, farVolumes, missing, shuffled, reused }) => {
        const ids = range(0, length)
        const borders = [...new Set([0, ...cuts.filter((cut) => cut < length), length])].sort((a, b) => a - b)
        const parts = borders.slice(0, -1).map((from, n) => wide(`v${n}`, ids.slice(from, borders[n + 1])))
        const far = parts.slice(0, farVolumes).flatMap(({ chapters }) => chapters)
        const order = [...ids]
        if (shuffled) {
          const [from, to] = shuffled
          order.splice(to % length, 0, ...order.splice(from % length, 1))
        }
        const own = new Map(
          ids.filter((_, n) => !missing.includes(n)).map((id) => [id, `own ${id}`] as const),
        )
        const here = position % (length + 1)
        const paths = [...own.values(), ...parts.map(({ path }) => path), 'book']
        const again = new Set(reused.map((n) => paths[n % paths.length] ?? ''))
        const chosen = chooseSynopses({
          ...{ order, position: here, own, reused: again },
          wide: [...parts, ...(far.length > 0 ? [wide('book', far, 'book')] : [])],
        })
        const all = [...chosen.wide.flatMap(({ chapters }) => chapters), ...chosen.chapters]
        expect(new Set(all).size).toBe(all.length)
        const later = new Set(order.slice(here))
        expect(all.filter((id) => later.has(id))).toEqual([])
        withVolumes.when(chosen.wide.length > 0 && chosen.chapters.length > 0)
        withBook.when(chosen.wide.some(({ kind }) => kind === 'book'))
      },
    ),
    { numRuns: 2000 },
  )
  withVolumes.expectShare(0.1)
  withBook.expectShare(0.02)
})
