import { describe, expect, test } from 'vitest'
import { parseYaml } from '../../../main/src/lib/yamlText.ts'
import { growsLinearly } from '../../support/cpuTime.ts'

const bounds = { maxDepth: 20, maxValues: 10_000 }
const read = (text: string) => {
  const reading = parseYaml(text, bounds)
  return reading.ok ? reading.value : { code: reading.code, ...reading.at }
}

test('fields, lists, references and Chinese words are read as YAML 1.2 means them', () => {
  const text = 'name: 林远\n别名: [阿远, "小林"]\nno: no\nsame: &a {x: 1}\nagain: *a\n__proto__: 1\n'
  expect(Object.entries(read(text) as object)).toEqual([
    ['name', '林远'],
    ['别名', ['阿远', '小林']],
    ['no', 'no'],
    ['same', { x: 1 }],
    ['again', { x: 1 }],
    ['__proto__', 1],
  ])
})

describe('a fault', () => {
  test.each<[string, string, object]>([
    ['a key that stands twice', 'a: 1\nb: 2\na: 3\n', { code: 'fieldTwice', line: 3, column: 1 }],
    ['twice further in', 'x:\n  - {甲: 1, 甲: 2}\n', { code: 'fieldTwice', line: 2, column: 12 }],
    ['no YAML', 'a: [1\nb: 2', { code: 'yaml', line: 2, column: 1 }],
    ['too deep', `a: ${'['.repeat(21)}${']'.repeat(21)}`, { code: 'depth', line: 1, column: 23 }],
    ['far too deep', '['.repeat(5000), { code: 'yaml', line: 1 }],
    ['too much', `a: [${'x,'.repeat(10_000)}]`, { code: 'values', line: 1, column: 20_001 }],
    ['much too much', `- \n`.repeat(300_000), { code: 'values' }],
    ['too many references', `a: &a 1\nb: [${'*a, '.repeat(101)}]`, { code: 'aliases', line: 2, column: 405 }],
    ['a list in itself', '林: &a [甲, [*a]]', { code: 'circle', line: 1, column: 12 }],
    ['a key of itself', '林: &a\n  港: &b\n    名: *a', { code: 'circle', line: 3, column: 8 }],
    ['a reference to nothing', 'a: *b', { code: 'unresolved' }],
    ['references that multiply', laughs(), { code: 'unresolved' }],
  ])('is reported with its place: %s', (_name, text, expected) => {
    expect(read(text)).toMatchObject(expected)
  })
})

function laughs(): string {
  const lists = Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(9)}]`)
  return `a0: &a0 哈\n${lists.join('\n')}\n`
}

describe('the time for a text', () => {
  const many = (n: number, line: (i: number) => string) => Array.from({ length: n }, (_, i) => line(i))
  test.each<[string, (n: number) => string]>([
    ['keys', (n) => many(n, (i) => `k${i}: 1\n`).join('')],
    ['keys in braces', (n) => `{${many(n, (i) => `k${i}: 1`).join(', ')}}`],
    ['the same key', (n) => 'k: 1\n'.repeat(n)],
    ['names of references', (n) => many(n, (i) => `k${i}: &a${i} 1\n`).join('')],
    ['open brackets', (n) => '['.repeat(n)],
    ['faults', (n) => 'a: "x\n'.repeat(n)],
  ])('grows linearly with it: %s', (_name, textOf) => {
    expect(
      growsLinearly(
        (times) => textOf(2000 * times),
        (text) => parseYaml(text, bounds),
      ),
    ).toBe(true)
  })
})
