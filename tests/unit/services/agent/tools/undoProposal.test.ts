import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUndoProposal } from '../../../../../main/src/services/agent/index.ts'
import { createRedactor } from '../../../../../main/src/services/redaction/index.ts'

const [open, closed, made] = [
  'manuscript/001-雾.md',
  '.creonow/characters/林远.md',
  '.creonow/settings/塔.md',
]

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'creonow-undo-'))
  for (const path of [open, closed, made]) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), '')
  }
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('an undo shows another program every line that comes back, and none of a file that its author hides', async () => {
  const propose = createUndoProposal({
    projects: { rootOf: () => root },
    redactor: createRedactor(),
    excludedPaths: async () => new Set([closed]),
  })
  const files = await propose('p', [
    { path: open, current: '# 雾\n\n灯亮了。\n', restored: '# 雾\n\n灯灭了。The fog.\n' },
    { path: closed, current: '数灯的人。\n', restored: '数石阶的人。\n' },
    { path: made, current: '三十三级。\n', restored: null },
  ])
  expect(files.map(({ path, redactedDiff, isRemoved }) => ({ path, redactedDiff, isRemoved }))).toEqual([
    { path: open, redactedDiff: '@@ -2,2 +2,2 @@\n \n-灯亮了。\n+灯灭了。The fog.', isRemoved: false },
    { path: closed, redactedDiff: undefined, isRemoved: false },
    { path: made, redactedDiff: '@@ -1,1 +1,0 @@\n-三十三级。', isRemoved: true },
  ])
})
