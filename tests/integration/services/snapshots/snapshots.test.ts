import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChannelInput, ChannelName } from '../../../../main/src/contract/index.ts'
import { createReadMemory, createTodoList } from '../../../../main/src/services/agent/index.ts'
import { withFault } from '../../../../scripts/torture/faults/inject.ts'
import type { TestApp } from '../../../support/app.ts'
import { startNovel } from '../../../support/novel.ts'

/** Chinese and English names, CRLF with a byte order mark, surrogate pairs, mixed line ends, a file that is no UTF-8. */
const chapters: Readonly<Record<string, string>> = {
  'manuscript/001-雾.md': '\uFEFF# 雾\r\n\r\n　　林远把信折好。“𠮷野家？”他问。\r\n',
  'manuscript/002-潮.md': '# 潮\n\n　　林远山没有回头，林远却笑了。\n混\r\n合\r行\n',
  'manuscript/003-The Lamp.md': '# The Lamp\n\nThe light went out — 👨‍👩‍👧.\n',
  'manuscript/004-灯.md': '# 灯\n\n　　灯灭了。\n',
}
const files = {
  ...chapters,
  '.creonow/characters/林远.md': '---\nname: 林远\n---\n数石阶的人。\n',
  '.creonow/rules/style.md': '短句。\n',
}
let mine: TestApp
beforeEach(async () => {
  mine = await startNovel(files)
  await mine.app.services.warmUp(mine.projectId)
})
afterEach(() => mine.remove())

const call = <C extends ChannelName>(channel: C, input: object = {}) =>
  mine.invoke(channel, { projectId: mine.projectId, ...input } as ChannelInput<C>)
const refusalOf = async <C extends ChannelName>(channel: C, input: object) => {
  try {
    await call(channel, input)
    return 'ok'
  } catch (error) {
    return String(error)
  }
}
const outline = async () => (await call('documents:list')).documents
const titles = async () => (await outline()).map(({ title }) => title)
const idOf = async (title: string) =>
  (await outline()).find((each) => each.title === title)?.documentId ?? `no ${title}`
const disk = (path: string) => join(mine.project, path)
async function book(): Promise<Record<string, string>> {
  const names = (await readdir(disk('manuscript'))).filter((name) => name.endsWith('.md')).sort()
  const read = async (name: string) => [
    `manuscript/${name}`,
    (await readFile(disk(`manuscript/${name}`))).toString('latin1'),
  ]
  return Object.fromEntries(await Promise.all(names.map(read)))
}
async function type(title: string, text: string): Promise<void> {
  const documentId = await idOf(title)
  const { hash: baseHash } = await call('documents:read', { documentId })
  await call('documents:save', { documentId, text, baseHash })
}
const make = async (name = '昨天') => (await call('snapshots:create', { name })).snapshot
const data = () => join(mine.dataFolder, 'projects', mine.projectId, 'snapshots')
const summaries = async () =>
  (await call('snapshots:list')).snapshots.map(({ cause, name, chapters: count }) => [cause, name, count])

/** A day of work that touches everything: words, a new chapter, a deleted one, another name, another order, a plan. */
async function writeForADay(): Promise<void> {
  await type('雾', '# 雾\r\n\r\n　　林远把信烧了。\r\n')
  await type('The Lamp', '# The Lamp\n\nThe light came back.\n')
  await call('documents:create', { title: '新章', after: await idOf('雾') })
  await call('documents:create', { title: '打算', planned: true })
  await call('documents:delete', { documentId: await idOf('灯') })
  await call('documents:rename', { documentId: await idOf('潮'), title: '退潮' })
  await call('documents:move', { documentId: await idOf('The Lamp'), after: await idOf('雾') })
}

