import { expect, test } from 'vitest'
import { documents } from '../../scripts/conformance/documents.ts'
import { faultsOf } from '../../scripts/conformance/matching.ts'
import { namePattern } from '../../scripts/conformance/testOutcomes.ts'
import { readTitles, titlesOf } from '../../scripts/conformance/testTitles.ts'
import { root } from './temporaryTree.ts'

test('every requirement of the documents names tests that exist, each in one file', () => {
  expect(faultsOf(documents, readTitles(root))).toEqual([])
  expect(documents.flatMap(({ requirements }) => requirements).length).toBeGreaterThan(120)
})

test('at most six requirements are met in part, and each says by which figure it falls short', () => {
  const short = documents.flatMap(({ requirements }) => requirements.filter(({ shortfall }) => shortfall))
  expect(short.length).toBeLessThanOrEqual(6)
})

const twoFiles = [
  ...titlesOf('tests/a.test.ts', `describe('a lamp', () => it('burns', run)); it('is lit', run)`),
  ...titlesOf('tests/unit/b.test.ts', `describe('a lamp', () => it('burns', run))`),
]
const requirement = (id: string, tests: readonly string[], shortfall?: string) => ({
  ...{ id, section: 'Lamps', demand: 'A lamp burns.', tests },
  ...(shortfall === undefined ? {} : { shortfall }),
})
const faultsWith = (...requirements: readonly ReturnType<typeof requirement>[]) =>
  faultsOf([{ number: '000', title: 'Lamps', requirements }], twoFiles)

test('a requirement without a test, with one that is gone or is in two files, or without a figure is reported', () => {
  expect(
    faultsWith(
      requirement('000.1', []),
      requirement('000.2', ['is lit', 'a lamp > shines']),
      requirement('000.3', ['a lamp > burns']),
      requirement('000.4', ['is lit'], 'Some lamps do not.'),
      requirement('000.4', ['is lit']),
      requirement('001.1', ['is lit']),
    ),
  ).toEqual([
    '000.4 is there twice.',
    '001.1 is not of document 000.',
    '000.1 has no test.',
    '000.2 names a test that does not exist: a lamp > shines',
    '000.3 names a test of several files (tests/a.test.ts, tests/unit/b.test.ts): a lamp > burns',
    '000.4 falls short by no figure.',
  ])
  expect(
    faultsWith(requirement('000.1', ['unit/b.test.ts > a lamp > burns', 'is lit'], 'One lamp of 9.')),
  ).toEqual([])
})

test('a title with placeholders finds the rows of its table, and signs of a pattern stand for themselves', () => {
  const [title] = titlesOf('tests/a.test.ts', `describe('a ($kind)', () => it.each(rows)('is %s: %j.', run))`)
  const pattern = new RegExp(`^${title ? namePattern(title) : ''}$`)
  expect(
    ['a (lamp) is lit: {}.', 'a (lamp) is lit: {}!', 'a lamp is lit: 1.'].map((name) => pattern.test(name)),
  ).toEqual([true, false, false])
})
