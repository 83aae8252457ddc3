import { expect, test } from 'vitest'
import type { DocumentSummary } from '../../../../../main/src/contract/documents.ts'
import { clausesOf } from '../../../../../main/src/lib/clauses.ts'
import { sha256Hex } from '../../../../../main/src/lib/hash.ts'
import { countWords } from '../../../../../main/src/lib/wordCount.ts'
import { chapterShares } from '../../../../../main/src/services/manuscript/daily/chapterShares.ts'

const long = '林远推开门，看见灯下坐着一个人。'
const changed = '雾从江面上漫过来，遮住了灯塔。'
const short = '“嗯。”'

const chapter = (documentId: string, text: string): DocumentSummary => ({
  ...{ documentId, path: `manuscript/${documentId}.md`, kind: 'chapter', title: documentId },
  ...{ chapterNumber: 1, characters: text.length, words: countWords(text), hash: sha256Hex(text) },
})
const sharesOf = (texts: Readonly<Record<string, string>>, accepted: readonly string[]) =>
  chapterShares(
    Object.entries(texts).map(([id, text]) => chapter(id, text)),
    [{ documentId: 'c_1', insertedParagraphs: accepted.map(sha256Hex) }],
    async (id) => texts[id] ?? '',
  )

/** Shares of chapters where a run's paragraphs were accepted in `c_1`, by the receipts of today. */
const clauseSharesOf = async (texts: Readonly<Record<string, string>>, accepted: readonly string[]) => {
  const shares = await chapterShares(
    Object.entries(texts).map(([id, text]) => chapter(id, text)),
    [
      {
        documentId: 'c_1',
        insertedParagraphs: accepted.map(sha256Hex),
        writtenClauses: accepted.flatMap(clausesOf).map(({ hash }) => hash),
      },
    ],
    async (id) => texts[id] ?? '',
  )
  return shares.map(({ ai }) => ai)
}

test('of a paragraph of a model, the author has what was changed or added and the model the rest', async () => {
  const accepted = '雾从江面上漫过来，遮住了灯塔，林远推开门，看见灯下坐着一个人。'
  const texts = [
    accepted,
    // Another mark.
    accepted.replace('来，', '来。'),
    accepted.replace('灯下', '火下'),
    `${accepted}我自己写的一句。`,
    accepted.replace('遮住了', '盖住了').replace('推开', '关上'),
  ]
  const counted = []
  for (const text of texts) counted.push((await clauseSharesOf({ c_1: `　　${text}` }, [accepted]))[0])
  const whole = countWords(accepted)
  expect(counted).toEqual([
    whole,
    whole,
    whole - countWords('看见灯下坐着一个人。'),
    whole,
    countWords('雾从江面上漫过来，') + countWords('看见灯下坐着一个人。'),
  ])
})

test("a few words that a model wrote too are the author's in another paragraph or chapter", async () => {
  const texts = { c_1: `${short}\n他说：“嗯。”然后走了。`, c_2: `${short}\n${long}我写的，${short}` }
  expect(await clauseSharesOf(texts, [short, long])).toEqual([countWords(short), countWords(long)])
})

test("a short paragraph that a model wrote as a part of a longer one is the author's", async () => {
  const accepted = ['“走吧。”他说，站起身来。', '她点点头，说：“好。”', short]
  const own = '“好。”\n他说：“走吧。”\n“好。”他说。\n她点点头。\n站起身来。\n'
  expect(await clauseSharesOf({ c_1: own }, accepted)).toEqual([0])
  expect(await clauseSharesOf({ c_1: `${own}　　${short}` }, accepted)).toEqual([countWords(short)])
})

test("a short paragraph that the author changed before accepting it is the author's", async () => {
  const [ai] = await chapterShares(
    [chapter('c_1', '“走。”')],
    [{ documentId: 'c_1', insertedParagraphs: [sha256Hex('“走。”')], writtenClauses: [] }],
    async () => '“走。”',
  )
  expect(ai?.ai).toBe(0)
})

test('what stands as it was accepted is of AI with any indent and line end, and what was changed since is not where a receipt knows no clauses', async () => {
  const texts = { c_1: `　　${long}\r\n\r\n　　${changed}他没有回头。\r\n我自己写的一段。` }
  expect(await sharesOf(texts, [long, changed])).toEqual([
    { documentId: 'c_1', title: 'c_1', words: countWords(texts.c_1), ai: countWords(long) },
  ])
})

test('a paragraph that went into another chapter is found there, a short one that stands everywhere is not', async () => {
  const texts = { c_1: short, c_2: `${long}\n${short}` }
  const shares = await sharesOf(texts, [long, short])
  expect(shares.map(({ documentId, ai }) => [documentId, ai])).toEqual([
    ['c_1', countWords(short)],
    ['c_2', countWords(long)],
  ])
})

test('no chapter is read where no text of a model was ever accepted', async () => {
  const read: string[] = []
  await chapterShares([chapter('c_1', long)], [], async (id) => {
    read.push(id)
    return long
  })
  expect(read).toEqual([])
})