test('a restored book has every byte, name and place of its files, and nothing that came since is lost', async () => {
  const before = await book()
  const order = (await outline()).map(({ documentId }) => documentId)
  const { snapshotId } = await make()
  await writeForADay()
  const [changed, changedOrder] = [await book(), await titles()]
  const comparison = await call('snapshots:compare', { snapshotId })
  expect(
    comparison.chapters.map(({ title, state, wordsBefore, wordsNow }) => [
      title,
      state,
      wordsBefore,
      wordsNow,
    ]),
  ).toEqual([
    ['雾', 'changed', 17, 8],
    ['退潮', 'changed', 18, 19],
    ['The Lamp', 'changed', 7, 6],
    ['灯', 'deleted', 5, null],
    ['新章', 'added', null, 2],
    ['打算', 'added', null, 0],
  ])
  expect([comparison.unchanged, comparison.isReordered]).toEqual([0, true])

  const restored = await call('snapshots:restore', { snapshotId, presentHash: comparison.presentHash })
  expect(await book()).toEqual(before)
  expect((await outline()).map(({ documentId }) => documentId)).toEqual(order)
  expect(restored.restored.toSorted()).toEqual(order.toSorted())
  const trash = (await call('documents:trash')).items.map(({ title, words }) => [title, words])
  expect(trash.toSorted()).toEqual([
    ['打算', 0],
    ['新章', 2],
  ])
  expect((await call('snapshots:compare', { snapshotId })).chapters).toEqual([])

  // Undo is the snapshot that was made before.
  await call('snapshots:restore', { snapshotId: restored.replacedId })
  expect(await book()).toEqual(changed)
  expect(await titles()).toEqual(changedOrder)
  expect(await summaries()).toEqual([
    ['restore', undefined, 4],
    ['restore', undefined, 5],
    ['author', '昨天', 4],
  ])
  expect((await call('documents:trash')).items.map(({ title }) => title)).toEqual(['灯'])
})

test('some chapters come back alone, deleted ones at their place, and all others stay as they are', async () => {
  const { snapshotId } = await make()
  await writeForADay()
  const changed = await book()
  const { chapters: compared } = await call('snapshots:compare', { snapshotId })
  const ids = compared
    .filter(({ title }) => title === '雾' || title === '灯')
    .map(({ documentId }) => documentId)
  const restored = await call('snapshots:restore', { snapshotId, documentIds: ids })
  expect(restored.restored).toEqual(ids)
  expect(restored.discarded).toEqual([])
  expect(await book()).toEqual({
    ...changed,
    'manuscript/001-雾.md': Buffer.from(chapters['manuscript/001-雾.md'] ?? '').toString('latin1'),
    'manuscript/004-灯.md': Buffer.from(chapters['manuscript/004-灯.md'] ?? '').toString('latin1'),
  })
  expect(await titles()).toEqual(['雾', 'The Lamp', '灯', '新章', '退潮', '打算'])
})

test('cards, rules and settings come back with the text when the author wants it, and the undo has both again', async () => {
  const others = async () => {
    const names = (await readdir(disk('.creonow'), { recursive: true })).filter((name) =>
      /^(?:characters|lore|rules)\/.+\.md$/.test(name),
    )
    const read = async (name: string) => [name, await readFile(disk(`.creonow/${name}`), 'utf8')]
    return Object.fromEntries(await Promise.all(names.sort().map(read)))
  }
  const [before, text] = [await others(), await book()]
  const { snapshotId } = await make()
  await type('雾', '# 雾\r\n\r\n　　林远把信烧了。\r\n')
  await rm(disk('.creonow/characters'), { recursive: true })
  await writeFile(disk('.creonow/rules/style.md'), '长句。\n')
  await mkdir(disk('.creonow/lore'), { recursive: true })
  await writeFile(disk('.creonow/lore/水谣.md'), '---\nname: 水谣\n---\n新的。\n')
  const [changed, changedText] = [await others(), await book()]
  const { files: compared } = await call('snapshots:compare', { snapshotId })
  const paths = ['.creonow/lore/水谣.md', '.creonow/rules/style.md', '.creonow/characters/林远.md']
  expect(compared.map(({ path, state }) => [state, path]).toSorted()).toEqual([
    ['added', paths[0]],
    ['changed', paths[1]],
    ['deleted', paths[2]],
  ])

  // Text alone is what is usual.
  const alone = await call('snapshots:restore', { snapshotId })
  expect([alone.files, await others(), await book()]).toEqual([[], changed, text])
  await call('snapshots:restore', { snapshotId: alone.replacedId })

  const all = await call('snapshots:restore', { snapshotId, withFiles: true })
  expect([all.files.toSorted(), await others(), await book()]).toEqual([paths.toSorted(), before, text])
  const { entries } = await call('codex:list')
  expect(entries.map(({ name }) => name)).toEqual(['林远'])
  expect((await call('snapshots:compare', { snapshotId })).files).toEqual([])
  await call('snapshots:restore', { snapshotId: all.replacedId, withFiles: true })
  expect([await others(), await book()]).toEqual([changed, changedText])
})

