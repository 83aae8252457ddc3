import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelInput, ChannelName } from '../../../../main/src/contract/index.ts'
import { withFault } from '../../../../scripts/torture/faults/inject.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { idOf } from '../../../support/chapterId.ts'

const fifth = 'manuscript/005-数水谣.md'
const sixth = 'manuscript/006-名册.md'
const id = idOf(fifth)
const book = '.creonow/book.json'
const at = '2026-11-21T08:00:00.000Z'

let test: TestApp
beforeEach(async () => {
  test = await startApp()
})
afterEach(() => test.remove())

const call = <C extends ChannelName>(channel: C, input: object = {}) =>
  test.invoke(channel, { projectId: test.projectId, ...input } as ChannelInput<C>)
const codeOf = <C extends ChannelName>(channel: C, input: object) =>
  test.codeOf(channel, { projectId: test.projectId, ...input } as ChannelInput<C>)
const file = (path: string) => readFile(join(test.project, path), 'utf8')
const write = async (path: string, text: string) => {
  await mkdir(dirname(join(test.project, path)), { recursive: true })
  await writeFile(join(test.project, path), text)
}
const list = async () => (await call('documents:list')).documents
const order = async () => (await list()).map(({ documentId }) => documentId)
const paths = async () => (await list()).map(({ path }) => path)
const titles = async () => (await list()).map(({ title }) => title)

/** Every file of the project but derived ones, by path. */
async function everything(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(test.project, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !path.includes('cache')) found[path] = await readFile(path, 'utf8')
  }
  return found
}

/** The files below project and data folder that a task makes, writes or removes, also with the same bytes. */
async function touchedBy(task: () => Promise<unknown>): Promise<string[]> {
  const before = await stamps()
  await task()
  const after = await stamps()
  const all = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...all].filter((path) => before[path] !== after[path]).sort()
}

async function stamps(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const root of [test.project, test.dataFolder])
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      // The journal of the step itself, locks, the copy of the last good book, and the index.
      if (!entry.isFile() || /[\\/](?:undo|locks|lastGood|windows)[\\/]|index\.sqlite/.test(path)) continue
      const { ino, mtimeNs } = await lstat(path, { bigint: true })
      found[relative(root, path)] = `${ino} ${mtimeNs}`
    }
  return found
}

/** Something of every kind that stores chapter ids, about the fifth chapter. */
async function plant(): Promise<void> {
  await write(
    '.creonow/lore/潮.json',
    `{\n\t"name": "潮",\n\t"progressions": [{"from": "${fifth}", "text": "退了", "own": 1}],\n\t"x": "${fifth}"\n}`,
  )
  await write(
    '.creonow/lore/雾.md',
    `---\r\nname: 雾\r\nprogressions:\r\n  - { from: "${fifth}", to: '${sixth}', text: 浓 } # 记\r\n---\r\n身\r\n`,
  )
  const conversation = { version: 1 as const, title: '', createdAt: at, updatedAt: at, events: [] }
  await call('context:creonow:conversations:save', {
    conversation: { ...conversation, id: 'c1', documentId: fifth },
  })
  const { text, hash } = await call('documents:read', { documentId: fifth })
  await call('documents:save', { documentId: fifth, text: `${text}潮退了。\n`, baseHash: hash, before: 'ai' })
  await test.app.services.retrieval.ensureIndexed(test.projectId)
  await call('retrieval:synopses:save', { documentId: fifth, text: '阿簪唱水。' })
  await test.app.services.memory.recordEpisode(test.projectId, {
    documentId: fifth,
    skillId: 'continue',
    instruction: '唱',
    written: '水',
    outcome: 'accepted',
  })
  const request = { documentId: fifth, cursorPosition: 900, skillId: 'continue', additionalInput: '唱下去' }
  const { runId } = await call('ai:run', { ...request, modelId: 'fake' })
  await test.app.services.runs.drain()
  await call('ai:outcome', { runId, outcome: 'rejected' })
}

