import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonErrorPosition } from '../../../../main/src/services/project/jsonPosition.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('every JSON text has no error position', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      expect(jsonErrorPosition(JSON.stringify(value, null, indent))).toBeUndefined()
    }),
  )
})

test('it agrees with JSON.parse on texts with one character taken out, put in or changed', () => {
  const edit = fc.constantFrom(
    '',
    ',',
    '"',
    '}',
    ']',
    '{',
    '[',
    ':',
    '1',
    '-',
    '.',
    '\\',
    '\n',
    ' ',
    '\u0001',
    '雾',
  )
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), edit, fc.nat({ max: 1 }), (value, place, inserted, removed) => {
      const text = JSON.stringify(value, null, 1)
      const at = place % (text.length + 1)
      const edited = text.slice(0, at) + inserted + text.slice(at + removed)
      expect(jsonErrorPosition(edited) === undefined).toBe(isJson(edited))
    }),
    { numRuns: 2000 },
  )
})

test('a broken file of the largest size has a position, with a long string and deep nesting', () => {
  expect(jsonErrorPosition(`{"a": "${'雾'.repeat(1_300_000)}", }`)).toEqual({ line: 1, column: 1_300_011 })
  expect(jsonErrorPosition('['.repeat(1_000_000))).toEqual({ line: 1, column: 1_000_001 })
})
