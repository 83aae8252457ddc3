import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { offsetOfValue, parseJson, positionAt, replaceString } from '../../../main/src/lib/jsonPosition.ts'
import { countedChecks } from '../../support/countedChecks.ts'
import { strangeTexts } from '../../support/strangeText.ts'

describe('parseJson', () => {
  test('accepts and refuses what JSON.parse does, and reads the same value', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', '}', ']', '"', '\\', '0', '.', '-', ' ', '\n'),
        (json, at, put) => {
          const cut = at % (json.length + 1)
          let refused = false
          for (const text of [json, json.slice(0, cut) + put + json.slice(cut), json.slice(0, cut) + put]) {
            const result = parseJson(text)
            let expected: unknown
            try {
              expected = { ok: true, value: JSON.parse(text) }
            } catch {
              refused = true
              expected = { ok: false, offset: expect.any(Number) }
            }
            expect(result).toEqual(expected)
          }
          checked.when(refused)
        },
      ),
      { numRuns: 2000 },
    )
    checked.expectShare(0.9)
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
    ['[01]', 2],
    ['{"a": 1} // 注', 9],
    ['/* 注 */ {}', 0],
    ['\uFEFF{}', 0],
    ['["\\x"]', 1],
  ])('puts the fault at the first wrong character: %j', (text, offset) => {
    expect(parseJson(text)).toEqual({ ok: false, offset })
  })

  test('reports the 101st level of nesting, however deep the file goes', () => {
    expect(parseJson('['.repeat(200_000))).toEqual({ ok: false, over: 'depth', offset: 100 })
    expect(parseJson(`{"a":${'['.repeat(50)}${']'.repeat(50)}}`)).toMatchObject({ ok: true })
  })

  test('reports one value more than allowed, wherever brackets and commas are in strings', () => {
    const bounds = { maxDepth: 3, maxValues: 4 }
    const odd = '"a\\\\,[{\\",,,"'
    expect(parseJson(`{"a": [${odd}, ${odd}]}`, bounds)).toMatchObject({ ok: true })
    expect(parseJson(`{"a": [${odd}, ${odd}, 1]}`, bounds)).toEqual({ ok: false, over: 'values', offset: 35 })
    expect(parseJson('[[[[', bounds)).toEqual({ ok: false, over: 'depth', offset: 3 })
  })

  test.each(strangeTexts)('preserves every character of a string: $name', ({ text }) => {
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
  ])('points at the value or its nearest parent: %j', (path, start) => {
    expect(text.slice(offsetOfValue(text, path))).toSatisfy((rest: string) => rest.startsWith(start))
  })
})

describe('of the keys of an object,', () => {
  test('the last of two values counts, as in JSON.parse', () => {
    const text = '{"名": "甲", "名": "乙"}'
    expect([
      parseJson(text),
      text.slice(offsetOfValue(text, ['名'])),
      replaceString(text, ['名'], '丙"'),
    ]).toEqual([{ ok: true, value: { 名: '乙' } }, '"乙"}', '{"名": "甲", "名": "丙\\""}'])
  })

  test('__proto__ is a key like any other', () => {
    const text = '{"__proto__": {"x": "甲"}}'
    const result = parseJson(text)
    expect(result.ok && Object.hasOwn(result.value as object, '__proto__')).toBe(true) // an object, see the text
    expect(text.slice(offsetOfValue(text, ['__proto__', 'x']))).toBe('"甲"}}')
  })
})

describe('replaceString', () => {
  test.each<[PropertyKey[], string]>([
    [['a', 1, 'b'], '{"a": [1, {"b": "乙"}], "c": null}'],
    [['a', 0], '{"a": [1, {"b": "甲"}], "c": null}'],
    [['a', 1, 'x'], '{"a": [1, {"b": "甲"}], "c": null}'],
    [['c'], '{"a": [1, {"b": "甲"}], "c": null}'],
  ])('puts a string in the place of a string, and leaves anything else: %j', (path, after) => {
    expect(replaceString('{"a": [1, {"b": "甲"}], "c": null}', path, '乙')).toBe(after)
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
])('line and column are those of an editor: %j at %i', (text, offset, line, column) => {
  expect(positionAt(text, offset)).toEqual({ line, column })
})
