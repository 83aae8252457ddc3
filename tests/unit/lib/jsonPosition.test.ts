import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { offsetOfValue, parseJson, positionAt } from '../../../main/src/lib/jsonPosition.ts'
import { strangeTexts } from '../../support/strangeText.ts'

describe('parseJson', () => {
  test('it accepts or refuses other texts than JSON.parse, or reads another value', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', '}', ']', '"', '\\', '0', '.', '-', ' ', '\n'),
        (json, at, put) => {
          const cut = at % (json.length + 1)
          for (const text of [json, json.slice(0, cut) + put + json.slice(cut), json.slice(0, cut) + put]) {
            const result = parseJson(text)
            let expected: unknown
            try {
              expected = { ok: true, value: JSON.parse(text) }
            } catch {
              expected = { ok: false, offset: expect.any(Number) }
            }
            expect(result).toEqual(expected)
          }
        },
      ),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['', 0],
    ['{"items": [1 2]}', 13],
    ['{"items": [1,]}', 13],
    ['{"a": 1,}', 8],
    ["{'a': 1}", 1],
    ['{"a" 1}', 5],
    ['{"a": 1', 7],
    ['[tru]', 1],
    ['[1] x', 4],
    ['["第一\n行"]', 1],
    ['<<<<<<< HEAD\n{}', 0],
    ['[01]', 1],
  ])('the place of the fault is off: %j', (text, offset) => {
    expect(parseJson(text)).toEqual({ ok: false, offset })
  })

  test('a deeply nested file exhausts the stack', () => {
    expect(parseJson('['.repeat(200_000))).toEqual({ ok: false, offset: 101 })
    expect(parseJson(`{"a":${'['.repeat(50)}${']'.repeat(50)}}`)).toMatchObject({ ok: true })
  })

  test.each(strangeTexts)('a string loses characters: $name', ({ text }) => {
    expect(parseJson(JSON.stringify({ [text]: text }))).toEqual({ ok: true, value: { [text]: text } })
  })
})

describe('offsetOfValue', () => {
  const text = '{ "items": [ {"text": "甲"}, {"id": 3} ], "x": null }'
  test.each<[PropertyKey[], string]>([
    [[], '{ "items"'],
    [['items'], '[ {'],
    [['items', 1], '{"id"'],
    [['items', 1, 'id'], '3}'],
    [['items', 1, 'text'], '{"id"'],
    [['items', 7], '[ {'],
    [['y'], '{ "items"'],
  ])('it points elsewhere: %j', (path, start) => {
    expect(text.slice(offsetOfValue(text, path))).toSatisfy((rest: string) => rest.startsWith(start))
  })
})

test.each([
  ['', 0, 1, 1],
  ['甲乙', 1, 1, 2],
  ['甲\r\n乙', 1, 1, 2],
  ['甲\r\n乙', 3, 2, 1],
  ['a\rb\nc', 4, 3, 1],
  ['𠮷a', 2, 1, 3],
  ['a\n', 2, 2, 1],
])('line and column differ from an editor: %j at %i', (text, offset, line, column) => {
  expect(positionAt(text, offset)).toEqual({ line, column })
})
