import { expect, test } from 'vitest'
import { applied, type HandMutant } from '../../../scripts/mutate/byHand.ts'
import { mutantsOf } from '../../../scripts/mutate/generate.ts'
import { mutated } from '../../../scripts/mutate/mutant.ts'
import { readOptions } from '../../../scripts/mutate/options.ts'
import { pick, seededRandom, seedOf } from '../../../scripts/mutate/random.ts'

const results = (source: string) =>
  mutantsOf('tokens', 'a.ts', source).map((mutant) => `${mutant.kind}: ${mutated(source, mutant)}`)

test('each kind of break is made where it can be, and nowhere else', () => {
  expect([
    results('const a = b < c'),
    results('const a = b !== c'),
    results('save(text)'),
    results('await save(text)'),
    results('const a = cut(from, to, from)'),
    results('const a = Math.max(b, c)'),
    results("const a = text.slice('9')[1]"),
    results('if (a) b = c'),
    results('const d = a && b'),
    results("import a from 'a'\ninterface B { readonly c: 1 }\nconst b: 2 | B = c"),
  ]).toEqual([
    ['negate a comparison: const a = b >= c'],
    ['negate a comparison: const a = b === c'],
    ['drop a call: {}'],
    ['drop a call: {}'],
    [
      'swap two arguments: const a = cut(to, from, from)',
      'swap two arguments: const a = cut(from, from, to)',
    ],
    [],
    ["constant ± 1: const a = text.slice('9')[2]", "constant ± 1: const a = text.slice('9')[0]"],
    ['remove a condition: if (true) b = c', 'remove a condition: if (false) b = c'],
    ['remove a condition: const d = true && b', 'remove a condition: const d = a && true'],
    [],
  ])
})

test('a mutant knows its line and its code', () => {
  const [mutant] = mutantsOf('tokens', 'a.ts', 'const a = 1n\n\n  const 雾 = b < c // why\n')
  expect(mutant).toEqual({
    packageName: 'tokens',
    path: 'a.ts',
    kind: 'negate a comparison',
    from: 28,
    to: 29,
    replacement: '>=',
    line: 3,
    code: 'const 雾 = b < c // why',
  })
})

test('the same seed chooses the same, another seed or name something else', () => {
  const items = Array.from({ length: 100 }, (_, index) => index)
  const chosen = (seed: number, name: string) => pick(items, 5, seededRandom(seedOf(seed, name)))
  expect(chosen(1, 'a.ts')).toEqual(chosen(1, 'a.ts'))
  expect(chosen(1, 'a.ts')).not.toEqual(chosen(2, 'a.ts'))
  expect(chosen(1, 'a.ts')).not.toEqual(chosen(1, 'b.ts'))
  expect(chosen(1, 'a.ts')).toEqual(chosen(1, 'a.ts').toSorted((a, b) => a - b))
  expect(pick(items, 3, seededRandom(1), (item) => (item < 3 ? 1e9 : 1e-9))).toEqual([0, 1, 2])
})

test('a break by hand whose pattern is gone, or stands in two files, is told and not skipped', () => {
  const hand: HandMutant = {
    packageName: 'context',
    breaks: 'the floor is gone',
    search: /Math\.max\((\w+), floor\)/,
    replacement: '$1',
  }
  const file = (text: string) => new Map([['core/trim.ts', text]])
  const mutant = applied(hand, file('const a = 1\nconst b = Math.max(size, floor) // 雾\n'))
  expect(mutant).toEqual({
    packageName: 'context',
    path: 'core/trim.ts',
    kind: 'the floor is gone',
    from: 22,
    to: 43,
    replacement: 'size',
    line: 2,
    code: 'const b = Math.max(size, floor) // 雾',
  })
  expect(applied(hand, file('const a = 1'))).toBe('the pattern is in no file')
  expect(applied(hand, new Map([...file('Math.max(a, floor)'), ['core/fit.ts', 'Math.max(b, floor)']]))).toBe(
    'the pattern is in core/trim.ts and in core/fit.ts',
  )
})

test('options that are no whole numbers are refused with a sentence', () => {
  expect(readOptions(['--only', '3', '--only', '4', '--sample', '10', '--list'])).toEqual({
    seed: 20_261_122,
    perFile: 2,
    sample: 10,
    only: [3, 4],
    packages: [],
    list: true,
  })
  for (const wrong of ['-1', '1.5', 'viele', '']) {
    expect(() => readOptions([`--sample=${wrong}`])).toThrow(/--sample takes a whole number/)
  }
})
