import { expect, it } from 'vitest'
import { createBookUse, inferUses } from '../../../../main/src/services/codex/bookUse.ts'
import { createFold } from '../../../../main/src/services/codex/fold.ts'
import { countNeighbours, findMentions } from '../../../../main/src/services/codex/mentions.ts'
import { buildNameIndex, type NameIndex } from '../../../../main/src/services/codex/nameIndex.ts'
import { peopleOf } from '../../../fixtures/codex/entries.ts'

const index = buildNameIndex(peopleOf('曹操/操 孔明 孙策/策'), createFold())
const chapters = [
  '曹操大喜。孔明曰：“善。”曹操曰：“可。”操大怒，操令退，操曰：“不然。”',
  '孔明笑曰：“此良策也。”操亦笑，操大喜。此良策不可失。操见孔明，操曰：“然。”',
  '孙策曰：“可用此策。”孔明大怒。操令人至，操引军回。',
].map((text, at) => ({ documentId: `c${at}`, text: text.repeat(4) }))

function bookOf() {
  const texts = new Map(chapters.map(({ documentId, text }) => [documentId, text]))
  const reads: string[] = []
  const use = createBookUse(async (_projectId, documentId) => {
    reads.push(documentId)
    return { text: texts.get(documentId) ?? '' }
  })
  return { use, texts, reads }
}
const found = (text: string, taught: NameIndex) =>
  findMentions(text, taught).map(({ from, to }) => `${from}:${text.slice(from, to)}`)

it('a book shows which of its characters are a name, and the same book is not read twice', async () => {
  const { use, reads } = bookOf()
  const list = chapters.map(({ documentId }) => ({ documentId }))
  const taught = await use.indexFor('p', index, list)
  const text = '操大惊，此策甚妙，良策也。'
  expect(found(text, index)).toEqual([])
  expect(found(text, taught)).toEqual(['0:操'])
  expect(await use.indexFor('p', index, list)).toBe(taught)
  expect(reads).toEqual(['c0', 'c1', 'c2'])
})

it('a chapter that changed is counted anew, alone, and its earlier counts are dropped', async () => {
  const { use, texts, reads } = bookOf()
  const list = chapters.map(({ documentId }) => ({ documentId }))
  await use.indexFor('p', index, list)
  texts.set('c1', '操场上有人。')
  const [first, , third] = list
  if (!first || !third) throw new Error('three chapters')
  const after = await use.indexFor('p', index, [first, { documentId: 'c1' }, third])
  expect(reads).toEqual(['c0', 'c1', 'c2', 'c1'])
  const whole = [...texts.values()].map((text) => countNeighbours(text, index))
  const fresh = await bookOfTexts([...texts.values()]).indexFor('p', index, [
    { documentId: '0' },
    { documentId: '1' },
    { documentId: '2' },
  ])
  const probes = ['操大怒。', '。操引军', '见操，', '操场上']
  expect(probes.map((text) => found(text, after))).toEqual(probes.map((text) => found(text, fresh)))
  expect(whole.map((counts) => inferUses(counts).size)).toEqual([1, 0, 1])
})

const bookOfTexts = (texts: readonly string[]) =>
  createBookUse(async (_projectId, documentId) => ({ text: texts[Number(documentId)] ?? '' }))

it('zero-width characters inside a name do not hide it, and stay inside what is marked', () => {
  const text = '见孔\u200b明，曹\ufeff\u200d操曰'
  expect(findMentions(text, index).map(({ key, from, to }) => [key, text.slice(from, to)])).toEqual([
    ['孔明', '孔\u200b明'],
    ['曹操', '曹\ufeff\u200d操'],
  ])
})
