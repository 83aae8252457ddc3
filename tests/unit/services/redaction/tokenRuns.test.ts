import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longRuns, tokenEnd, tokenRuns } from '../../../../main/src/services/redaction/tokenRuns.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

test('runs of eight units and more that resemble a token are found, one a line, each in its place', () => {
  const text =
    'abcdefg12，他说abcdefgH9。sk-abcdef abcdefgh1, abcdef1 AKIAABCDEFGH\nwell-known-words "ghp_１２３４\u200b５６"'
  const runs = longRuns(text, tokenRuns(text), 8)
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
      const runs = longRuns(text, tokenRuns(text), 8)
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

test.each([
  ['abc+/=', 'abc+', 3],
  ['a-b-', 'a-b', 1],
  ['a_=~%2.x', 'a_=~%2', 1],
  ['，a', '', 0],
])('a token goes on to its end: %s', (text, token, from) => {
  expect(text.slice(0, tokenEnd(text, from))).toBe(token)
})

test('an excerpt of long runs has the runs from that length on, and no string is missed in it', () => {
  const checked = countedChecks()
  const run = fc
    .tuple(fc.integer({ min: 8, max: 60 }), fc.nat(20))
    .map(([units, at]) => 'xyzQ_9a1Bk-Tm'.repeat(7).slice(at, at + units))
  fc.assert(
    fc.property(fc.array(run, { minLength: 100, maxLength: 120, size: 'max' }), fc.nat(59), (parts, at) => {
      const text = parts.join(' 林远 ')
      const runs = tokenRuns(text)
      const excerpt = longRuns(text, runs, 22)
      const expected = runs
        .filter(({ from, to }) => to - from >= 22)
        .map(({ from, to }) => text.slice(from, to))
      expect(excerpt.text).toBe(expected.join('\n'))
      const part = excerpt.text.slice(at, at + 6)
      expect(excerpt.mayContain(part)).toBe(true)
      checked.when(excerpt.text.length > 2_000 && !excerpt.mayContain('#@!#@!'))
    }),
    { numRuns: 50 },
  )
  checked.expectShare(0.5)
})
