import { expect, test } from 'vitest'
import { harmless } from '../../../../bench/redaction/secretCorpus.ts'
import { falseChanges, kindRows } from '../../../../bench/redaction/table.ts'

test('every kind of secret is hidden whole in every surrounding, and nothing else', () => {
  const rows = kindRows()
  expect(rows.length).toBeGreaterThanOrEqual(150)
  expect(rows.filter(({ leaks, proseLost, foundAgain }) => leaks + proseLost + foundAgain > 0)).toEqual([])
})

test('no harmless text is changed', () => {
  expect(harmless.length).toBeGreaterThanOrEqual(280)
  expect(falseChanges()).toEqual([])
})

test('the table notices a leak and a false change', () => {
  expect(falseChanges([`sk-${'aB3dE5gH7jK9mN1pQ3sT'}`, '林远'])).toHaveLength(1)
})
