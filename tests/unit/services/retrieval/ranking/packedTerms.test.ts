import { describe, expect, it } from 'vitest'
import { documentKeyOf, idsPerDocument } from '../../../../../main/src/db/tables/passages.ts'
import { createBookTerms } from '../../../../../main/src/services/retrieval/ranking/bookTerms.ts'
import { packTerms, unpackTerms } from '../../../../../main/src/services/retrieval/ranking/packedTerms.ts'
import { strangeTexts } from '../../../../support/strangeText.ts'

/** So far on that the id of its passage has more than 32 bits. */
const farDocument = 5000 * idsPerDocument

const texts = [
  '第一章 雾港\r\n\u3000\u3000林远把铜匣埋在石桥下。林远没有回头。',
  'Ann说：“𠮷田，二〇四六年见！”don’t',
  ...strangeTexts.map(({ text }) => text),
]

function makeBook() {
  const book = createBookTerms(documentKeyOf)
  for (const [at, text] of texts.entries()) book.apply({ id: at, text })
  book.apply({ id: farDocument + 7, text: '阿沅唱着歌，林远听着。' })
  return book
}

const packed = () => packTerms(makeBook().columns()) ?? new Uint8Array()

describe('the terms of a book in one piece of memory', () => {
  it('come back as they were, from whatever place in memory', () => {
    const { passages, ...columns } = makeBook().columns()
    for (const offset of [0, 1, 8]) {
      const bytes = packed()
      const moved = new Uint8Array(bytes.length + offset)
      moved.set(bytes, offset)
      const { passages: read, ...readColumns } = unpackTerms(moved.subarray(offset)) ?? {
        passages: new Map(),
      }
      expect(readColumns).toEqual(columns)
      expect([...read]).toEqual([...passages])
    }
    expect([...passages.keys()].at(-1)).toBe(farDocument + 7)
  })

  it('make a book that continues as the one they came from', () => {
    const book = makeBook()
    const read = createBookTerms(documentKeyOf, unpackTerms(packed()))
    const changes = [
      { id: 0 },
      { id: 1, text: '林远走了，铜匣还在。' },
      { id: 2 * idsPerDocument, text: `${'潮水退了一半'.repeat(3)}，从没写过的词 new words` },
    ]
    const everything = (of: typeof book) => ({
      ...of.columns(),
      ...{ total: of.total, length: of.length, size: of.size },
      ids: ['林', '林远', '铜匣', '𠮷田', 'ann', '没有的'].map((term) => of.idOf(term)),
    })
    expect(everything(read)).toEqual(everything(book))
    for (const change of changes) {
      book.apply(change)
      read.apply(change)
      expect(everything(read)).toEqual(everything(book))
    }
  })

  it('are not read when they are of another format, cut short, or longer than declared', () => {
    const bytes = packed()
    const other = bytes.slice()
    other[0] = 2
    const negative = bytes.slice()
    new Int32Array(negative.buffer)[1] = -1
    const broken = [other, negative, bytes.slice(0, -2), bytes.slice(0, 31), new Uint8Array([...bytes, 0, 0])]
    expect(broken.map(unpackTerms)).toEqual(broken.map(() => undefined))
  })

  it('are not stored for a book that was much rewritten: most of them are of no passage', () => {
    const book = createBookTerms(documentKeyOf)
    book.apply({ id: 1, text: '林远把铜匣埋在石桥下' })
    expect(packTerms(book.columns())).toBeDefined()
    book.apply({ id: 1, text: '阿沅唱着歌' })
    expect(packTerms(book.columns())).toBeUndefined()
  })

  it('are none for an empty book', () => {
    const empty = packTerms(createBookTerms(documentKeyOf).columns()) ?? new Uint8Array()
    expect(createBookTerms(documentKeyOf, unpackTerms(empty)).total).toBe(0)
  })
})
