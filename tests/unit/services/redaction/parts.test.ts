import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanSecrets } from '../../../../main/src/services/redaction/index.ts'
import { partsAround } from '../../../../main/src/services/redaction/parts.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const prose = '林远上了岸，雾还没有散。\n'.repeat(2_000)

test('the parts around spans are whole lines, in order and apart, with eight thousand units in front', () => {
  const [first, second] = [20_006, 20_060]
  const spans = [first, second].map((from) => ({ from, to: from + 2 }))
  const [part, ...more] = partsAround(prose.repeat(2), spans)
  expect(more).toEqual([])
  const { from = 0, to = 0 } = part ?? {}
  expect([prose.repeat(2)[from - 1], prose.repeat(2)[to]]).toEqual(['\n', '\n'])
  expect([from <= first - 8_192, from > first - 8_300, to >= second + 2_048]).toEqual([true, true, true])
})

test('spans all over a text make one part of it', () => {
  const spans = Array.from({ length: 20 }, (_, at) => ({ from: at * 1_000, to: at * 1_000 + 9 }))
  expect(partsAround(prose, spans)).toEqual([{ from: 0, to: prose.length }])
})

test('a secret far from all others is found in a long text where it is, and what it lays bare', () => {
  const checked = countedChecks()
  const secret = fc.constantFrom(
    '密码：Qx7vLp92KdWz',
    'ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5/home/bob/x',
    '| 密码 |\n|--|\n| Qx7vLp92KdWz |',
    'password = "Qx7vLp92KdWz" "Qx7vLp92KdWz"',
    '/home/bob/x',
    '/home/bob/password=Qx7vLp92KdWz/x',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(secret, fc.nat(1_900)), { minLength: 1, maxLength: 3 }), (planted) => {
      let text = ''
      const expected: unknown[] = []
      for (const [part, lines] of planted) {
        text += '林远上了岸，雾还没有散。\n'.repeat(lines)
        for (const scan of scanSecrets(part, { scope: 'creonow' }))
          expected.push({ ...scan, from: scan.from + text.length, to: scan.to + text.length })
        text += `${part}\n\n${prose}`
      }
      expect(scanSecrets(text, { scope: 'creonow' })).toEqual(expected)
      checked.when(expected.length > 1)
    }),
    { numRuns: 60 },
  )
  checked.expectShare(0.5)
})