test.each(['write', 'sync', 'rename', 'link', 'unlink'] as const)(
  'a disk that is full at %s among the cards leads back to text and cards as they were',
  async (step) => {
    const { snapshotId } = await make()
    await type('雾', '# 雾\r\n\r\n　　林远把信烧了。\r\n')
    await writeFile(disk('.creonow/characters/林远.md'), '---\nname: 林远\n---\n数灯的人。\n')
    await writeFile(disk('.creonow/characters/阿簪.md'), '---\nname: 阿簪\n---\n唱水的人。\n')
    await rename(disk('.creonow/rules/style.md'), disk('.creonow/rules/文风.md'))
    const others = async () => {
      const of = async (folder: string) =>
        (await readdir(disk(folder))).filter((name) => name.endsWith('.md'))
      const card = await readFile(disk('.creonow/characters/林远.md'), 'utf8')
      return [await of('.creonow/characters'), await of('.creonow/rules'), card]
    }
    const now = [await book(), await others()]
    const folder = disk(step === 'link' ? '.creonow/rules' : '.creonow/characters')
    const { result } = await withFault({ step, code: 'ENOSPC', folder }, () =>
      refusalOf('snapshots:restore', { snapshotId, withFiles: true }),
    )
    await mine.invoke('projects:open', { rootPath: mine.project })
    expect(result).toMatch(/IO_ERROR/)
    expect([await book(), await others()]).toEqual(now)
    await call('snapshots:restore', { snapshotId, withFiles: true })
    expect((await call('snapshots:compare', { snapshotId })).files).toEqual([])
  },
)

test('a deleted snapshot comes back with all its texts, and is forgotten when twenty others were deleted since', async () => {
  const { snapshotId } = await make()
  await type('雾', '# 雾\r\n\r\n　　林远把信烧了。\r\n')
  await call('snapshots:delete', { snapshotId })
  expect(await summaries()).toEqual([])
  const back = await call('snapshots:undelete', { snapshotId })
  expect(back.snapshot).toEqual((await call('snapshots:list')).snapshots[0])
  const before = await book()
  await call('snapshots:restore', { snapshotId })
  expect(await book()).not.toEqual(before)

  await call('snapshots:delete', { snapshotId })
  for (let count = 0; count < 20; count++)
    await call('snapshots:delete', { snapshotId: (await make(`第 ${count} 份`)).snapshotId })
  expect(await refusalOf('snapshots:undelete', { snapshotId })).toMatch(/NOT_FOUND/)
  expect(await readdir(join(data(), 'discarded'))).toHaveLength(20)
})

test('a chapter that was written after the comparison is not restored over', async () => {
  const { snapshotId } = await make()
  await type('灯', '# 灯\n\n　　又亮了。\n')
  const { presentHash } = await call('snapshots:compare', { snapshotId })
  await type('潮', '# 潮\n\n　　新的一句。\n')
  const now = await book()
  expect(await refusalOf('snapshots:restore', { snapshotId, presentHash })).toMatch(/CONFLICT 比较之后/)
  expect(await book()).toEqual(now)
  expect(await summaries()).toEqual([['author', '昨天', 4]])
})

