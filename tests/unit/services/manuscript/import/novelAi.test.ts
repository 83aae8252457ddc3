import fc from 'fast-check'
import { expect, test } from 'vitest'
import { novelAi } from '../../../../../main/src/services/manuscript/import/novelAi.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const storyOf = (content: object, metadata: object = { title: '雾港' }) =>
  JSON.stringify({ storyContainerVersion: 1, metadata, content })
const read = (text: string) => novelAi.read(Buffer.from(text), undefined)

test('a story is the text of its fragments, and what has no place in a manuscript is counted', async () => {
  const content = {
    story: {
      text: 'old',
      fragments: [{ data: '第一章 雾\n', origin: 'user' }, { data: '他*走*了 5 * 3。\n' }],
    },
    context: [{ text: '[记忆]' }, { text: '作者注' }, { text: '' }],
    lorebook: { lorebookVersion: 5, entries: [{ text: '甲' }, { text: '乙' }] },
  }
  const { omissions, ...extracted } = await read(storyOf(content, { title: ' 雾港 ', description: '一句话' }))
  expect({ ...extracted, left: omissions.map(({ sentence }) => sentence.en) }).toEqual({
    ...{ encoding: 'story', guesses: [], headings: [], facts: { title: '雾港' } },
    text: '第一章 雾\n他\\*走\\*了 5 \\* 3。\n',
    left: [
      '2 lorebook entries were left out; import the same file into the codex for them.',
      '2 notes on texts were left out.',
      '1 synopsis was left out.',
      'In 1 paragraph signs such as *, ~, _ and # got a backslash, so that they do not become bold, italics or strikes; exports are without it.',
    ],
  })
})

test('a story without fragments has its text, and one in the newer form is refused with a way out', async () => {
  expect((await read(storyOf({ story: { text: '雾。', fragments: [] } }))).text).toBe('雾。')
  await expect(read(storyOf({ document: 'k4HA' }))).rejects.toMatchObject({
    code: 'IMPORT_UNSUPPORTED',
    details: { why: 'newStory' },
  })
})

test('words of any story are all there, whatever else is in the file', async () => {
  const words = fc.string({ unit: fc.constantFrom('雾', 'a', '𠮷', '*', '_', '\n', ' ', '#', '\\', '"') })
  const checks = countedChecks()
  await fc.assert(
    fc.asyncProperty(fc.array(words), fc.jsonValue(), async (datas, junk) => {
      const content = {
        ...{ story: { fragments: datas.map((data) => ({ data })) }, lorebook: junk, context: junk },
      }
      const { text } = await read(storyOf(content, Object(junk)))
      const letters = (given: string) => given.replace(/[^\p{L}]/gu, '')
      checks.when(letters(text) !== '')
      expect(letters(text)).toBe(letters(datas.join('')))
    }),
  )
  checks.expectShare(0.5)
})

test('hostile stories are refused with a code before anything is built, or bounded', async () => {
  const deep = `{"storyContainerVersion":1,"content":${'['.repeat(100_000)}`
  const wide = `{"storyContainerVersion":1,"content":{"story":{"fragments":[${'0,'.repeat(3_000_000)}0]}}}`
  const codes = []
  for (const text of [deep, wide, '{"a":1}', '[]', 'null', '{', '{"storyContainerVersion":1,'])
    codes.push(await read(text).catch(({ code }) => code))
  expect(codes).toEqual([
    'IMPORT_BROKEN',
    'FILE_TOO_LARGE',
    ...['IMPORT_BROKEN', 'IMPORT_BROKEN', 'IMPORT_BROKEN', 'IMPORT_BROKEN', 'IMPORT_BROKEN'],
  ])
  const fragments = Array.from({ length: 100_000 }, () => ({ data: '雾'.repeat(100) }))
  const { text } = await read(storyOf({ story: { fragments }, lorebook: { __proto__: [] } }))
  expect(text).toBe('雾'.repeat(10_000_000))
})
