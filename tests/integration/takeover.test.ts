import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createTakeover, type PathKeyedStore } from '../../main/src/app/takeover.ts'
import { AppError } from '../../main/src/lib/appError.ts'
import { sha256Hex } from '../../main/src/lib/hash.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { type Book, emptyBook } from '../../main/src/services/manuscript/book/bookFile.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createTestId, idOf } from '../support/chapterId.ts'
import { prose, startNovel } from '../support/novel.ts'
import { hashesBelow } from '../support/projectBytes.ts'

const fifth = 'manuscript/005-数水谣.md'
const id = idOf(fifth)
const at = '2026-11-21T08:00:00.000Z'
let running: TestApp | undefined
afterEach(async () => {
  await running?.remove()
  running = undefined
})

const pathOf = ({ dataFolder, projectId }: TestApp, ...parts: string[]) =>
  join(dataFolder, 'projects', projectId, ...parts)
const json = async (path: string) => JSON.parse(await readFile(path, 'utf8'))

/** A project as the version before ids left it: a chapter is its path in every file. */
async function startEarlier(): Promise<TestApp> {
  const app = await startApp()
  const { projectId } = app
  const key = { projectId, documentId: fifth }
  const { text, hash } = await app.invoke('documents:read', key)
  const saved = { ...key, text: `${text}潮退了。\n`, baseHash: hash, before: 'ai' as const }
  await app.invoke('documents:save', { ...saved, day: '2026-11-24' })
  await app.invoke('retrieval:synopses:save', { ...key, text: '阿簪唱水。' })
  const about = { version: 1 as const, title: '', createdAt: at, updatedAt: at, events: [] }
  await app.invoke('context:creonow:conversations:save', {
    ...{ projectId, conversation: { ...about, id: 'c1', documentId: fifth } },
  })
  const request = { cursorPosition: 900, skillId: 'continue', modelId: 'fake', additionalInput: '唱下去' }
  const { runId } = await app.invoke('ai:run', { ...key, ...request })
  await app.app.services.runs.drain()
  await app.invoke('ai:outcome', { projectId, runId, outcome: 'rejected' })
  await app.app.dispose()

  const creonow = (...parts: string[]) => join(app.project, '.creonow', ...parts)
  const byPath = async (path: string) =>
    writeFile(path, (await readFile(path, 'utf8')).replaceAll(`"${id}"`, `"${fifth}"`))
  await byPath(creonow('conversations/c1.json'))
  await byPath(creonow('memory/episodes.jsonl'))
  await byPath(pathOf(app, 'dailyWords.json'))
  for (const name of await readdir(creonow('cache/receipts'))) await byPath(creonow('cache/receipts', name))
  const { version: _, chapter: __, ...synopsis } = await json(creonow(`synopses/${id}.json`))
  await writeFile(creonow('synopses/005-数水谣.json'), JSON.stringify(synopsis))
  await rm(creonow(`synopses/${id}.json`))
  await rename(pathOf(app, 'history', id), pathOf(app, 'history', sha256Hex(fifth).slice(0, 32)))
  const project = await json(creonow('project.json'))
  project.chapters = { [fifth]: { pov: 'a-zan', pins: ['tong-shao'] }, 'manuscript/099-无.md': { pov: '周' } }
  await writeFile(creonow('project.json'), JSON.stringify(project))
  for (const path of [creonow('book.json'), pathOf(app, 'chapterIds.json')]) await rm(path)
  for (const name of await readdir(pathOf(app)))
    if (name.startsWith('index.sqlite')) await rm(pathOf(app, name))
  return app
}

async function open({ dataFolder, project }: TestApp): Promise<TestApp> {
  const { createApp } = await import('../../main/src/app.ts')
  const app = await createApp({
    ...{ dataFolder, logger: silentLogger, environment: {}, createId: createTestId, fakePauseMs: 0 },
  })
  const session = app.createSession({ id: 'again', mayInspect: () => true })
  await app.router.dispatch(session, 'projects:open', { rootPath: project })
  const invoke = async (channel: string, input: object) => {
    const answer = await app.router.dispatch(session, channel, input)
    if (!answer.ok) throw new Error(`${channel}: ${answer.error.code}`)
    return answer.data
  }
  // The same functions over another app; the contract types them.
  return { ...(running as TestApp), app, invoke } as unknown as TestApp
}

/** What of the fifth chapter is found by its id. */
async function foundIn({ invoke, projectId, app }: TestApp) {
  const key = { projectId, documentId: id }
  const { conversation } = await invoke('context:creonow:conversations:read', { projectId, id: 'c1' })
  const { episodes } = await invoke('memory:episodes', { projectId, limit: 10 })
  const { synopses } = await invoke('retrieval:synopses:list', { projectId })
  const { items } = await invoke('constraints:get', { projectId })
  const book = await app.services.manuscript.book(projectId)
  const { pov, pins } = book.chapters.find((chapter) => chapter.id === id) ?? {}
  return {
    chat: conversation.documentId,
    episodes: episodes.map(({ documentId }) => documentId),
    synopses: synopses.map(({ documentId, text, stale }) => ({ documentId, text, stale })),
    scope: items.find(({ scope }) => scope)?.scope,
    receipts: (await invoke('context:receipt:list', key)).receipts.map(({ documentId }) => documentId),
    versions: (await invoke('history:list', key)).versions.length,
    words: (await invoke('words:today:get', { projectId, day: '2026-11-24' })).words,
    profile: { pov, pins },
    unknown: book.chapters.filter(({ missing }) => missing).map(({ file, pov: of }) => [file, of]),
  }
}
const found = {
  ...{ chat: id, episodes: [id], receipts: [id], versions: 1, words: 4, scope: { to: id } },
  synopses: [{ documentId: id, text: '阿簪唱水。', stale: false }],
  profile: { pov: 'a-zan', pins: ['tong-shao'] },
  unknown: [['manuscript/099-无.md', '周']],
}

