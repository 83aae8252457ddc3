import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  excerptOf,
  runsBehind,
  tokenEnd,
  tokenRuns,
} from '../../../../main/src/services/redaction/tokenRuns.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

test('runs of eight units and more that resemble a token are found, one a line, each in its place', () => {
  const text =
    'abcdefg12，他说abcdefgH9。sk-abcdef abcdefgh1, abcdef1 AKIAABCDEFGH\nwell-known-words "ghp_１２３４\u200b５６"'
  const runs = excerptOf(text, tokenRuns(text))
  expect(runs.text.split('\n')).toEqual([
    'abcdefg12',
    'abcdefgH9',
    'sk-abcdef',
    'abcdefgh1,',
    'AKIAABCDEFGH',
    'ghp_１２３４\u200b５６',
  ])
  let offset = 0
  for (const run of runs.text.split('\n')) {
    for (const at of [0, run.length - 1]) expect([run, text[runs.place(offset + at)]]).toEqual([run, run[at]])
    offset += run.length + 1
  }
  expect(tokenRuns('林远上了岸。')).toEqual([])
})

test('no run is missed or cut, wherever it begins', () => {
  const checked = countedChecks()
  const pieces = fc.array(fc.constantFrom('a1', 'B_cd', 'well-kn', 'xyz', '~', '0', '，', '𠮷'), {
    maxLength: 40,
    size: 'max',
  })
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join('')
      const wanted = (text.match(/[A-Za-z0-9_~-]{8,}/g) ?? []).filter((run) => /[0-9_~]|[a-z][A-Z]/.test(run))
      const runs = excerptOf(text, tokenRuns(text))
      expect(runs.text).toBe(wanted.join('\n'))
      const last = wanted.at(-1) ?? ''
      const from = runs.place(runs.text.length - last.length)
      expect(text.slice(from, from + last.length)).toBe(last)
      checked.when(wanted.length > 1)
    }),
    { numRuns: 500 },
  )
  checked.expectShare(0.2)
})

test('the runs behind changes are those of the changed text, whatever the changes join, part or remove', () => {
  const checked = countedChecks()
  const unit = fc.constantFrom('abc123_d', 'sk-', 'a1', 'x', ' ', '，', '"', 'AKIA', '林')
  const changed = fc.record({
    old: fc.string({ unit, maxLength: 3 }),
    text: fc.constantFrom('', ' ', 'a', '=1'),
  })
  const parts = fc.array(fc.tuple(fc.string({ unit, maxLength: 6 }), changed), { maxLength: 8 })
  fc.assert(
    fc.property(parts, (all) => {
      let [text, next] = ['', '']
      const changes = all.flatMap(([same, { old, text: by }]) => {
        const from = text.length + same.length
        text += same + old
        next += same + (old === '' ? '' : by)
        return old === '' ? [] : [{ from, to: from + old.length, text: by }]
      })
      const expected = tokenRuns(next)
      expect(runsBehind(next, tokenRuns(text), changes)).toEqual(expected)
      checked.when(changes.length > 1 && expected.length > 1)
    }),
    { numRuns: 3000 },
  )
  checked.expectShare(0.2)
})

test.each([
  ['abc+/=', 'abc+', 3],
  ['a-b-', 'a-b', 1],
  ['a_=~%2.x', 'a_=~%2', 1],
  ['，a', '', 0],
])('a token goes on to its end: %s', (text, token, from) => {
  expect(text.slice(0, tokenEnd(text, from))).toBe(token)
})