/** What refers to the fifth chapter, by whatever name it has now. */
async function namedIn(documentId: string): Promise<Record<string, boolean>> {
  const { items } = await call('constraints:get')
  const { synopses } = await call('retrieval:synopses:list')
  const { episodes } = await call('memory:episodes', { limit: 10 })
  const { conversation } = await call('context:creonow:conversations:read', { id: 'c1' })
  const { receipts } = await call('context:receipt:list', { documentId })
  const { results } = await call('retrieval:search', { queries: ['阿簪唱水谣'], k: 20 })
  const { services } = test.app
  const card = await services.codex.entryAsOf(test.projectId, '.creonow/lore/潮.json', {
    documentId: idOf(sixth),
    language: 'zh',
  })
  return {
    constraint: items.some(({ scope }) => scope?.to === documentId),
    synopsis: synopses.some((one) => one.documentId === documentId && !one.stale),
    episode: episodes.some((one) => one.documentId === documentId),
    conversation: conversation.documentId === documentId,
    receipt: receipts.length === 1,
    codex: card?.text.includes('退了') ?? false,
    scene: services.indexes.sessionState.read(test.projectId, `scene:${documentId}:`) !== undefined,
    instructions: services.memory.working.instructions(test.projectId, documentId).join() === '唱下去',
    history: (await call('history:list', { documentId })).versions.length > 0,
    index: results[0]?.some((hit) => hit.documentId === documentId) ?? false,
  }
}
const all = {
  ...{ constraint: true, synopsis: true, episode: true, conversation: true, receipt: true },
  ...{ codex: true, scene: true, instructions: true, history: true, index: true },
}

describe('documents:rename', () => {
  it('touches the file of the chapter, its synopsis and the book, and all that names it still does', async () => {
    await plant()
    expect(await namedIn(id)).toEqual(all)
    const title = '第五章　水谣：（上）'
    const next = 'manuscript/005-第五章 水谣：（上）.md'
    const rename = () => call('documents:rename', { documentId: fifth, title })
    expect(await touchedBy(rename)).toEqual([book, `.creonow/synopses/${id}.json`, fifth, next].sort())
    expect((await file(next)).split('\n')[0]).toBe('# 第五章　水谣：（上）')
    expect((await list())[4]).toMatchObject({ documentId: id, path: next, title, formerFiles: [fifth] })
    expect(await namedIn(id)).toEqual(all)
    const undo = () => call('documents:undo', { documentId: fifth })
    expect(await touchedBy(undo)).toEqual([book, `.creonow/synopses/${id}.json`, fifth, next].sort())
    expect((await list())[4]).toMatchObject({ documentId: id, path: fifth })
    expect(await namedIn(id)).toEqual(all)
  })

  it('leaves every byte of what it undoes as it was, but for the names in the book', async () => {
    await plant()
    const before = await everything()
    await call('documents:rename', { documentId: fifth, title: '唱' })
    await call('documents:undo', { documentId: fifth })
    const path = join(test.project, book)
    expect({ ...(await everything()), [path]: '' }).toEqual({ ...before, [path]: '' })
  })

  it('notifies listeners of a heading that it wrote, once', async () => {
    const told: unknown[] = []
    const listening = test.app.services.manuscript.onSaved((saved) => void told.push(saved))
    const { documentId } = await call('documents:rename', { documentId: fifth, title: '𠮷田的水谣' })
    listening.dispose()
    const { text, hash } = await call('documents:read', { documentId })
    expect(text.startsWith('# 𠮷田的水谣')).toBe(true)
    const path = 'manuscript/005-𠮷田的水谣.md'
    expect(told).toEqual([{ projectId: test.projectId, documentId: id, path, text, hash }])
  })

  it('keeps #, CRLF, byte order mark and indent of a heading; words typed since stay through undo', async () => {
    const night = 'manuscript/012-夜.md'
    const later = 'manuscript/012-第十二回 夜航.md'
    await write(night, '\uFEFF\u3000第十二回 夜\r\n\r\n𠮷人夜行。\r\n')
    await call('documents:rename', { documentId: night, title: '第十二回 夜航' })
    expect(await file(later)).toBe('\uFEFF\u3000第十二回 夜航\r\n\r\n𠮷人夜行。\r\n')
    await write(later, '\uFEFF\u3000第十二回 夜航\r\n\r\n𠮷人夜行。又一行。\r\n')
    await call('documents:undo', { documentId: later })
    expect(await file(night)).toBe('\uFEFF\u3000第十二回 夜\r\n\r\n𠮷人夜行。又一行。\r\n')
  })

  it('gives a chapter without a heading another file name, and no heading', async () => {
    await write('manuscript/012-夜.md', '　　无题。\n')
    await call('documents:rename', { documentId: 'manuscript/012-夜.md', title: '灯' })
    expect(await file('manuscript/012-灯.md')).toBe('　　无题。\n')
    expect((await titles()).at(-1)).toBe('灯')
  })

  it('overwrites no file, hides no chapter, and refuses a title that nobody could see', async () => {
    await write('manuscript/夜.md', '一')
    await write('manuscript/昼.md', '二')
    const { documentId } = await call('documents:rename', { documentId: 'manuscript/昼.md', title: '夜' })
    const renamed = (await list()).find((one) => one.documentId === documentId)?.path ?? ''
    expect([await file('manuscript/夜.md'), await file(renamed)]).toEqual(['一', '二'])
    await call('documents:rename', { documentId, title: '夜（冲突副本）' })
    expect(await paths()).toContain('manuscript/夜（冲突副本）-2.md')
    for (const title of [' \u3000', '\u200B', '坏\uD83D字'])
      expect(await codeOf('documents:rename', { documentId, title })).toBe('INVALID_ARGUMENT')
    const nowhere = ['manuscript/无.md', 'c_aaaaaaaaaa', '../x.md'].map((each) =>
      codeOf('documents:rename', { documentId: each, title: '有' }),
    )
    expect(await Promise.all(nowhere)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'PATH_OUTSIDE_PROJECT'])
    expect(await order()).toContain(documentId)
  })

  it('leaves everything as it was when the book cannot be written', async () => {
    await plant()
    await order()
    const before = await everything()
    const renaming = () => codeOf('documents:rename', { documentId: fifth, title: '唱' })
    const folder = join(test.project, '.creonow')
    const { result } = await withFault({ step: 'rename', code: 'EROFS', folder }, renaming)
    expect(result).toBe('READ_ONLY')
    expect(await everything()).toEqual(before)
    expect(await namedIn(id)).toEqual(all)
  })
})

