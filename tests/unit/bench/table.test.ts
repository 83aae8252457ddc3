import { expect, it } from 'vitest'
import { resultTable } from '../../../bench/table.ts'

it('resultTable lists the numbers of each bench by name, sets of numbers in one row, pipes escaped', () => {
  const table = resultTable([
    { name: 'search', jsonLines: '{"novel":"三国演义","query ms":{"p50":3.14159,"p95":12000}}\n' },
    {
      name: 'history',
      jsonLines: '{"a|b":{"versions":599,"kinds":["save"]},"sizes MB":[1,2.5]}\n\n{"last":0}\n',
    },
  ])
  expect(table).toBe(`
| bench | figure | value |
| --- | --- | --- |
| history | a\\|b · versions | 599 |
| history | a\\|b · kinds · 0 | save |
| history | sizes MB | 1, 2.5 |
| history | last | 0 |
| search | novel | 三国演义 |
| search | query ms | p50 3.142 · p95 12,000 |
`)
})

it('resultTable of no results says so', () => {
  expect(resultTable([])).toBe('\nNo results are stored.\n')
})
