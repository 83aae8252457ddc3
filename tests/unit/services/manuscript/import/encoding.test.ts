import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { decodeSource } from '../../../../../main/src/services/manuscript/import/encoding.ts'

const simplified =
  '第一章 雾港\r\n　　林远把信折好，他说：“没有人来。”这是第一天的事，镕、囧、㐀也在。\r\n'.repeat(40)
const traditional = '第一章 霧港\r\n　　林遠把信折好，他說：「沒有人來。」這是第一天的事。\r\n'.repeat(40)

describe('encodings', () => {
  test.each([
    ['utf-8', simplified, 'utf-8'],
    ['gb18030', simplified, 'gb18030'],
    ['utf-16le', simplified, 'utf-16le'],
    ['utf-16be', simplified, 'utf-16be'],
    ['big5', traditional, 'big5'],
    ['utf-16le', 'Chapter 1\n\nIt was a foggy night.\n'.repeat(20), 'utf-16le'],
    ['windows-1252', 'Chapter 1\n\n“Don’t go,” she said — and it was the café.\n'.repeat(20), 'windows-1252'],
    ['utf-8', 'Chapter 1\n\nPlain ASCII.\n', 'utf-8'],
    ['gb18030', '第一章 雾', 'gb18030'],
    ['utf-8', '𠮷野家的𡨸本', 'utf-8'],
  ])('are detected without a mark: %s (%#)', async (encoding, text, found) => {
    expect(await decodeSource(iconv.encode(text, encoding))).toMatchObject({ encoding: found, text })
  })

  test.each(['utf-8', 'utf-16le', 'utf-16be'])('lose the mark of %s, once or twice', async (encoding) => {
    for (const marks of ['\uFEFF', '\uFEFF\uFEFF'])
      expect(await decodeSource(iconv.encode(marks + simplified, encoding))).toMatchObject({
        encoding,
        text: simplified,
      })
  })

  test('leave a character split over two chunks of the decoder whole', async () => {
    const text = `a${'雾港'.repeat(300_000)}`
    expect((await decodeSource(iconv.encode(text, 'gb18030'))).text === text).toBe(true)
  })

  test('do not read damaged UTF-8 as mojibake: a few bytes pass, more are refused', async () => {
    const bytes = Buffer.from(simplified.repeat(10))
    const few = Buffer.from(bytes)
    few[301] = 0xff
    expect((await decodeSource(few)).encoding).toBe('utf-8')
    const many = Buffer.from(bytes)
    for (let index = 100; index < many.length; index += 200) many[index] = 0xff
    await expect(decodeSource(many)).rejects.toMatchObject({ code: 'DOCUMENT_ENCODING' })
  })

  test('refuse a file that is no text', async () => {
    const noise = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251))
    await expect(decodeSource(noise)).rejects.toMatchObject({ code: 'DOCUMENT_ENCODING' })
  })

  test('follow the choice of the user before detection', async () => {
    expect(await decodeSource(iconv.encode('雾', 'gb18030'), 'gb18030')).toMatchObject({
      encoding: 'gb18030',
      text: '雾',
    })
    await expect(decodeSource(Buffer.from('雾'), 'klingon')).rejects.toMatchObject({
      code: 'DOCUMENT_ENCODING',
    })
  })
})