describe('documents:move', () => {
  it('is one write of the book and touches no other file, and so is its undo', async () => {
    await plant()
    const before = await order()
    const move = () => call('documents:move', { documentId: fifth, after: before[8] })
    expect(await touchedBy(move)).toEqual([book])
    const expected = before.filter((each) => each !== id).toSpliced(8, 0, id)
    expect(await order()).toEqual(expected)
    expect(await namedIn(id)).toEqual({ ...all, codex: false })
    expect(await touchedBy(() => call('documents:move', { documentId: id }))).toEqual([book])
    expect((await order())[0]).toBe(id)
    const undo = () => call('documents:undo', { documentId: id })
    expect(await touchedBy(undo)).toEqual([book])
    expect(await order()).toEqual(expected)
    await undo()
    expect(await order()).toEqual(before)
    expect(await namedIn(id)).toEqual(all)
  })

  it('touches nothing when it leads nowhere', async () => {
    const ids = await order()
    const nowhere = async () => {
      expect(await call('documents:move', { documentId: fifth, after: ids[3] })).toEqual({ documentId: id })
      expect(await codeOf('documents:move', { documentId: fifth, after: id })).toBe('INVALID_ARGUMENT')
      expect(await codeOf('documents:move', { documentId: fifth, after: 'manuscript/x.md' })).toBe(
        'NOT_FOUND',
      )
      expect(await codeOf('documents:undo', { documentId: fifth })).toBe('NOT_FOUND')
    }
    expect(await touchedBy(nowhere)).toEqual([])
  })

  it('orders a book whose files have no numbers, and front matter stays in front', async () => {
    await rm(join(test.project, 'manuscript'), { recursive: true })
    await rm(join(test.project, book))
    const names = ['第一卷 第一章 雾', '第一卷 第二章 灯', '第二卷 第一章 船', '尾', '卷首']
    for (const name of names) await write(`manuscript/${name}.md`, `　　${name}的正文。\n`)
    const third = 'manuscript/第二卷 第一章 船.md'
    await call('documents:move', { documentId: third })
    expect((await list()).filter(({ missing }) => !missing).map(({ title }) => title)).toEqual([
      '卷首',
      '第二卷 第一章 船',
      '第一卷 第一章 雾',
      '第一卷 第二章 灯',
      '尾',
    ])
    expect(await codeOf('documents:move', { documentId: 'manuscript/卷首.md' })).toBe('INVALID_ARGUMENT')
  })

  it('is not undone behind another move of the chapter', async () => {
    const { stepId } = await call('documents:move', { documentId: fifth })
    await call('documents:move', { documentId: fifth, after: (await order())[6] })
    const before = await everything()
    expect(await codeOf('documents:undo', { documentId: fifth, stepId })).toBe('CONFLICT')
    expect(await everything()).toEqual(before)
  })
})

