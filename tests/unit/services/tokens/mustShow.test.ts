import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BytePairEncoder, createBytePairEncoder } from '../../../../main/src/services/tokens/bpe.ts'
import { familyOf } from '../../../../main/src/services/tokens/families.ts'
import { createPieceFinder, createPieceScanner } from '../../../../main/src/services/tokens/pieceFinder.ts'
import type { RankTable } from '../../../../main/src/services/tokens/rankTable.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { leastCpuTime } from '../../../support/cpuTime.ts'
import {
  createRandom,
  createReference,
  encodings,
  hanText,
  hostileSample,
  hostileText,
  splitForCounting,
  tableOf,
} from './reference.ts'

const utf8Length = (text: string) => new TextEncoder().encode(text).length
const repeated = fc
  .tuple(fc.constantFrom('a', 'ab', 'aab', '林远', 'é', '😀', '!', '-=', ' ', '\n '), fc.nat(300))
  .map(([unit, times]) => unit.repeat(times))

const units = ['a', 'z', 'é', '!', '-', '=', '*', '林', '\u0301']

/** About `bytes` bytes of UTF-8 that are one piece: Han characters, or one unit over and over. */
function longPiece(random: () => number, bytes: number): string {
  if (random() < 0.5) {
    return Array.from({ length: Math.ceil(bytes / 3) }, () =>
      String.fromCharCode(0x4e00 + Math.floor(random() ** 3 * 20_000)),
    ).join('')
  }
  const unit = units[Math.floor(random() * units.length)] ?? 'a'
  return unit.repeat(Math.ceil(bytes / utf8Length(unit)))
}

/** Each has half of the 20,000 hostile strings, and of the 500 long pieces, that are promised. */
describe.each(encodings)('in the counting of %s,', (encoding) => {
  let table: RankTable
  let encoder: BytePairEncoder
  let reference: (text: string) => number[]

  beforeAll(async () => {
    table = await tableOf(encoding)
    encoder = createBytePairEncoder(table, table.pattern)
    reference = await createReference(encoding)
  })

  test('10,000 hostile strings of its own, 250 of them with a piece of 200 to 600 bytes, are counted as js-tiktoken counts them', {
    timeout: 120_000,
    tags: ['whole'],
  }, () => {
    const random = createRandom(20_261_122 + encodings.indexOf(encoding))
    const pieceEnd = createPieceFinder(table.pattern)
    let longPieces = 0
    let differing = 0
    for (let i = 0; i < 10_000; i++) {
      const long = i < 260 ? longPiece(random, 200 + Math.floor(400 * random() ** 3)) : ''
      const text = hostileSample(random, 4) + long + hostileSample(random, long === '' ? 14 : 4)
      if (encoder.encode(text).join() !== reference(text).join()) differing++
      let longest = 0
      for (let from = 0, to = 0; long !== '' && from < text.length; from = to) {
        to = pieceEnd(text, from)
        longest = Math.max(longest, utf8Length(text.slice(from, to)))
      }
      if (longest >= 200 && longest <= 620) longPieces++
    }
    expect({ differing, enough: longPieces >= 250 }).toEqual({ differing: 0, enough: true })
  })

  test('plain scan and heap agree around the threshold', () => {
    const byScan = createBytePairEncoder(table, table.pattern, { scanLimit: 4000 })
    const byHeap = createBytePairEncoder(table, table.pattern, { scanLimit: 0 })
    const around = fc.oneof(
      hanText(50, 90),
      repeated.map((text) => text.slice(0, 220)),
      hostileText(12),
    )
    const checked = countedChecks()
    fc.assert(
      fc.property(around, (text) => {
        const scanned = byScan.encode(text).join()
        if (scanned !== byHeap.encode(text).join() || scanned !== encoder.encode(text).join()) {
          throw new Error(`ids differ for ${JSON.stringify(text)}`)
        }
        checked.when(utf8Length(text) > 200)
      }),
      { numRuns: 4000 },
    )
    checked.expectShare(0.1)
  })

  test('counts of the pieces add up to the count of the whole', () => {
    const parts = fc.array(fc.oneof(hostileText(10), hanText(1, 60), repeated), { maxLength: 8 })
    const checked = countedChecks()
    fc.assert(
      fc.property(parts, (list) => {
        const text = list.join('')
        const sum = splitForCounting(text).reduce((total, piece) => total + encoder.count(piece), 0)
        checked.when(splitForCounting(text).length > 1)
        expect(sum).toBe(encoder.count(text))
      }),
      { numRuns: 1000 },
    )
    checked.expectShare(0.3)
  })

  test('the scanner for endless words ends a piece where the pattern does', () => {
    const shape = familyOf([table.pattern])?.shape
    if (!shape) throw new Error('the pattern of js-tiktoken is no known family')
    const scan = createPieceScanner(shape)
    const pieceEnd = createPieceFinder(table.pattern)
    const cased = fc
      .array(fc.constantFrom('A', 'B', 'a', 'ǅ', 'ʰ', '林', '\u0301', "'s", "'LL", '!', '/', '\n', ' '), {
        maxLength: 16,
      })
      .map((list) => list.join(''))
    const checked = countedChecks()
    fc.assert(
      fc.property(fc.oneof(hostileText(16), cased), (text) => {
        checked.when(text.length > 1)
        for (let from = 0; from < text.length; from = pieceEnd(text, from)) {
          if (scan(text, from) !== pieceEnd(text, from)) {
            throw new Error(`ends differ at ${from} of ${JSON.stringify(text)}`)
          }
        }
      }),
      { numRuns: 8000 },
    )
    checked.expectShare(0.8)
  })

  test('a word of 4,800,000 letters is counted', { tags: ['whole'] }, () => {
    expect(encoder.count('a'.repeat(4_800_000))).toBe(encoder.count('a'.repeat(48_000)) * 100)
  })

  test('100,000 times one character takes at most three times as long as prose', () => {
    const clause = '\u3000\u3000雾从港口漫上来，林远把信折好；“don’t look back,” he said in 2024。\n'
    const prose = clause.repeat(Math.ceil(100_000 / clause.length)).slice(0, 100_000)
    for (const character of ['a', '林', ' ', '\n', '！', '1', '/']) {
      const text = character.repeat(100_000)
      const best = (sample: string) => leastCpuTime(() => encoder.count(sample))
      const holds = [0, 1, 2, 3].some(() => best(text) <= 3 * best(prose))
      expect(`${JSON.stringify(character)} ${holds}`).toBe(`${JSON.stringify(character)} true`)
    }
  })
})
