import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAppError } from '../../../../../main/src/lib/appError.ts'
import { novelAi } from '../../../../../main/src/services/manuscript/import/novelAi.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const storyOf = (content: object, metadata: object = { title: '雾港' }) =>
  JSON.stringify({ storyContainerVersion: 1, metadata, content })
const plainSigns =
  'In 1 paragraph signs such as *, ~, _ and # got a backslash, so that they do not become bold, italics or strikes; exports are without it.'
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
      plainSigns,
    ],
  })
})

test('a story without fragments has its text', async () => {
  expect((await read(storyOf({ story: { text: '雾。', fragments: [] } }))).text).toBe('雾。')
})

/** Documents as msgpackr 2.1.4 packs them, with shapes of records, bundled strings and NovelAI's extensions. */
const documents = JSON.parse(readFileSync(new URL('./novelAiDocuments.json', import.meta.url), 'utf8'))

test('a story in the newer form has the paragraphs of its document in their order, with the last changes', async () => {
  const texts = []
  for (const name of ['plain', 'bundled', 'changed', 'manyShapes']) {
    const { text, omissions } = await read(storyOf({ document: documents[name] }))
    texts.push([text, ...omissions.map(({ sentence }) => sentence.en)])
  }
  expect(texts).toEqual([
    ['第一章 雾\n“\\*灯\\*塔”𠮷', 'A picture was left out.', plainSigns],
    ['Chapter 1\nFog — 雾.\nnaïve'],
    ['Prepended\nHello Universe\nInserted'],
    [Array.from({ length: 80 }, (_, index) => `line ${index}`).join('\n')],
  ])
})

test('a document that was made to do harm or is torn is refused with a code', async () => {
  const codes = []
  const bytes = Buffer.from(documents.bundled, 'base64')
  const deep = Buffer.concat([Buffer.alloc(100_000, 0x91), Buffer.of(0xc0)])
  const huge = Buffer.of(0xdd, 0xff, 0xff, 0xff, 0xff)
  const endless = Buffer.of(0xd6, 0x62, 0xff, 0xff, 0xff, 0xff)
  for (const each of [
    deep,
    huge,
    endless,
    bytes.subarray(0, -9),
    Buffer.of(0xc1),
    Buffer.of(0x81),
    Buffer.of(1),
  ])
    codes.push(await read(storyOf({ document: each.toString('base64') })).catch(({ code }) => code))
  expect(codes).toEqual(Array.from({ length: 7 }, () => 'IMPORT_BROKEN'))
})

test('a document cut or changed anywhere has a text or a code, never another error', async () => {
  const bytes = Buffer.from(documents.changed, 'base64')
  const checks = countedChecks()
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (at, value) => {
      const torn = Buffer.from(bytes)
      checks.when(torn[at] !== value)
      torn[at] = value
      const result = await read(storyOf({ document: torn.toString('base64') })).then(
        ({ text }) => typeof text,
        (error: unknown) => (isAppError(error) ? 'string' : error),
      )
      expect(result).toBe('string')
    }),
    { numRuns: 500 },
  )
  checks.expectShare(0.9)
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
