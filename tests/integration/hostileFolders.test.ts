import { expect, test } from 'vitest'
import { run } from '../../scripts/torture/folders.ts'

test('folders from somebody else are answered with codes, and nothing outside them is read or touched', async () => {
  const { checked, failures } = await run({ seed: 20_261_122, share: 0.02, print: () => undefined })
  expect(failures).toEqual([])
  expect(checked).toBeGreaterThan(30)
}, 600_000)
