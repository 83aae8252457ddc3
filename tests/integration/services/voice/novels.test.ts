import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measureVoices } from '../../../../bench/voice/index.ts'

const folder = process.env.CREONOW_NOVELS ?? ''

test.runIf(folder !== '' && existsSync(folder))(
  'halves of one novel are nearer to one another than to other novels, and no sheet has a name of its book',
  { timeout: 600_000 },
  () => {
    const { sheets, tellApart } = measureVoices(folder)
    const found = Object.entries(sheets).map(([book, { namesInSheet, listed }]) => ({
      book,
      namesInSheet,
      listed,
    }))
    expect(found.filter(({ namesInSheet }) => namesInSheet.length > 0)).toEqual([])
    expect(found.reduce((sum, { listed }) => sum + listed, 0)).toBeGreaterThan(500)
    const areas = Object.values(tellApart).map(({ halves }) => halves ?? 0)
    expect(areas.length).toBeGreaterThan(0)
    for (const area of areas) expect(area).toBeGreaterThanOrEqual(0.9)
  },
)
