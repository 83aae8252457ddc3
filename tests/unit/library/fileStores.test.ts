import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileStores } from '../../../main/src/library/fileStores.ts'
import type { Receipt } from '../../../main/src/library/index.ts'
import { temporaryFolder } from '../../support/hostedTestApp.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder('file-stores-')
})
afterEach(() => folder.remove())

const layer = { ratio: 0.25, minTokens: 0 }
const budget = { rules: layer, settings: layer, retrieved: layer, immediate: layer }

const receiptOf = (at: number): Receipt => ({
  receiptId: `${String(at).padStart(13, '0')}-0123456789ab`,
  createdAt: new Date(at).toISOString(),
  ...{ projectId: '雾港', documentId: '第一章.md', modelId: 'm', promptHash: 'a', prefixHash: 'b' },
  ...{ tokenCount: 1, maxInputTokens: 2, evidence: [], redactions: [], notices: [] },
  layers: {
    rules: { tokens: 0, truncated: false },
    settings: { tokens: 0, truncated: false },
    retrieved: { tokens: 0, truncated: false },
    immediate: { tokens: 1, truncated: true },
  },
})

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

test('file stores create nothing before something is written', async () => {
  const { sessions, budgets, receipts } = createFileStores({ folder: join(folder.path, 'stores') })
  expect(sessions.read('雾港', 'k')).toBeUndefined()
  expect(await budgets.read('雾港')).toBeUndefined()
  expect(await receipts.list('雾港')).toEqual([])
  expect(await readdir(folder.path)).toEqual([])
})

test('file stores separate projects and keys, whatever their ids are', async () => {
  const { sessions, budgets } = createFileStores({ folder: folder.path })
  for (const project of ['雾港', '../雾港', 'a/b', '']) {
    sessions.write(project, 'scene:../x', { project })
    await budgets.write(project, { ...budget, rules: { ratio: 0.25, minTokens: project.length } })
  }
  const again = createFileStores({ folder: folder.path })
  for (const project of ['雾港', '../雾港', 'a/b', '']) {
    expect(again.sessions.read(project, 'scene:../x')).toEqual({ project })
    expect((await again.budgets.read(project))?.rules.minTokens).toBe(project.length)
  }
  const anyProject = expect.stringMatching(/^[0-9a-f]{32}$/)
  expect(await readdir(folder.path)).toEqual([anyProject, anyProject, anyProject, anyProject])
})

test('the session store ignores a broken file and replaces it', async () => {
  const { sessions } = createFileStores({ folder: folder.path })
  sessions.write('雾港', 'k', { a: 1 })
  const [path = ''] = await filesBelow(folder.path)
  await writeFile(path, '{ "a":')
  expect(sessions.read('雾港', 'k')).toBeUndefined()
  sessions.write('雾港', 'k', { a: 2 })
  expect(sessions.read('雾港', 'k')).toEqual({ a: 2 })
})

test('the budget store refuses a broken file and leaves it as it is', async () => {
  const { budgets } = createFileStores({ folder: folder.path })
  await budgets.write('雾港', budget)
  const [path = ''] = await filesBelow(folder.path)
  for (const broken of ['{ "rules":', '{ "rules": { "ratio": "a lot" } }']) {
    await writeFile(path, broken)
    await expect(budgets.read('雾港')).rejects.toMatchObject({ code: 'FILE_BROKEN', details: { path } })
    expect(await readFile(path, 'utf8')).toBe(broken)
  }
})

test('the receipt store lists the newest first, deletes the oldest and skips what is no receipt', async () => {
  const { receipts } = createFileStores({ folder: folder.path, maxReceipts: 3 })
  await Promise.all([4, 1, 3, 2, 5].map((at) => receipts.add(receiptOf(at))))
  expect(await receipts.list('雾港')).toEqual([receiptOf(5), receiptOf(4), receiptOf(3)])
  const [path = ''] = (await filesBelow(folder.path)).filter((name) => name.includes('0000000000004'))
  await writeFile(path, 'no receipt')
  expect(await receipts.list('雾港')).toEqual([receiptOf(5), receiptOf(3)])
})