test('files that have exchanged their names, and one in another encoding, come back byte for byte', async () => {
  await writeFile(disk('manuscript/005-旧稿.md'), Buffer.from([0xb5, 0xc6, 0x0d, 0x0a]))
  const before = await book()
  const ids = (await outline()).map(({ documentId, path }) => [documentId, path])
  const { snapshotId } = await make()
  await rename(disk('manuscript/001-雾.md'), disk('manuscript/x.md'))
  await rename(disk('manuscript/002-潮.md'), disk('manuscript/001-雾.md'))
  await rename(disk('manuscript/x.md'), disk('manuscript/002-潮.md'))
  await writeFile(disk('manuscript/005-旧稿.md'), Buffer.from([0xb5, 0xc7, 0x0d, 0x0a]))
  const restored = await call('snapshots:restore', { snapshotId })
  expect(restored.discarded).toEqual([])
  expect(await book()).toEqual(before)
  expect((await outline()).map(({ documentId, path }) => [documentId, path])).toEqual(ids)
})

test('a name that another program has taken since is left to it, and the chapter comes back under the next', async () => {
  const { snapshotId } = await make()
  await call('documents:delete', { documentId: await idOf('灯') })
  await mkdir(disk('manuscript/004-灯.md'))
  await call('snapshots:restore', { snapshotId })
  expect((await outline()).map(({ path }) => path)).toEqual([
    ...Object.keys(chapters).slice(0, 3),
    'manuscript/004-灯-2.md',
  ])
})

