import { expect, test } from 'vitest'
import {
  attackSecrets,
  blindSecrets,
  disguisedNames,
  labelledSecrets,
  publishedSecrets,
  ruleSecrets,
  writtenPasswords,
} from '../../../../bench/redaction/listedSecrets.ts'
import { changedInnocents, innocent, listedRows } from '../../../../bench/redaction/listedTable.ts'

test('the lists contain the secrets of the attack and twice as many more, over half of them published', () => {
  expect(attackSecrets).toHaveLength(241)
  expect(ruleSecrets.length).toBeGreaterThanOrEqual(300)
  expect(blindSecrets.length).toBeGreaterThanOrEqual(300)
  expect(publishedSecrets.length).toBeGreaterThanOrEqual(590)
  expect(disguisedNames.length).toBeGreaterThanOrEqual(32)
  expect(labelledSecrets.length).toBeGreaterThanOrEqual(49)
  expect(writtenPasswords).toHaveLength(60)
  expect(innocent.length).toBeGreaterThanOrEqual(573)
  const names = [
    ...attackSecrets,
    ...ruleSecrets,
    ...blindSecrets,
    ...publishedSecrets,
    ...disguisedNames,
    ...labelledSecrets,
    ...writtenPasswords,
  ].map(({ kind, name }) => `${kind} ${name}`)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('at most three of a hundred listed secrets are left, and of none a part', () => {
  const rows = listedRows()
  for (const { kind, secrets, left } of rows) console.info(`${kind}: ${left.length} of ${secrets} left`)
  expect(rows.flatMap(({ half }) => half)).toEqual([])
  for (const { kind, secrets, left } of rows)
    expect([kind, left.length <= secrets * 0.03]).toEqual([kind, true])
})

test('an innocent text does not change', () => {
  expect(changedInnocents()).toEqual([])
})
