import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createApp } from '../../../../main/src/app.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import type { TestApp } from '../../../support/app.ts'
import { createTestId } from '../../../support/chapterId.ts'
import { prose, startNovel } from '../../../support/novel.ts'

let mine: TestApp
afterEach(() => mine.remove())

const count = 400
const chapters = Object.fromEntries(
  Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(3, '0')
    return [
      `manuscript/${number}-第${at + 3}章 雾.md`,
      `# 第${at + 3}章 雾\r\n\r\n　　𠮷${prose(2500, `港${at}`)}\r\n`,
    ]
  }),
)

async function book(): Promise<Record<string, string>> {
  const folder = join(mine.project, 'manuscript')
  const read = async (name: string) => [name, await readFile(join(folder, name), 'utf8')]
  return Object.fromEntries(await Promise.all((await readdir(folder)).sort().map(read)))
}

test('a book of 400 chapters that was renumbered comes back whole, and texts are stored once', {
  tags: ['whole'],
  timeout: 120_000,
}, async () => {
  mine = await startNovel(chapters)
  const { projectId } = mine
  const before = await book()
  const { documents } = await mine.invoke('documents:list', { projectId })
  const documentId = documents[0]?.documentId ?? ''
  expect((await mine.invoke('documents:renumber', { projectId, documentId, first: 1 })).changed).toBe(count)
  expect(await book()).not.toEqual(before)
  const { snapshots } = await mine.invoke('snapshots:list', { projectId })
  expect(snapshots.map(({ cause, chapters: total }) => [cause, total])).toEqual([['renumber', count]])
  const snapshotId = snapshots[0]?.snapshotId ?? ''
  const restored = await mine.invoke('snapshots:restore', { projectId, snapshotId })
  expect([restored.restored.length, restored.discarded]).toEqual([count, []])
  expect(await book()).toEqual(before)
  const folder = join(mine.dataFolder, 'projects', projectId, 'snapshots')
  const texts = async () => (await readdir(join(folder, 'texts'))).length
  const stored = await texts()
  await mine.invoke('snapshots:create', { projectId, name: 'again' })
  // The order is the same, too.
  expect(await texts()).toBe(stored)
  expect((await mine.invoke('snapshots:compare', { projectId, snapshotId })).unchanged).toBe(count)
})

test('two apps over one data folder make, restore and delete snapshots at once, and no book is torn', async () => {
  mine = await startNovel({
    'manuscript/001-雾.md': '# 雾\r\n\r\n　　𠮷。\r\n',
    'manuscript/002-Lamp.md': '# Lamp\n\nOne.\n',
  })
  const { projectId, dataFolder, project } = mine
  const other = await createApp({
    ...{ dataFolder, logger: silentLogger, environment: {}, fakePauseMs: 0, createId: createTestId },
  })
  const session = other.createSession({ id: 'other', mayInspect: () => true })
  const there = async (channel: Parameters<TestApp['invoke']>[0], input: object) => {
    const answer = await other.router.dispatch(session, channel, input)
    if (!answer.ok) throw new Error(answer.error.message)
    return answer.data
  }
  await there('projects:open', { rootPath: project })
  const one = await book()
  const first = (await mine.invoke('snapshots:create', { projectId, name: '一' })).snapshot.snapshotId
  const { documents } = await mine.invoke('documents:list', { projectId })
  for (const { documentId, hash: baseHash } of documents)
    await mine.invoke('documents:save', { projectId, documentId, text: '# 二\n\n新。\n', baseHash })
  const two = await book()
  const second = (await mine.invoke('snapshots:create', { projectId, name: '二' })).snapshot.snapshotId
  await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      await mine.invoke('snapshots:restore', { projectId, snapshotId: at % 2 === 0 ? first : second })
      await there('snapshots:restore', { projectId, snapshotId: at % 2 === 0 ? second : first })
      await there('snapshots:create', { projectId, name: `${at}` })
    }),
  )
  const end = JSON.stringify(await book())
  expect([JSON.stringify(one), JSON.stringify(two)]).toContain(end)
  const { snapshots } = await mine.invoke('snapshots:list', { projectId })
  for (const { snapshotId, name } of snapshots)
    if (name !== '一' && name !== '二') await mine.invoke('snapshots:delete', { projectId, snapshotId })
  for (const [snapshotId, expected] of [
    [first, one],
    [second, two],
  ] as const) {
    await mine.invoke('snapshots:restore', { projectId, snapshotId })
    expect(await book()).toEqual(expected)
  }
  await other.dispose()
}, 120_000)