test('a damaged snapshot hides itself and no other, and a damaged text is refused before anything is written', async () => {
  const first = await make('一')
  await type('灯', '# 灯\n\n　　又亮了。\n')
  const second = await make('二')
  const manifest = join(data(), first.snapshotId, 'manifest.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, text.replace('"words": 17', '"words": 19'))
  expect(await summaries()).toEqual([['author', '二', 4]])
  expect(await refusalOf('snapshots:restore', { snapshotId: first.snapshotId })).toMatch(/IO_ERROR 这份存档/)
  // Its texts stay while it cannot say which they are.
  const texts = await readdir(join(data(), 'texts'))
  await call('snapshots:delete', { snapshotId: second.snapshotId })
  expect(await readdir(join(data(), 'texts'))).toEqual(texts)
  await writeFile(manifest, text)
  expect(await summaries()).toEqual([['author', '一', 4]])

  const { hash } = (await outline()).find(({ title }) => title === '雾') ?? { hash: '' }
  await type('雾', '# 雾\n')
  const stored = join(data(), 'texts', `${hash}.br`)
  const bytes = await readFile(stored)
  await writeFile(stored, bytes.subarray(0, bytes.length - 3))
  const now = await book()
  expect(await refusalOf('snapshots:restore', { snapshotId: first.snapshotId })).toMatch(/IO_ERROR 这份存档/)
  expect(await book()).toEqual(now)
  // The other chapters of it are whole.
  const documentIds = [await idOf('灯')]
  expect((await call('snapshots:restore', { snapshotId: first.snapshotId, documentIds })).restored).toEqual(
    documentIds,
  )
})

test.each(['open', 'write', 'sync', 'rename', 'mkdir'] as const)(
  'a disk that is full at %s in the data folder refuses the restoring and leaves the book as it is',
  async (step) => {
    const { snapshotId } = await make()
    await writeForADay()
    const now = await book()
    const list = await titles()
    const { result, failed } = await withFault({ step, code: 'ENOSPC', folder: data() }, () =>
      refusalOf('snapshots:restore', { snapshotId }),
    )
    expect(failed).toBeGreaterThan(0)
    expect(result).toMatch(/IO_ERROR/)
    expect(await book()).toEqual(now)
    expect(await titles()).toEqual(list)
    // With room again it works.
    await call('snapshots:restore', { snapshotId })
    expect((await call('snapshots:compare', { snapshotId })).chapters).toEqual([])
  },
)

test.each(['write', 'sync', 'rename', 'link', 'unlink'] as const)(
  'a disk that is full at %s in the project leads back to the book as it was',
  async (step) => {
    const { snapshotId } = await make()
    await writeForADay()
    const now = await book()
    const list = await titles()
    const { result } = await withFault({ step, code: 'ENOSPC', folder: disk('manuscript') }, () =>
      refusalOf('snapshots:restore', { snapshotId }),
    )
    if (step === 'link' || step === 'unlink') await mine.invoke('projects:open', { rootPath: mine.project })
    expect(result).toMatch(/IO_ERROR/)
    expect(await book()).toEqual(now)
    expect(await titles()).toEqual(list)
    expect((await call('documents:trash')).items.map(({ title }) => title)).toEqual(['灯'])
    await call('snapshots:restore', { snapshotId })
    expect((await call('snapshots:compare', { snapshotId })).chapters).toEqual([])
  },
)

test('replacing in the book, new numbers and an import behind it each make a snapshot first', async () => {
  const query = { mode: 'literal' as const, text: '灯', fold: false }
  const { chapters: hits } = await call('book:search', { query, hitsPerChapter: 10 })
  await call('book:replace', {
    query,
    replacement: '烛',
    chapters: [
      ...hits,
      ...(await call('book:search', { query: { ...query, text: '潮' }, hitsPerChapter: 10 })).chapters,
    ].map(({ documentId, hash, count }) => ({ documentId, hash, count, except: [] })),
  })
  expect(await summaries()).toEqual([['replace', undefined, 4]])
  await call('documents:tidy')
  const base64 = Buffer.from('第五章 海\n\n　　海。\n\n第六章 岸\n\n　　岸。\n').toString('base64')
  await call('documents:import', { upload: { fileName: '续.txt', base64 }, append: true })
  expect((await summaries()).map(([cause]) => cause)).toContain('import')
  const { snapshotId } = (await call('snapshots:list')).snapshots.at(-1) ?? { snapshotId: '' }
  await call('snapshots:restore', { snapshotId })
  expect(await book()).toEqual(
    Object.fromEntries(
      Object.entries(chapters).map(([path, text]) => [path, Buffer.from(text).toString('latin1')]),
    ),
  )
})

test('a task that writes five files makes a snapshot first, and one that writes fewer makes none', async () => {
  const { projectId, app } = mine
  await mine.invoke('agent:permissions:set', { projectId, writes: 'always' })
  const edit = app.services.tools.get('MultiEdit')
  const run = async (paths: readonly string[], old: string, next: string) => {
    const round = app.services.edits.startRound(projectId, { kind: 'agent', label: '改' })
    const context = {
      ...{ projectId, signal: new AbortController().signal, reads: createReadMemory() },
      ...{ todos: createTodoList(), round: () => round, approve: async () => true },
    }
    const result = await edit?.run({ paths, edits: [{ old, new: next, all: true }] }, context)
    await round.done()
    return result?.status
  }
  for (const at of [5, 6])
    await writeFile(disk(`manuscript/00${at}-${at}.md`), `# ${at}\n\n　　第${at}夜。\n`)
  const paths = (await outline()).map(({ path }) => path ?? '').filter((path) => !path.includes('Lamp'))
  expect(paths).toHaveLength(5)
  expect(await run(paths.slice(0, 4), '。', '！')).toBe('success')
  expect(await summaries()).toEqual([])
  const before = await book()
  expect(await run(paths, '# ', '## ')).toBe('success')
  expect(await book()).not.toEqual(before)
  expect(await summaries()).toEqual([['agent', undefined, 6]])
  const [made] = (await call('snapshots:list')).snapshots
  await call('snapshots:restore', { snapshotId: made?.snapshotId })
  expect(await book()).toEqual(before)
})

test('a change of many chapters whose snapshot cannot be stored is refused, and a save is not', async () => {
  const query = { mode: 'literal' as const, text: '林远', fold: false }
  const { chapters: hits } = await call('book:search', { query, hitsPerChapter: 10 })
  const request = {
    query,
    replacement: '林渊',
    chapters: hits.map(({ documentId, hash, count }) => ({ documentId, hash, count, except: [] })),
  }
  expect(request.chapters).toHaveLength(2)
  const now = await book()
  const fault = { step: 'write', code: 'ENOSPC', folder: data() } as const
  const { result } = await withFault(fault, () => refusalOf('book:replace', request))
  expect(result).toMatch(/IO_ERROR 磁盘空间不足/)
  expect(await book()).toEqual(now)
  expect(await summaries()).toEqual([])
  await withFault(fault, () => type('灯', '# 灯\n\n　　存得上。\n'))
  expect((await book())['manuscript/004-灯.md']).not.toBe(now['manuscript/004-灯.md'])
})

test('the oldest automatic snapshot can be restored although the one made before has no room left', async () => {
  const query = { mode: 'literal' as const, fold: false }
  const replace = async (text: string, replacement: string) => {
    const { chapters: hits } = await call('book:search', { query: { ...query, text }, hitsPerChapter: 1 })
    await call('book:replace', {
      query: { ...query, text },
      replacement,
      chapters: hits.map(({ documentId, hash, count }) => ({ documentId, hash, count, except: [] })),
    })
  }
  const first = await book()
  await replace('林远', '林渊')
  // From here on the oldest snapshot alone has the first text of this chapter.
  await type('灯', '# 灯\n\n　　别的字。\n')
  for (let at = 0; at < 29; at += 1) await (at % 2 === 0 ? replace('林渊', '林远') : replace('林远', '林渊'))
  const oldest = (await call('snapshots:list')).snapshots.at(-1)?.snapshotId ?? ''
  await call('snapshots:restore', { snapshotId: oldest })
  expect(await book()).toEqual(first)
})

test('what another program has written since a crash is not restored over, and the rest goes back', async () => {
  const manifestOf = async ({ snapshotId }: { readonly snapshotId: string }) =>
    JSON.parse(await readFile(join(data(), snapshotId, 'manifest.json'), 'utf8')).manifest
  const earlier = await manifestOf(await make('一'))
  await type('雾', '# 雾\r\n\r\n　　今天。\r\n')
  await type('潮', '# 潮\n\n　　今天。\n')
  const now = await make('二')
  const present = await manifestOf(now)
  const steps = [0, 1].map((at) => {
    const { path, hash: from } = present.chapters[at]
    return { path, from, to: earlier.chapters[at].hash }
  })
  const record = {
    ...{ version: 1, root: mine.project, state: 'started', replacedId: now.snapshotId, steps },
    ...{ book: { from: present.book, to: earlier.book }, discarded: [] },
  }
  await writeFile(join(data(), 'restore.json'), JSON.stringify(record))
  await writeFile(disk('manuscript/002-潮.md'), '# 潮\n\n　　别的程序写的。\n')
  await mine.invoke('projects:open', { rootPath: mine.project })
  expect(await readFile(disk('manuscript/002-潮.md'), 'utf8')).toBe('# 潮\n\n　　别的程序写的。\n')
  expect(await readFile(disk('manuscript/001-雾.md'), 'utf8')).toBe('\uFEFF# 雾\r\n\r\n　　今天。\r\n')
  expect(await readdir(data())).not.toContain('restore.json')
  // That of a folder that only has the same id is not obeyed.
  const foreign = { ...record, root: '/elsewhere', steps: steps.slice(0, 1) }
  await writeFile(join(data(), 'restore.json'), JSON.stringify(foreign))
  const before = await book()
  await mine.invoke('projects:open', { rootPath: mine.project })
  expect(await book()).toEqual(before)
  expect(JSON.parse(await readFile(join(data(), 'restore.json'), 'utf8'))).toEqual(foreign)
})

test('a second project in the same process has its own snapshots, and cannot restore those of the first', async () => {
  const { snapshotId } = await make()
  const other = join(mine.project, '..', 'Other Book')
  await mkdir(join(other, 'manuscript'), { recursive: true })
  await writeFile(join(other, 'manuscript/001.md'), '# One\n\nHers.\n')
  const { projectId } = await mine.invoke('projects:open', { rootPath: other })
  expect(await mine.invoke('snapshots:list', { projectId })).toEqual({ snapshots: [] })
  expect(await mine.codeOf('snapshots:restore', { projectId, snapshotId })).toBe('NOT_FOUND')
  expect(await mine.codeOf('snapshots:compare', { projectId, snapshotId: '../../x' })).toBe('NOT_FOUND')
  expect(await readFile(join(other, 'manuscript/001.md'), 'utf8')).toBe('# One\n\nHers.\n')
  await rm(other, { recursive: true })
})