describe('documents:delete and restore', () => {
  it('bring a chapter back with its id, its place and all that names it', async () => {
    await plant()
    const before = await everything()
    const ids = await order()
    const words = (await list()).find(({ documentId }) => documentId === id)?.words
    const { trashId } = await call('documents:delete', { documentId: fifth })
    expect(await order()).toEqual(ids.filter((each) => each !== id))
    const { results } = await call('retrieval:search', { queries: ['阿簪唱水谣'], k: 50 })
    expect(results[0]?.filter((hit) => hit.documentId === id)).toEqual([])
    const { items } = await call('documents:trash')
    expect(items).toMatchObject([{ documentId: id, path: fifth, title: '第五章　数水谣', words }])
    // Its scope dangles: a warning, and the rule stays in force.
    const request = { documentId: ids[9], cursorPosition: 10, skillId: 'continue' }
    const assembled = await call('context:assemble', request)
    expect(assembled.systemPrompt).toContain('主角在第五章之前不知道真相')
    expect(assembled.warnings.join()).toContain('SCOPE')
    expect(await call('documents:restore', { trashId })).toEqual({ documentId: id })
    expect(await everything()).toEqual(before)
    expect(await order()).toEqual(ids)
    await test.app.services.retrieval.ensureIndexed(test.projectId)
    expect(await namedIn(id)).toEqual(all)
    expect((await call('context:assemble', request)).systemPrompt).not.toContain('不知道真相')
    expect(await codeOf('documents:restore', { trashId })).toBe('NOT_FOUND')
    expect((await call('documents:trash')).items).toEqual([])
  })

  it('give a restored chapter a free name, and a new chapter no name that a deleted one needs', async () => {
    const eleventh = (await paths()).at(-1) ?? ''
    const { trashId } = await call('documents:delete', { documentId: eleventh })
    const { path } = await call('documents:create', { title: '无名船' })
    expect(path).not.toBe(eleventh)
    await write(eleventh, '外面来的')
    const restored = await call('documents:restore', { trashId })
    expect(restored.documentId).toBe(idOf(eleventh))
    expect(await paths()).toContain(eleventh.replace('.md', '-2.md'))
    expect(await file(eleventh)).toBe('外面来的')
    expect((await titles()).filter((title) => title.includes('无名船')).length).toBe(3)
  })

  it('refuse on a disk that removes nothing, and what was restored or undone stays so', async () => {
    const ids = await order()
    const removingNothing = async <T>(folder: string, task: () => Promise<T>) => {
      const { result, failed } = await withFault({ step: 'unlink', code: 'EACCES', folder }, task)
      expect(failed).toBeGreaterThan(0)
      return result
    }
    const deleting = () => codeOf('documents:delete', { documentId: fifth })
    expect(await removingNothing(dirname(test.project), deleting)).toBe('READ_ONLY')
    expect(await order()).toEqual(ids)
    const { trashId } = await call('documents:delete', { documentId: fifth })
    const restoring = () => call('documents:restore', { trashId })
    expect(await removingNothing(test.dataFolder, restoring)).toEqual({ documentId: id })
    const { documentId } = await call('documents:rename', { documentId: fifth, title: '潮声' })
    // What stayed in the trash although the chapter is back goes with the next change.
    expect((await call('documents:trash')).items).toEqual([])
    const undoing = () => call('documents:undo', { documentId })
    expect(await removingNothing(test.dataFolder, undoing)).toEqual({ documentId: id })
    expect(await order()).toEqual(ids)
  })

  it('follow no trash id that is a path', async () => {
    for (const trashId of ['../../settings', '..', 'x'])
      expect(await codeOf('documents:restore', { trashId })).toBe('NOT_FOUND')
  })
})
