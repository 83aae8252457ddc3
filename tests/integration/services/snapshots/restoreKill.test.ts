import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import type { TestApp } from '../../../support/app.ts'
import { startNovel } from '../../../support/novel.ts'

const run = promisify(execFile)
const script = resolve(import.meta.dirname, '../../../support/killedRestore.ts')
/** Every so many changes of the disk; all of them with SNAPSHOT_KILLS=1. */
const stride = Number(process.env.SNAPSHOT_KILLS ?? 9)

let mine: TestApp
afterEach(() => mine.remove())

const chapters = {
  'manuscript/001-雾.md': '\uFEFF# 雾\r\n\r\n　　林远把信折好。“𠮷野家？”他问。\r\n',
  'manuscript/002-潮.md': '# 潮\n\n　　林远笑了。\n',
  'manuscript/003-The Lamp.md': '# The Lamp\n\nThe light went out — 👨‍👩‍👧.\n',
}

const card = '.creonow/characters/林远.md'
const newCard = '.creonow/lore/水谣.md'

/** Chapters by id with what they have, the trash aside, and cards. */
async function book() {
  const { projectId, project } = mine
  const { documents } = await mine.invoke('documents:list', { projectId })
  const read = async ({ documentId, path, missing }: (typeof documents)[number]) => [
    ...[documentId, path, missing],
    path === null ? null : (await readFile(join(project, path))).toString('latin1'),
  ]
  const cards = [card, newCard].map((path) => readFile(join(project, path), 'utf8').catch(() => null))
  return [...(await Promise.all(documents.map(read))), await Promise.all(cards)]
}

test('a restoring that is killed at any change of the disk ends whole: all of it is done, or none', {
  tags: ['whole'],
  timeout: 600_000,
}, async () => {
  mine = await startNovel({ ...chapters, [card]: '---\nname: 林远\n---\n数石阶的人。\n' })
  const { projectId, project, dataFolder } = mine
  await mine.app.services.warmUp(projectId)
  const make = async () => (await mine.invoke('snapshots:create', { projectId })).snapshot.snapshotId
  const yesterday = await book()
  const snapshotId = await make()
  const ids = yesterday.map(([id]) => String(id))
  const fogId = ids[0] ?? ''
  const { hash: baseHash } = await mine.invoke('documents:read', { projectId, documentId: fogId })
  await mine.invoke('documents:save', {
    projectId,
    documentId: fogId,
    text: '# 雾\r\n今天。\r\n',
    baseHash,
  })
  await mine.invoke('documents:create', { projectId, title: '新章', after: fogId })
  await mine.invoke('documents:delete', { projectId, documentId: ids[2] ?? '' })
  await mine.invoke('documents:rename', { projectId, documentId: ids[1] ?? '', title: '退潮' })
  await writeFile(join(project, card), '---\nname: 林远\n---\n数灯的人。\n')
  await mkdir(join(project, '.creonow/lore'), { recursive: true })
  await writeFile(join(project, newCard), '---\nname: 水谣\n---\n新的。\n')
  const today = await book()
  const todayId = await make()
  const trashToday = await mine.invoke('documents:trash', { projectId })
  const summary = (item: (typeof trashToday)['items'][number]) => [
    item.documentId,
    item.title,
    item.characters,
    item.words,
  ]
  let ends = { yesterday: 0, today: 0 }
  for (let n = 1; ; n += stride) {
    const { stdout } = await run(process.execPath, [
      script,
      dataFolder,
      project,
      snapshotId,
      String(n),
    ]).catch((error: { readonly signal?: string }) => {
      if (error.signal !== 'SIGKILL') throw error
      return { stdout: 'killed' }
    })
    await mine.invoke('projects:open', { rootPath: project })
    const now = await book()
    const isDone = JSON.stringify(now) === JSON.stringify(yesterday)
    expect(now, `killed at change ${n}`).toEqual(isDone ? yesterday : today)
    ends = { yesterday: ends.yesterday + Number(isDone), today: ends.today + Number(!isDone) }
    const names = [
      ...(await readdir(join(project, 'manuscript'))),
      ...(await readdir(join(project, '.creonow/characters'))),
    ]
    expect(
      names.filter((name) => name.endsWith('.tmp')),
      `killed at change ${n}`,
    ).toEqual([])
    expect(await readdir(join(dataFolder, 'projects', projectId, 'snapshots'))).not.toContain('restore.json')
    const { items } = await mine.invoke('documents:trash', { projectId })
    if (isDone) expect(items.map(({ title }) => title)).toEqual(['新章'])
    else expect(items.map(summary)).toEqual(trashToday.items.map(summary))
    if (stdout !== 'killed') {
      expect(stdout).toMatch(/^done \d+$/)
      break
    }
    if (!isDone) continue
    await mine.invoke('snapshots:restore', { projectId, snapshotId: todayId, withFiles: true })
    expect(await book()).toEqual(today)
  }
  // Some were killed before the journal was written, some after it.
  expect(ends.yesterday).toBeGreaterThan(1)
  expect(ends.today).toBeGreaterThan(1)
})
