import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { applied, type HandMutant, handMutants } from '../../../scripts/mutate/byHand.ts'
import { equivalents } from '../../../scripts/mutate/equivalents.ts'
import { mutantsOf } from '../../../scripts/mutate/generate.ts'
import { mutated } from '../../../scripts/mutate/mutant.ts'
import { readOptions } from '../../../scripts/mutate/options.ts'
import { corePackages, filesOf } from '../../../scripts/mutate/packages.ts'
import { pick, seededRandom, seedOf } from '../../../scripts/mutate/random.ts'

const root = resolve(import.meta.dirname, '../../..')
const sourceOf = (path: string) => readFileSync(join(root, path), 'utf8')

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

test('a mutant has its line and its code', () => {
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

test('a break by hand whose pattern is missing, or is in two files, is reported and not skipped', () => {
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

test('every break by hand matches exactly one place of its package', () => {
  const faults = handMutants.flatMap((hand) => {
    const part = corePackages.find(({ name }) => name === hand.packageName)
    const sources = new Map((part ? filesOf(root, part) : []).map((path) => [path, sourceOf(path)]))
    const mutant = applied(hand, sources)
    if (typeof mutant === 'string') return [`${hand.breaks}: ${mutant}`]
    const places = sources.get(mutant.path)?.match(new RegExp(hand.search, 'g')) ?? []
    return places.length === 1 ? [] : [`${hand.breaks}: ${places.length} places in ${mutant.path}`]
  })
  expect(faults).toEqual([])
})

test('every equivalent names one line of the code and changes that the generator makes there', () => {
  const paths = new Set(corePackages.flatMap((part) => filesOf(root, part)))
  const faults = equivalents.flatMap(({ path, code, replacements = [] }) => {
    const mutants = paths.has(path) ? mutantsOf('', path, sourceOf(path)) : []
    const here = mutants.filter((mutant) => mutant.code === code)
    const lines = new Set(here.map(({ line }) => line)).size
    const unmade = replacements.filter((text) => !here.some(({ replacement }) => replacement === text))
    return lines === 1 && unmade.length === 0 ? [] : [{ path, code, lines, unmade }]
  })
  expect(faults).toEqual([])
})

test('options that are no whole numbers are refused with a sentence', () => {
  expect(
    readOptions(['--only', '3', '--only', '4', '--sample', '10', '--list'], new Date('2026-02-03T23:59:59Z')),
  ).toEqual({
    seed: 20_260_203,
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