/** What is the author's: no byte of it may change. */
async function authors(project: string) {
  const all = Object.entries(await hashesBelow(project))
  return Object.fromEntries(
    all.filter(([path]) => !/^\.creonow\/(?:cache|conversations|memory|synopses)\//.test(path)),
  )
}

test('a project of paths is converted: everything about a chapter is found by its id, and no word changes', async () => {
  running = await startEarlier()
  const before = await authors(running.project)
  const next = await open(running)
  expect(await foundIn(next)).toEqual(found)
  expect(await authors(running.project)).toEqual(before)
  // An older app that opens the folder finds its synopsis.
  const synopses = () => readdir(join(running?.project ?? '', '.creonow/synopses'))
  expect((await synopses()).sort()).toEqual(['005-数水谣.json', `${id}.json`])
  await next.app.dispose()
  const later = await open(running)
  expect(await synopses()).toEqual([`${id}.json`])
  expect(await foundIn(later)).toEqual(found)
  expect(await authors(running.project)).toEqual(before)
  running = later
})

test('a clone on another machine finds its own history under the ids that the book brings', async () => {
  running = await startEarlier()
  const chapters = (await readdir(join(running.project, 'manuscript'))).sort()
  const book = {
    ...{ version: 1, volumes: [] },
    chapters: chapters.map((name) => ({ id: idOf(`manuscript/${name}`), file: `manuscript/${name}` })),
  }
  await writeFile(join(running.project, '.creonow/book.json'), JSON.stringify(book))
  running = await open(running)
  expect(await foundIn(running)).toEqual(found)
})

test('a conversion that a disk cuts short at any store goes on with the same ids', async () => {
  running = await startApp()
  const folder = join(running.folder, 'other')
  await mkdir(folder)
  for (let failing = 0; failing < 3; failing++) {
    const seen: string[][] = [[], [], []]
    let book: Book = { ...emptyBook, chapters: [{ id: 'c_a', file: 'manuscript/001.md' }] }
    let broken = true
    const stores = seen.map(
      (ids, index): PathKeyedStore => ({
        async adoptIds(_projectId, all) {
          if (broken && index === failing) throw new AppError('IO_ERROR')
          ids.push([...all].flat().join(' '))
        },
      }),
    )
    const removed: string[] = []
    const takeOver = createTakeover({
      dataFolderOf: () => join(folder, String(failing)),
      manuscript: {
        arranging: (_projectId, task) => task(),
        book: async () => book,
        async changeBook(_projectId, edit) {
          book = edit(book)
        },
        newChapterId: (_book, seed) => createTestId('c_', seed),
      },
      profile: async () => ({ chapters: { 'manuscript/001.md': { pov: '林远', pins: [] } } }),
      stores,
      removeAdopted: async (_projectId, ids) => void removed.push(...ids.keys()),
      logger: silentLogger,
    })
    await takeOver('p')
    broken = false
    // Moved meanwhile: the path that the stores have is still the chapter's.
    book = { ...book, chapters: [{ ...book.chapters[0], id: 'c_a', file: 'manuscript/002.md' }] }
    await takeOver('p')
    const all = 'manuscript/001.md c_a manuscript/002.md c_a'
    expect(seen.map((ids) => ids.at(-1))).toEqual([all, all, all])
    expect([book.chapters[0]?.pov, removed]).toEqual(['林远', []])
    await takeOver('p')
    await takeOver('p')
    expect(removed).toEqual(['manuscript/001.md', 'manuscript/002.md'])
  }
})

test('a novel of 405 chapters gets 405 ids in its order, and every byte of it stays', {
  tags: ['whole'],
}, async () => {
  const names = Array.from(
    { length: 405 },
    (_, index) => `${String(index + 1).padStart(3, '0')}-第${index + 1}章`,
  )
  const files = Object.fromEntries(
    names.map((name, index) => [`manuscript/${name}.md`, `\uFEFF第${index + 1}章 雾\r\n${prose(200)}𠮷\r\n`]),
  )
  running = await startNovel(files)
  const { documents } = await running.invoke('documents:list', { projectId: running.projectId })
  expect(documents.map(({ path }) => path)).toEqual(Object.keys(files))
  expect(new Set(documents.map(({ documentId }) => documentId)).size).toBe(405)
  const words = await Promise.all(
    Object.keys(files).map((path) => readFile(join(running?.project ?? '', path), 'utf8')),
  )
  expect(words).toEqual(Object.values(files))
})
