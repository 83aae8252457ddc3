import { expect, it } from 'vitest'
import { orderLayer, selectRetrieved } from '../../../../../main/src/services/context/core/order.ts'
import { chunkOf } from '../../../../support/chunks.ts'
import { passage } from '../../../../support/engine.ts'

const part = (from: number, to: number, path = 'manuscript/009.md') =>
  chunkOf({ source: 'textAfter', path, from, to, text: '雾'.repeat(to - from) })
const found = (from: number, to: number) => chunkOf(passage(9, '雾'.repeat(to - from), 0.5, { from, to }))

it('Retrieved does not repeat what Immediate shows whole, and may touch it at either end', () => {
  const shown = [part(10, 20), part(30, 40, 'manuscript/010.md')]
  const hits = [found(5, 11), found(19, 25), found(12, 15), found(5, 10), found(20, 25), found(30, 40)]
  const { selected, left } = selectRetrieved(hits, shown)
  const rows = (chunks: typeof selected) => chunks.map(({ ref }) => `${ref.from}-${ref.to}`)
  expect({ chosen: rows(selected), left: rows(left) }).toEqual({
    chosen: ['20-25', '30-40', '5-10'],
    left: ['12-15', '19-25', '5-11'],
  })
})

it('an entry without a range is no part of the chapter, and Immediate without one hides nothing', () => {
  const entry = chunkOf({ source: 'codexEntries', path: 'manuscript/009.md', text: '林远', score: 1 })
  const typed = chunkOf({ source: 'authorInput', path: 'manuscript/009.md', text: '写雾。' })
  expect(selectRetrieved([entry], [part(0, 20)]).left).toEqual([])
  expect(selectRetrieved([found(0, 5)], [typed]).left).toEqual([])
})

it('the best 200 stay, each text once', () => {
  const many = Array.from({ length: 201 }, (_, n) => found(n * 10, n * 10 + 5))
  expect(selectRetrieved([...many.slice(0, 200), found(0, 5)], [])).toMatchObject({
    overLimit: false,
    left: [{ ref: { from: 0, to: 5 } }],
  })
  const { selected, left, overLimit } = selectRetrieved(many, [])
  expect([selected.length, left.length, overLimit]).toEqual([200, 1, true])
})

it('a passage of the chapter stays a candidate until the window has its place', () => {
  const window = chunkOf({
    source: 'textBefore',
    path: 'manuscript/009.md',
    from: 0,
    to: 20,
    text: '雾'.repeat(20),
  })
  expect(selectRetrieved([found(0, 5)], [window]).left).toEqual([])
})

it('what has no place in its file comes in front of what has one', () => {
  const at = (item: string, place: object) =>
    chunkOf({ source: 'settingsFiles', path: '.creonow/settings/雾港.md', item, text: item, ...place })
  const shuffled = [
    at('甲', { position: 1 }),
    at('乙', { from: 1, to: 2 }),
    at('丁', {}),
    at('丙', { position: 2 }),
  ]
  expect(orderLayer(shuffled).map(({ text }) => text)).toEqual(['丁', '乙', '甲', '丙'])
})

it('a layer, and Retrieved of equal score, sorts paths by code points, letters outside the BMP last', () => {
  const entry = (name: string) =>
    chunkOf({ source: 'codexEntries', path: `.creonow/codex/${name}.md`, text: 'same', score: 1 })
  const sorted = ['Ann', '雾', '！', '𠮷'].map(entry)
  const pathsOf = (chunks: readonly { readonly ref: { readonly path: string } }[]) =>
    chunks.map(({ ref }) => ref.path)
  expect(pathsOf(orderLayer(sorted.toReversed()))).toEqual(pathsOf(sorted))
  expect(pathsOf(selectRetrieved(sorted.toReversed(), []).selected)).toEqual(pathsOf(sorted))
})

it('two pieces that differ in nothing else are in the order of their texts, then of their labels', () => {
  const of = (text: string, label: string) =>
    chunkOf({ source: 'preferences', path: 'memory:p', item: 'a', confidence: 0.5, text, label })
  const [first, second, third] = [of('短句。', '甲'), of('短句。', '乙'), of('长句。', '甲')]
  const inOrder = [second, first, third]
  const shuffles = [
    [first, second, third],
    [third, second, first],
    [second, third, first],
  ]
  for (const some of shuffles)
    expect(orderLayer(some).map(({ text, label }) => text + label)).toEqual(
      inOrder.map(({ text, label }) => text + label),
    )
})
