import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelInput, ChannelName } from '../../../../main/src/contract/index.ts'
import { withFault } from '../../../../scripts/torture/faults/inject.ts'
import { startApp, type TestApp } from '../../../support/app.ts'

const fifth = 'manuscript/005-数水谣.md'
const sixth = 'manuscript/006-名册.md'
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
const order = async () => (await call('documents:list')).documents.map(({ documentId }) => documentId)
const titles = async () => (await call('documents:list')).documents.map(({ title }) => title)

/** Every file of the project but derived ones, by path. */
async function everything(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(test.project, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !path.includes('cache')) found[path] = await readFile(path, 'utf8')
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
  await call('retrieval:synopses:save', { documentId: fifth, text: '阿簪唱水。' })
  const project = JSON.parse(await file('.creonow/project.json'))
  project.chapters[fifth] = { pov: 'a-zan' }
  await write('.creonow/project.json', `${JSON.stringify(project, null, 2)}\n`)
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

async function namedIn(documentId: string): Promise<Record<string, boolean>> {
  const { items } = await call('constraints:get')
  const { synopses } = await call('retrieval:synopses:list')
  const { episodes } = await call('memory:episodes', { limit: 10 })
  const { conversation } = await call('context:creonow:conversations:read', { id: 'c1' })
  const codex = await Promise.all(
    ['潮', '雾'].map(async (id) => (await call('codex:read', { id })).entry.progressions[0]?.from),
  )
  const { results } = await call('retrieval:search', { queries: ['阿簪唱水谣'], k: 20 })
  return {
    constraint: items.some(({ scope }) => scope?.to === documentId),
    synopsis: synopses.some((one) => one.documentId === documentId && !one.stale),
    project: Object.hasOwn(JSON.parse(await file('.creonow/project.json')).chapters, documentId),
    episode: episodes.some((one) => one.documentId === documentId),
    conversation: conversation.documentId === documentId,
    codexJson: codex[0] === documentId,
    codexMarkdown: codex[1] === documentId,
    scene: test.app.services.indexes.sessionState.read(test.projectId, `scene:${documentId}:`) !== undefined,
    instructions:
      test.app.services.memory.working.instructions(test.projectId, documentId).join() === '唱下去',
    index: results[0]?.some((hit) => hit.documentId === documentId) ?? false,
  }
}
const all = (value: boolean) => ({
  constraint: value,
  synopsis: value,
  project: value,
  episode: value,
  conversation: value,
  codexJson: value,
  codexMarkdown: value,
  scene: value,
  instructions: value,
  index: value,
})

describe('documents:rename', () => {
  it('something that stores the chapter is left behind, or undo leaves other bytes', async () => {
    await plant()
    expect(await namedIn(fifth)).toEqual(all(true))
    const before = await everything()
    const { documentId } = await call('documents:rename', {
      documentId: fifth,
      title: '第五章　水谣：（上）',
    })
    expect(documentId).toBe('manuscript/005-第五章 水谣：（上）.md')
    expect((await file(documentId)).split('\n')[0]).toBe('# 第五章　水谣：（上）')
    expect(await namedIn(documentId)).toEqual(all(true))
    expect(await namedIn(fifth)).toEqual(all(false))
    expect((await order()).indexOf(documentId)).toBe(4)
    expect(await call('documents:undo', { documentId })).toEqual({ documentId: fifth })
    const after = await everything()
    const log = join(test.project, '.creonow/memory/episodes.jsonl')
    // The log only grows; what it says is what it said.
    expect({ ...after, [log]: '' }).toEqual({ ...before, [log]: '' })
    expect(await namedIn(fifth)).toEqual(all(true))
  })

  it('a chapter whose heading was written is not told of, so that its own change comes from outside', async () => {
    const told: unknown[] = []
    const listening = test.app.services.manuscript.onSaved((saved) => void told.push(saved))
    const { documentId } = await call('documents:rename', { documentId: fifth, title: '𠮷田的水谣' })
    listening.dispose()
    const { text, hash } = await call('documents:read', { documentId })
    expect(text.startsWith('# 𠮷田的水谣')).toBe(true)
    expect(told).toEqual([{ projectId: test.projectId, documentId, text, hash }])
  })

  it('comments, quotes, unknown fields or line endings of a codex file change with the id', async () => {
    await plant()
    const { documentId } = await call('documents:rename', { documentId: fifth, title: '唱' })
    expect(await file('.creonow/lore/雾.md')).toBe(
      `---\r\nname: 雾\r\nprogressions:\r\n  - { from: "${documentId}", to: '${sixth}', text: 浓 } # 记\r\n---\r\n身\r\n`,
    )
    expect(await file('.creonow/lore/潮.json')).toBe(
      `{\n\t"name": "潮",\n\t"progressions": [{"from": "${documentId}", "text": "退了", "own": 1}],\n\t"x": "${fifth}"\n}`,
    )
  })

  it('a heading without #, with CRLF, BOM and indent loses one of them; words typed since are undone', async () => {
    const id = 'manuscript/012-夜.md'
    await write(id, '\uFEFF\u3000第十二回 夜\r\n\r\n𠮷人夜行。\r\n')
    const renamed = await call('documents:rename', { documentId: id, title: '第十二回 夜航' })
    expect(await file(renamed.documentId)).toBe('\uFEFF\u3000第十二回 夜航\r\n\r\n𠮷人夜行。\r\n')
    await write(renamed.documentId, '\uFEFF\u3000第十二回 夜航\r\n\r\n𠮷人夜行。又一行。\r\n')
    await call('documents:undo', { documentId: renamed.documentId })
    expect(await file(id)).toBe('\uFEFF\u3000第十二回 夜\r\n\r\n𠮷人夜行。又一行。\r\n')
  })

  it('a chapter without a heading gets one, or keeps its old title', async () => {
    await write('manuscript/012-夜.md', '　　无题。\n')
    const { documentId } = await call('documents:rename', { documentId: 'manuscript/012-夜.md', title: '灯' })
    expect([documentId, await file(documentId)]).toEqual(['manuscript/012-灯.md', '　　无题。\n'])
    expect((await titles()).at(-1)).toBe('灯')
  })

  it('a name that is in use is overwritten, or one that would hide the chapter is taken', async () => {
    await write('manuscript/夜.md', '一')
    await write('manuscript/昼.md', '二')
    const { documentId } = await call('documents:rename', { documentId: 'manuscript/昼.md', title: '夜' })
    expect([await file('manuscript/夜.md'), await file(documentId)]).toEqual(['一', '二'])
    expect(await codeOf('documents:rename', { documentId, title: '夜（冲突副本）' })).toBe('INVALID_ARGUMENT')
    for (const title of [' \u3000', '\u200B', '坏\uD83D字'])
      expect(await codeOf('documents:rename', { documentId, title })).toBe('INVALID_ARGUMENT')
    expect(await codeOf('documents:rename', { documentId: 'manuscript/无.md', title: '有' })).toBe(
      'NOT_FOUND',
    )
    expect(await order()).toContain(documentId)
  })

  it('a file that cannot follow is left behind by the others', async () => {
    await plant()
    await write('.creonow/rules/constraints.json', '<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> b\n')
    const before = await everything()
    expect(await codeOf('documents:rename', { documentId: fifth, title: '唱' })).toBe(
      'CONSTRAINT_FILE_BROKEN',
    )
    expect(await everything()).toEqual(before)
  })

  it('a step that fails at its last file leaves the first ones changed', async () => {
    await plant()
    const before = await everything()
    const log = join(test.project, '.creonow/memory/episodes.jsonl')
    const outside = join(test.folder, '外.jsonl')
    await writeFile(outside, await readFile(log))
    await rm(log)
    await symlink(outside, log)
    expect(await codeOf('documents:rename', { documentId: fifth, title: '唱' })).toBe('PATH_OUTSIDE_PROJECT')
    await rm(log)
    await writeFile(log, await readFile(outside))
    expect(await everything()).toEqual(before)
    expect(await namedIn(fifth)).toEqual(all(true))
  })
})

describe('documents:move', () => {
  it('a chapter moves to another place than behind the one named, or takes others along', async () => {
    const before = await order()
    const { documentId } = await call('documents:move', { documentId: fifth, after: before[8] })
    expect(documentId).toBe('manuscript/009-1-数水谣.md')
    const expected = before.filter((id) => id !== fifth).toSpliced(8, 0, documentId)
    expect(await order()).toEqual(expected)
    const first = await call('documents:move', { documentId })
    expect((await order())[0]).toBe(first.documentId)
    expect(await call('documents:undo', { documentId: first.documentId })).toEqual({ documentId })
    expect(await order()).toEqual(expected)
    await call('documents:undo', { documentId })
    expect(await order()).toEqual(before)
  })

  it('moving nowhere, behind itself or behind what is not there changes a file', async () => {
    const before = await everything()
    const ids = await order()
    expect(await call('documents:move', { documentId: fifth, after: ids[3] })).toEqual({ documentId: fifth })
    expect(await codeOf('documents:move', { documentId: fifth, after: fifth })).toBe('INVALID_ARGUMENT')
    expect(await codeOf('documents:move', { documentId: fifth, after: 'manuscript/x.md' })).toBe('NOT_FOUND')
    expect(await codeOf('documents:undo', { documentId: fifth })).toBe('NOT_FOUND')
    expect(await everything()).toEqual(before)
  })

  it('renumbering a hand-named book loses a chapter, its order or what names it', async () => {
    await rm(join(test.project, 'manuscript'), { recursive: true })
    const names = ['第一卷 第一章 雾', '第一卷 第二章 灯', '第二卷 第一章 船', '尾', '卷首']
    for (const name of names) await write(`manuscript/${name}.md`, `　　${name}的正文。\n`)
    const third = 'manuscript/第二卷 第一章 船.md'
    await call('constraints:set', {
      items: [{ id: 'a', text: '甲', kind: 'plot', priority: 1, scope: { from: third } }],
    })
    const before = await everything()
    const wanted = ['卷首', '第二卷 第一章 船', '第一卷 第一章 雾', '第一卷 第二章 灯', '尾']
    const { documentId } = await call('documents:move', { documentId: third })
    expect(await titles()).toEqual(wanted)
    for (const [index, id] of (await order()).entries())
      expect(await file(id)).toBe(`　　${wanted[index]}的正文。\n`)
    expect((await call('constraints:get')).items[0]?.scope).toEqual({ from: documentId })
    await call('documents:undo', { documentId })
    expect(await everything()).toEqual(before)
  })

  it('undo after another change mixes up the chapters', async () => {
    const { documentId } = await call('documents:move', { documentId: fifth })
    await write(fifth, '别人放回来的')
    const before = await everything()
    expect(await codeOf('documents:undo', { documentId })).toBe('CONFLICT')
    expect(await everything()).toEqual(before)
  })
})

describe('documents:delete and restore', () => {
  it('words, place, scope or passages of a deleted chapter are not what they were when it is back', async () => {
    await plant()
    const before = await everything()
    const ids = await order()
    const { documents } = await call('documents:list')
    const { trashId } = await call('documents:delete', { documentId: fifth })
    expect(await order()).toEqual(ids.filter((id) => id !== fifth))
    const { results } = await call('retrieval:search', { queries: ['阿簪唱水谣'], k: 50 })
    expect(results[0]?.filter((hit) => hit.documentId === fifth)).toEqual([])
    const { items } = await call('documents:trash')
    const words = documents.find(({ documentId }) => documentId === fifth)?.words
    expect(items).toMatchObject([{ documentId: fifth, title: '第五章　数水谣', words }])
    // Its scope dangles: a warning, and the rule stays in force.
    const request = { documentId: ids[9], cursorPosition: 10, skillId: 'continue' }
    const assembled = await call('context:assemble', request)
    expect(assembled.systemPrompt).toContain('主角在第五章之前不知道真相')
    expect(assembled.warnings.join()).toContain('SCOPE')
    expect(await call('documents:restore', { trashId })).toEqual({ documentId: fifth })
    expect(await everything()).toEqual(before)
    expect(await order()).toEqual(ids)
    await test.app.services.retrieval.ensureIndexed(test.projectId)
    expect(await namedIn(fifth)).toEqual(all(true))
    expect((await call('context:assemble', request)).systemPrompt).not.toContain('不知道真相')
    expect(await codeOf('documents:restore', { trashId })).toBe('NOT_FOUND')
    expect((await call('documents:trash')).items).toEqual([])
  })

  it('a new chapter takes the id a deleted one wants back, or a restored one overwrites a file', async () => {
    const eleventh = (await order()).at(-1) ?? ''
    const { trashId } = await call('documents:delete', { documentId: eleventh })
    const { documentId } = await call('documents:create', { title: '无名船' })
    expect(documentId).not.toBe(eleventh)
    await write(eleventh, '外面来的')
    const restored = await call('documents:restore', { trashId })
    expect(restored.documentId).toBe(eleventh.replace('.md', '-2.md'))
    expect(await file(eleventh)).toBe('外面来的')
    expect((await titles()).filter((title) => title.includes('无名船')).length).toBe(3)
  })

  it('a disk that removes nothing makes a refusal an inner error, or what is back or undone a failure', async () => {
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
    expect(await removingNothing(test.dataFolder, restoring)).toEqual({ documentId: fifth })
    const { documentId } = await call('documents:rename', { documentId: fifth, title: '潮声' })
    // What stayed in the trash although the chapter is back goes with the next change.
    expect((await call('documents:trash')).items).toEqual([])
    const undoing = () => call('documents:undo', { documentId })
    expect(await removingNothing(test.dataFolder, undoing)).toEqual({ documentId: fifth })
    expect(await order()).toEqual(ids)
  })

  it('a trash id that is a path is followed', async () => {
    for (const trashId of ['../../settings', '..', 'x'])
      expect(await codeOf('documents:restore', { trashId })).toBe('NOT_FOUND')
  })
})
