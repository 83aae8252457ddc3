import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLogger } from '../../../../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../../../../main/src/lib/versionedFile/versionedFiles.ts'
import { createBudgetStore } from '../../../../../main/src/services/context/budget/budgetStore.ts'
import { defaultBudget } from '../../../../../main/src/services/context/index.ts'

async function setUp() {
  const base = await mkdtemp(join(tmpdir(), 'creonow 预算 '))
  onTestFinished(() => rm(base, { recursive: true, force: true }))
  const root = join(base, '书')
  await mkdir(join(root, '.creonow'), { recursive: true })
  const versioned = createVersionedFiles({ dataFolder: join(base, 'data'), logger: silentLogger })
  return {
    path: join(root, '.creonow/budget.json'),
    store: createBudgetStore({ rootOf: () => root, versioned }),
  }
}

const layers = {
  rules: { ratio: 0.1, minimumTokens: 100 },
  settings: { ratio: 0.2, minimumTokens: 200 },
  retrieved: { ratio: 0.3, minimumTokens: 300 },
  immediate: { ratio: 0.4, minimumTokens: 400 },
}

describe('the budget of a project', () => {
  it('is the default as version 1 without a file, then what was stored as the next version', async () => {
    const { path, store } = await setUp()
    expect(await store.get('书')).toEqual({ version: 1, layers: defaultBudget })
    expect(await store.update('书', 1, layers)).toEqual({ version: 2, layers })
    expect(await store.get('书')).toEqual({ version: 2, layers })
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ version: 2, layers })
  })

  it('is not stored over a version that the author did not see', async () => {
    const { path, store } = await setUp()
    await store.update('书', 1, layers)
    const before = await readFile(path, 'utf8')
    await expect(store.update('书', 1, defaultBudget)).rejects.toMatchObject({
      code: 'CONTEXT_BUDGET_CONFLICT',
      details: { currentVersion: 2 },
    })
    expect(await readFile(path, 'utf8')).toBe(before)
  })

  it.each([
    ['ratios that do not add up to 1', 'shares', { ...layers, rules: { ratio: 0.5, minimumTokens: 0 } }],
    ['a minimum below 0', 'shares', { ...layers, rules: { ratio: 0.1, minimumTokens: -1 } }],
    ['a layer that is no layer', 'shape', { ...layers, rules: 0.1 }],
    ['a list of layers', 'shares', []],
    ['a layer with a word for a number', 'shape', { ...layers, rules: { ratio: 'much', minimumTokens: 0 } }],
  ])(
    'with %s is reported as broken, stays as it is, and the default applies',
    async (_what, fault, broken) => {
      const { path, store } = await setUp()
      const text = `{"version": 3, "layers": ${JSON.stringify(broken)}}\r\n`
      await writeFile(path, text)
      const { warnings, ...read } = await store.get('书')
      expect([read, warnings?.length]).toEqual([{ version: 1, layers: defaultBudget }, 1])
      expect(await store.notices('书')).toMatchObject([
        { code: 'FILE_BROKEN', params: { path: '.creonow/budget.json', line: 1, fault: { code: fault } } },
      ])
      await expect(store.update('书', 1, layers)).rejects.toMatchObject({ code: 'FILE_BROKEN' })
      expect(await readFile(path, 'utf8')).toBe(text)
    },
  )
})
