import { expect, test } from 'vitest'
import { attackSecrets, ruleSecrets } from '../../../../bench/redaction/listedSecrets.ts'
import { changedInnocents, innocent, listedRows } from '../../../../bench/redaction/listedTable.ts'

/** Secrets left of each kind at most: what was measured. */
const maxLeft: Readonly<Record<string, number>> = {
  prefix: 108,
  prose: 22,
  config: 18,
  pem: 14,
  disguised: 44,
  named: 103,
  shaped: 108,
  fenced: 44,
}

test('the lists hold the secrets of the attack and as many more', () => {
  expect(attackSecrets).toHaveLength(241)
  expect(ruleSecrets.length).toBeGreaterThanOrEqual(300)
  expect(innocent.length).toBeGreaterThanOrEqual(300)
  const names = [...attackSecrets, ...ruleSecrets].map(({ kind, name }) => `${kind} ${name}`)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('no more secrets of a kind are left than were measured', () => {
  const rows = listedRows()
  for (const { kind, secrets, left } of rows) console.info(`${kind}: ${left.length} of ${secrets} left`)
  expect(rows.filter(({ kind, left }) => left.length > (maxLeft[kind] ?? 0))).toEqual([])
})

test('no more innocent texts change than were measured', () => {
  expect(changedInnocents().length).toBeLessThanOrEqual(15)
})
