import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inBlocks, splitByQuery } from '../../../../renderer/src/features/contextViewer/promptSearch.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

describe('splitByQuery', () => {
  test('numbers matches in order, upper and lower case alike', () => {
    expect(splitByQuery('apiKey 与 APIKEY', 'apikey')).toEqual([
      { text: 'apiKey', match: 0 },
      { text: ' 与 ', match: null },
      { text: 'APIKEY', match: 1 },
    ])
  })

  test('takes signs with a meaning in patterns literally (searching for *** threw)', () => {
    expect(splitByQuery('a***b', '***')).toEqual([
      { text: 'a', match: null },
      { text: '***', match: 0 },
      { text: 'b', match: null },
    ])
  })

  test('neither drops nor doubles a part of the prompt, whatever is searched', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), fc.nat(3), (prompt, at, length) => {
        const from = at % (prompt.length + 1)
        const parts = splitByQuery(prompt, prompt.slice(from, from + length).toUpperCase())
        checked.when(parts.some(({ match }) => match !== null))
        expect(parts.map(({ text }) => text).join('')).toBe(prompt)
      }),
    )
    checked.expectShare(0.3)
  })

  test('stays within the limit for a letter in a long prompt', () => {
    const parts = splitByQuery('a'.repeat(5000), 'a', 100)
    expect([parts.length, parts.at(-1)]).toEqual([101, { text: 'a'.repeat(4900), match: null }])
  })
})

test('blocks have all parts in order, end with a line, and are no longer than necessary', () => {
  const lines = fc.array(fc.constantFrom('雾', '雾起了', '\n', '\n\n', '林远'), {
    minLength: 10,
    maxLength: 80,
  })
  const checked = countedChecks()
  fc.assert(
    fc.property(lines, fc.constantFrom('', '雾', '林远'), fc.nat(12), (pieces, query, least) => {
      const parts = splitByQuery(pieces.join(''), query)
      const blocks = inBlocks(parts, least)
      const texts = blocks.map((block) => block.map(({ text }) => text).join(''))
      expect(texts.join('')).toBe(pieces.join(''))
      const matches = (of: readonly { readonly match: number | null }[]) =>
        of.flatMap(({ match }) => (match === null ? [] : [match]))
      expect(matches(blocks.flat())).toEqual(matches(parts))
      for (const text of texts.slice(0, -1)) {
        expect(text.endsWith('\n')).toBe(true)
        expect(text.length).toBeGreaterThan(least)
        expect(text.slice(least, -1)).not.toContain('\n')
      }
      checked.when(blocks.length > 1 && matches(parts).length > 0)
    }),
  )
  checked.expectShare(0.3)
})
