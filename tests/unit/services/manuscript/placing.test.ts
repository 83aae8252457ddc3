import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeDocument, nameWithoutPrefix } from '../../../../main/src/services/manuscript/describe.ts'
import { foldedName } from '../../../../main/src/services/manuscript/newChapter.ts'
import { compareKeys, orderKey } from '../../../../main/src/services/manuscript/order.ts'
import {
  type Place,
  type Renames,
  renamesForPlace,
  renamesForTitle,
} from '../../../../main/src/services/manuscript/placing.ts'

const placeOf = (name: string, title = describeDocument(name, undefined).title): Place => ({
  name,
  title,
  key: orderKey(name, title),
})
const inOrder = (places: readonly Place[]) => places.toSorted((a, b) => compareKeys(a.key, b.key))
const takenBy = (places: readonly Place[]) => new Set(places.map(({ name }) => foldedName(name)))
const applied = (places: readonly Place[], renames: Renames, title?: readonly [string, string]) =>
  inOrder(
    places.map(({ name, title: old }) =>
      placeOf(renames.get(name) ?? name, name === title?.[0] ? title[1] : old),
    ),
  ).map(({ name }) => name)

function move(names: readonly string[], from: number, to: number) {
  const order = inOrder(names.map((name) => placeOf(name)))
  const rest = order.toSpliced(from, 1)
  const wanted = rest.toSpliced(to, 0, ...order.slice(from, from + 1))
  const renames = renamesForPlace(wanted, to, takenBy(order))
  return {
    renames,
    wanted: wanted.map(({ name }) => renames.get(name) ?? name),
    got: applied(order, renames),
  }
}

const numbered = ['001-浸水的信.md', '002-许记客栈.md', '003-港务处.md', '004-三十三级.md']

it('a chapter is renumbered that needs no other number', () => {
  expect([...move(numbered, 3, 1).renames]).toEqual([['004-三十三级.md', '001-1-三十三级.md']])
  expect([...move(numbered, 0, 3).renames]).toEqual([['001-浸水的信.md', '005-浸水的信.md']])
  expect([...move(numbered, 2, 0).renames]).toEqual([['003-港务处.md', '000-1-港务处.md']])
  expect([...move(numbered, 2, 2).renames]).toEqual([])
})

it('a full gap renumbers the whole book instead of its neighbours', () => {
  const tight = ['012-夜.md', '012-0-0-0-0-1-雾.md', '013-船.md', '014-灯.md']
  const { renames, wanted, got } = move(tight, 3, 1)
  expect([...renames]).toEqual([
    ['014-灯.md', '012-1-灯.md'],
    ['012-0-0-0-0-1-雾.md', '012-2-雾.md'],
  ])
  expect(got).toEqual(wanted)
})

it('chapters known by 卷 and 章 alone are left in the wrong order', () => {
  const { renames, wanted, got } = move(['第一卷 第一章.md', '第一卷 第二章.md', '第二卷 第一章.md'], 2, 0)
  expect(got).toEqual(wanted)
  expect(renames.size).toBeGreaterThan(0)
})

const stem = fc.constantFrom(
  '雾',
  '第一章 夜',
  '第十二回',
  '1984',
  'a：b',
  '𠮷',
  '番外 一',
  '终章',
  '楔子',
  '卷二',
)
const prefix = fc.constantFrom(
  '',
  '001-',
  '1-',
  '01-2-',
  '007_',
  '012 ',
  '012-1-',
  '012-0-1-',
  '999-',
  '0012-',
)
const nameOf = fc.tuple(prefix, stem).map(([number, rest]) => `${number}${rest}.md`)
const book = fc.uniqueArray(nameOf, { minLength: 2, maxLength: 12, selector: foldedName })

it('any move gives another order than asked for, or a name that is in use or words of another title', () => {
  fc.assert(
    fc.property(book, fc.nat(), fc.nat(), (names, a, b) => {
      const { renames, wanted, got } = move(names, a % names.length, b % names.length)
      expect(got).toEqual(wanted)
      for (const [from, to] of renames) expect(nameWithoutPrefix(to)).toBe(nameWithoutPrefix(from))
      const present = new Set(names.map(foldedName))
      const targets = [...renames.values()].map(foldedName)
      expect(targets.filter((name) => present.has(name))).toEqual([])
      expect(new Set(targets).size).toBe(targets.length)
    }),
    { numRuns: 500 },
  )
})

it('any new title moves the chapter, or takes a name that is in use', () => {
  fc.assert(
    fc.property(book, fc.nat(), stem, (names, at, title) => {
      const order = inOrder(names.map((name) => placeOf(name)))
      const index = at % order.length
      const name = order[index]?.name ?? ''
      const renames = renamesForTitle(order, index, title, takenBy(order))
      const wanted = order.map((place) => renames.get(place.name) ?? place.name)
      expect(applied(order, renames, [name, title])).toEqual(wanted)
      const present = new Set(names.map(foldedName))
      expect([...renames.values()].filter((target) => present.has(foldedName(target)))).toEqual([])
    }),
    { numRuns: 500 },
  )
})
