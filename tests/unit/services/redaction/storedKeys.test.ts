import { expect, test } from 'vitest'
import { marker } from '../../../../main/src/services/redaction/apply.ts'
import { scanStoredKeys } from '../../../../main/src/services/redaction/storedKeys.ts'

const hidden = (text: string, ...keys: string[]) =>
  scanStoredKeys(text, keys).map(({ from, to }) => text.slice(from, to))

test('a key of 12 units and two classes is hidden wherever it stands, every time', () => {
  const key = 'abcdefghijk1'
  expect(scanStoredKeys(`林远${key}说${key}`, [key])).toEqual([
    { patternId: 'stored-key', from: 2, to: 14 },
    { patternId: 'stored-key', from: 15, to: 27 },
  ])
  expect(hidden(`${key}${key}`, key, key)).toEqual([key, key])
})

test.each([
  ['11 units', 'abcdefghij1'],
  ['one class', 'abcdefghijkl'],
])('a weaker key, %s, is hidden only right behind a word for a key', (_, key) => {
  expect(hidden(`林远说${key}。`, key)).toEqual([])
  for (const name of ['key=', 'api_key: "', 'Bearer ', '密钥：', '令牌 = ', 'token":\t"']) {
    expect([name, hidden(`${name}${key}"`, key)]).toEqual([name, [key]])
  }
  expect(hidden(`key=${key}s key=${key}_ key=${key}9`, key)).toEqual([])
  expect(hidden(`key:     ${key}`, key)).toEqual([])
})

test.each([
  ['a lower and an upper letter', 'abcdefghijkL'],
  ['a letter and a sign', 'abcdefghijk+'],
  ['digits and a sign', '12345678901-'],
])('a key of two classes is strong enough: %s', (_, key) => {
  expect(hidden(`林远${key}林远`, key)).toEqual([key])
})

test('a key of four units is one, a key of three is a dummy', () => {
  expect(hidden('key=abcd key=abc', 'abcd', 'abc')).toEqual(['abcd'])
})

test('a key that is part of the marker is none, or a redacted text would never be clean', () => {
  expect(hidden(`key=${marker} key=REDACTED`, marker, 'REDACTED')).toEqual([])
})

test('nothing matches without a stored key', () => {
  expect(hidden('林远说key=abcd')).toEqual([])
})
