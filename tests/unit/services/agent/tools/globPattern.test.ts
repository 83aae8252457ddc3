import { expect, test } from 'vitest'
import { compileGlob } from '../../../../../main/src/services/agent/tools/globPattern.ts'

test.each([
  ['manuscript/*.md', 'manuscript/001-雾.md', true],
  ['manuscript/*.md', 'manuscript/旧/001-雾.md', false],
  ['**/*.md', '.creonow/rules/style.md', true],
  ['**/*.md', 'CODE_LAW.md', true],
  ['manuscript/00?-*.md', 'manuscript/007-旧码头.md', true],
  ['manuscript/?.md', 'manuscript/𠮷.md', true],
  ['.creonow/{characters,lore}/**', '.creonow/lore/灯/塔.md', true],
  ['.creonow/{characters,lore}/**', '.creonow/items/灯.md', false],
  ['**', 'a/b/c', true],
  ['a/**/c', 'a/c', true],
  ['*.md', 'a/b.md', false],
])('the pattern %s decides on the path %s: %s', (pattern, path, expected) => {
  expect(compileGlob(pattern)(path)).toBe(expected)
})

test('the steps of a hostile pattern grow with pattern × path', () => {
  const fits = compileGlob(`${'*a'.repeat(100)}c`)
  expect(fits('a'.repeat(2000))).toBe(false)
})

test.each(['a'.repeat(301), '{a,b}'.repeat(7)])('the pattern %s is refused as too large', (pattern) => {
  expect(() => compileGlob(pattern)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
})
