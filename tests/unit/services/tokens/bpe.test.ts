import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BytePairEncoder } from '../../../../main/src/services/tokens/bpe.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { growsLinearly } from '../../../support/cpuTime.ts'
import { strangeTexts } from '../../../support/strangeText.ts'
import { checkIds, createEncoder, createReference, encodings, hanText, hostileText } from './reference.ts'

describe.each(encodings)('in the byte-pair encoder of %s,', (encoding) => {
  let encoder: BytePairEncoder
  let reference: (text: string) => number[]

  beforeAll(async () => {
    encoder = await createEncoder(encoding)
    reference = await createReference(encoding)
  })

  test('the ids of hostile text are those of js-tiktoken', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(hostileText(24), (text) => {
        const ids = encoder.encode(text)
        checkIds(ids, reference(text), text)
        checked.when(ids.length > 1)
      }),
      { numRuns: 1500 },
    )
    checked.expectShare(0.8)
  })

  test('the ids of Chinese text are those of js-tiktoken, merges across the bytes of characters included', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(hanText(1, 40), (text) => {
        const ids = encoder.encode(text)
        checkIds(ids, reference(text), text)
        checked.when(ids.length > 1)
      }),
      { numRuns: 500 },
    )
    checked.expectShare(0.9)
  })

  test('the heap passes over stale pairs and breaks ties to the left', () => {
    const repetitive = fc
      .tuple(
        fc.constantFrom('a', 'ab', 'aab', '林远', 'é', '😀', '!', '-=', ' '),
        fc.integer({ min: 60, max: 260 }),
      )
      .map(([unit, times]) => unit.repeat(times).slice(0, 260))
    const checked = countedChecks()
    fc.assert(
      fc.property(fc.oneof(hanText(67, 110), repetitive), (text) => {
        const ids = encoder.encode(text)
        checkIds(ids, reference(text), text)
        checked.when(Buffer.byteLength(text) > 200)
      }),
      { numRuns: 120 },
    )
    checked.expectShare(0.6)
  })

  test('the ids of long tokens and strange text are those of js-tiktoken', () => {
    const words = [
      'antidisestablishmentarianism',
      ' '.repeat(128),
      '-'.repeat(128),
      '='.repeat(80),
      '\n'.repeat(30),
    ]
    for (const text of [...words, ...strangeTexts.map((strange) => strange.text.slice(0, 200))]) {
      expect(encoder.encode(text)).toEqual(reference(text))
    }
  })

  test('a special token is counted as ordinary text', () => {
    expect(encoder.count('<|endoftext|>')).toBeGreaterThan(1)
    expect(encoder.encode('林远<|endoftext|>')).toEqual(reference('林远<|endoftext|>'))
  })

  test('the count equals the number of ids', () => {
    for (const { text } of strangeTexts) expect(encoder.count(text)).toBe(encoder.encode(text).length)
  })

  test('hostile input takes linear time', () => {
    const han = Array.from({ length: 25_000 }, (_, i) =>
      String.fromCharCode(0x4e00 + ((i * 7919) % 3000)),
    ).join('')
    const units: ((times: number) => string)[] = [
      (times) => 'a'.repeat(50_000 * times),
      (times) => ' '.repeat(50_000 * times),
      (times) => '\n '.repeat(25_000 * times),
      (times) => han.repeat(times),
    ]
    for (const unit of units) {
      encoder.count(unit(1))
      expect(growsLinearly(unit, encoder.count)).toBe(true)
    }
  })
})
