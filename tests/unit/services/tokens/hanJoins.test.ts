import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createStretchFinder } from '../../../../main/src/services/tokens/hanJoins.ts'
import { loadRankSource } from '../../../../main/src/services/tokens/rankTable.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { checkIds, createEncoder, createReference, encodings, tableOf } from './reference.ts'

const han = fc.integer({ min: 0x4000, max: 0xa200 }).map((unit) => String.fromCharCode(unit))
const common = fc.constantFrom(
  ...'的一是了不在有人我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年',
)

describe.each(encodings)('between Han characters, %s', (encoding) => {
  test('never splits a token of several characters', async () => {
    const stretchEnd = createStretchFinder(await tableOf(encoding))
    const { bpe_ranks: ranks } = await loadRankSource(encoding)
    const tokens = ranks
      .split('\n')
      .flatMap((line) => line.split(' ').slice(2))
      .map((base64) => Buffer.from(base64, 'base64').toString())
      .filter((token) => /^[\u4e00-\u9fff]{2,}$/.test(token))
    expect(tokens.length).toBeGreaterThan(100)
    expect(tokens.filter((token) => stretchEnd(token, 0, token.length) < token.length)).toEqual([])
  })

  test('splits where no token crosses, and gives the ids of the whole', async () => {
    const stretchEnd = createStretchFinder(await tableOf(encoding))
    const encoder = await createEncoder(encoding)
    const reference = await createReference(encoding)
    const checked = countedChecks()
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(han, common), minLength: 2, maxLength: 20 }), (text) => {
        checkIds(encoder.encode(text), reference(text), text)
        expect(encoder.count(text)).toBe(encoder.encode(text).length)
        checked.when(stretchEnd(text, 0, text.length) < text.length)
      }),
      { numRuns: 2000 },
    )
    checked.expectShare(0.8)
  })
})
