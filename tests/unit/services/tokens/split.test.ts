import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BytePairEncoder } from '../../../../main/src/services/tokens/bpe.ts'
import { isGpt2LineStart } from '../../../../main/src/services/tokens/split.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { strangeTexts } from '../../../support/strangeText.ts'
import {
  checkIds,
  createEncoder,
  createReference,
  encodings,
  hostileText,
  splitForCounting,
} from './reference.ts'

describe.each(encodings)('in the safe splits of %s,', (encoding) => {
  let encoder: BytePairEncoder
  let reference: (text: string) => number[]

  beforeAll(async () => {
    encoder = await createEncoder(encoding)
    reference = await createReference(encoding)
  })

  test('the tokens of the pieces are those of the whole', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(hostileText(16), fc.constantFrom(1, 3, 160), (text, minPiece) => {
        const ids = splitForCounting(text, minPiece).flatMap((piece) => encoder.encode(piece))
        checked.when(splitForCounting(text, minPiece).length > 1)
        checkIds(ids, encoder.encode(text), text)
      }),
      { numRuns: 8000 },
    )
    checked.expectShare(0.4)
  })

  test('the tokens of the pieces are those of the whole for js-tiktoken too', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(hostileText(12), (text) => {
        const ids = splitForCounting(text, 1).flatMap((piece) => reference(piece))
        checked.when(splitForCounting(text, 1).length > 1)
        checkIds(ids, reference(text), text)
      }),
      { numRuns: 1000 },
    )
    checked.expectShare(0.5)
  })

  test('any subset of the splits adds up, so that cached neighbours may be joined', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(hostileText(20), fc.infiniteStream(fc.boolean()), (text, join) => {
        const joined: string[] = []
        for (const piece of splitForCounting(text, 1)) {
          const last = joined.length - 1
          if (last >= 0 && join.next().value) joined[last] += piece
          else joined.push(piece)
        }
        checkIds(
          joined.flatMap((piece) => encoder.encode(piece)),
          encoder.encode(text),
          text,
        )
        checked.when(joined.length > 1)
      }),
      { numRuns: 3000 },
    )
    checked.expectShare(0.4)
  })

  test('strange text keeps its characters and tokens when it is split', () => {
    for (const { text } of strangeTexts) {
      const pieces = splitForCounting(text)
      expect(pieces.join('')).toBe(text)
      expect(pieces.reduce((sum, piece) => sum + encoder.count(piece), 0)).toBe(encoder.count(text))
    }
  })
})

describe('among the splits of a text,', () => {
  test('a paragraph start is a split', () => {
    expect(splitForCounting('甲。\r\n\u3000\u3000乙\n\n丙\n')).toEqual([
      '甲。\r\n',
      '\u3000\u3000乙\n\n',
      '丙\n',
    ])
  })

  test('a blank line, a line of spaces and a slash are not split off', () => {
    for (const text of ['甲\n \n/乙\n  \n', '甲\n\u3000\n/乙', '甲\n\u2003\r\n', '甲\n\u0085\n'])
      expect(splitForCounting(text)).toEqual([text])
  })

  test('a word stays with the punctuation that a token joins it to', () => {
    expect(splitForCounting("林远。说don’t don't 3.14", 1)).toEqual([
      '林远',
      '。说don',
      '’t',
      " don't",
      ' 3',
      '.14',
    ])
  })

  test('a pair of surrogates and a letter with its mark stay together', () => {
    expect(splitForCounting('𠮷𠮷e\u0301，𝟙，', 1)).toEqual(['𠮷𠮷e\u0301，𝟙', '，'])
  })

  test('GPT-2 joins what is behind two units of white space', () => {
    const texts = ['\n\n甲', 'a\n甲', '\na甲', ' \n', 'a\r\n\u3000甲', '\n甲']
    const startsOf = (text: string) =>
      Array.from(text, (_, at) => at).filter((at) => isGpt2LineStart(text, at))
    expect(texts.map(startsOf)).toEqual([[2], [], [], [], [3, 4], []])
  })

  test('a long paragraph with clauses is split', () => {
    const pieces = splitForCounting('雾从港口漫上来，林远把信折好。'.repeat(200))
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(200)
  })
})
