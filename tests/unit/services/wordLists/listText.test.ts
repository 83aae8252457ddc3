import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { decodeList, textOfList, wordsOfList } from '../../../../main/src/services/wordLists/listText.ts'

const list = '# 平台的词\r\n赌博网\r\n\r\n 𠮷野家 \r赌博网\n暗杀'

test.each(['utf-8', 'utf-16le', 'utf-16be', 'gb18030'])(
  'a list of words in %s has its words, each once',
  (encoding) => {
    const bytes = iconv.encode(list, encoding, { addBOM: encoding.startsWith('utf') })
    expect(wordsOfList(decodeList(bytes), 'sensitive')).toEqual({
      words: ['赌博网', '𠮷野家', '暗杀'].map((word) => ({ word, right: undefined })),
      skipped: 0,
    })
  },
)

test('bytes that are no text in any of these are refused', () => {
  expect(() => decodeList(new Uint8Array([0x80, 0xff, 0x00]))).toThrow(/DOCUMENT_ENCODING/)
})

test('a typo is a wrong and a right word, and a line that is not is counted and left out', () => {
  const { words, skipped } = wordsOfList(
    '一愁莫展=一筹莫展\n按耐＝按捺\n穿流不息\n=川流\n甲=甲\n甲=乙=丙',
    'typos',
  )
  expect([words, skipped]).toEqual([
    [
      { word: '一愁莫展', right: '一筹莫展' },
      { word: '按耐', right: '按捺' },
    ],
    4,
  ])
  expect(wordsOfList(textOfList(words), 'typos').words).toEqual(words)
})

test('no more than 20,000 words of a list are taken, and none of a hundred characters', () => {
  const text = [`${'长'.repeat(100)}`, ...Array.from({ length: 20_003 }, (_, at) => `词${at}`)].join('\n')
  const { words, skipped } = wordsOfList(text, 'sensitive')
  expect([words.length, skipped]).toEqual([20_000, 4])
})
