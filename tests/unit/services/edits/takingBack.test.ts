import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wayBack } from '../../../../main/src/services/edits/journal.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const write = (before: string | null, after: string) => ({
  path: '章',
  before,
  image: before === null ? null : '0',
  after,
})

test.each([
  ['written', [write('甲', '乙')], '乙', { to: write('甲', '乙') }],
  ['announced, never written', [write('甲', '乙')], '甲', {}],
  ['made', [write(null, '乙')], '乙', { to: write(null, '乙') }],
  ['made, and gone again', [write(null, '乙')], null, {}],
  ['gone', [write('甲', '乙')], null, { reason: 'gone' }],
  ['edited since', [write('甲', '乙')], '丙', { reason: 'changed' }],
  ['written twice', [write('甲', '乙'), write('乙', '丙')], '丙', { to: write('甲', '乙') }],
  ['the second never written', [write('甲', '乙'), write('乙', '丙')], '乙', { to: write('甲', '乙') }],
  [
    'edited between',
    [write('甲', '乙'), write('丁', '丙')],
    '丙',
    { to: write('丁', '丙'), reason: 'changed' },
  ],
  ['there and back', [write('甲', '乙'), write('乙', '甲')], '甲', {}],
])('the way back of a file is right when it was: %s', (_name, writes, current, expected) => {
  expect(wayBack(writes, current)).toEqual(expected)
})

test('only what a round wrote itself is ever replaced', () => {
  const hash = fc.constantFrom('甲', '乙', '丙', '丁')
  const checked = countedChecks()
  fc.assert(
    fc.property(fc.array(fc.tuple(hash, hash), { minLength: 1, maxLength: 5 }), hash, (pairs, current) => {
      const writes = pairs.map(([before, after]) => write(before, after))
      const { to } = wayBack(writes, current)
      if (to) expect(writes.some(({ after }) => after === current)).toBe(true)
      checked.when(to !== undefined)
    }),
  )
  checked.expectShare(0.1)
})
