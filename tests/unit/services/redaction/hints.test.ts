import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hintFinder } from '../../../../main/src/services/redaction/hints.ts'
import type { Pattern } from '../../../../main/src/services/redaction/patterns.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const patternOf = (hints?: readonly string[]): Pattern => ({
  patternId: 'x',
  kind: 'secret',
  where: 'run',
  ...(hints && { hints }),
  find: /x/g,
})

test('a pattern without hints is always looked for, one with hints where a text has one of them', () => {
  const find = hintFinder([
    patternOf(),
    patternOf(['密钥库', 'vault']),
    patternOf(['-']),
    patternOf(['钱包']),
  ])
  expect(['', '密钥库', 'a vaul', 'vault-', '钱包'].map(find)).toEqual([[0], [0, 1], [0], [0, 1, 2], [0, 3]])
})

test('the finder misses no hint and invents none, wherever it stands in a text', () => {
  const checked = countedChecks()
  const piece = fc.constantFrom('钥', '密', 'a', 'b', '-', 'ab', '𠮷')
  const written = (maxLength: number) =>
    fc.array(piece, { minLength: 1, maxLength }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      fc.array(fc.array(written(5), { maxLength: 3 }), { maxLength: 6 }),
      written(30),
      (lists, text) => {
        const expected = lists.flatMap((hints, at) => (hints.some((hint) => text.includes(hint)) ? [at] : []))
        expect(hintFinder(lists.map(patternOf))(text)).toEqual(expected)
        checked.when(expected.length > 0 && expected.length < lists.length)
      },
    ),
    { numRuns: 1000 },
  )
  checked.expectShare(0.3)
})
