import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BytePairEncoder } from '../../../../main/src/services/tokens/bpe.ts'
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

describe.each(encodings)('safe splits, %s', (encoding) => {
  let encoder: BytePairEncoder
  let reference: (text: string) => number[]

  beforeAll(async () => {
    encoder = await createEncoder(encoding)
    reference = await createReference(encoding)
  })

  test('a token across a split would make the pieces count more than the whole', () => {
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

  test('the splits would be safe for this encoder only and not for js-tiktoken', () => {
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

  test('any subset of the splits would not add up, so cached neighbours could not be joined', () => {
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

  test('strange text would lose characters or tokens when it is split', () => {
    for (const { text } of strangeTexts) {
      const pieces = splitForCounting(text)
      expect(pieces.join('')).toBe(text)
      expect(pieces.reduce((sum, piece) => sum + encoder.count(piece), 0)).toBe(encoder.count(text))
    }
  })
})

describe('where text is split', () => {
  test('a paragraph start would not be a split, so an edit would recount the chapter', () => {
    expect(splitForCounting('甲。\r\n\u3000\u3000乙\n\n丙\n')).toEqual([
      '甲。\r\n',
      '\u3000\u3000乙\n\n',
      '丙\n',
    ])
  })

  test('a blank line, a line of spaces or a slash would be split off', () => {
    expect(splitForCounting('甲\n \n/乙\n  \n')).toEqual(['甲\n \n/乙\n  \n'])
  })

  test('a word would be parted from the punctuation that a token joins it to', () => {
    expect(splitForCounting("林远。说don’t don't 3.14", 1)).toEqual([
      '林远',
      '。说don',
      '’t',
      " don't",
      ' 3',
      '.14',
    ])
  })

  test('a pair of surrogates or a letter and its mark would be cut apart', () => {
    expect(splitForCounting('𠮷𠮷e\u0301，𝟙，', 1)).toEqual(['𠮷𠮷e\u0301，𝟙', '，'])
  })

  test('a long paragraph with clauses would stay one piece', () => {
    const pieces = splitForCounting('雾从港口漫上来，林远把信折好。'.repeat(200))
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(200)
  })
})
