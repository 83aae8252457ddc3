import { execFileSync } from 'node:child_process'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../main/src/lib/clock.ts'
import { startApp, type TestApp } from '../support/app.ts'

let test: TestApp
afterEach(() => test.remove())

/** Far enough ahead that every file counts as settled. */
const clock = { ...systemClock, now: () => Date.now() + 60_000 }
const chapter = 'manuscript/005-数水谣.md'

async function start() {
  test = await startApp({ clock })
  const { projectId, app, invoke } = test
  const assemble = () =>
    invoke('context:assemble', { projectId, documentId: chapter, cursorPosition: 900, skillId: 'continue' })
  const lists = async () => [
    await app.services.manuscript.list(projectId),
    (await app.services.creonow.listSettings(projectId)).files,
    await app.services.codex.constraints(projectId),
    await app.services.projects.profile(projectId).then(({ chapters }) => chapters),
    (await app.services.creonow.rules(projectId))[0],
  ]
  const query = {
    documentId: chapter,
    text: '阿簪',
    cursorPosition: 2,
    instruction: '',
    pinned: [],
    reachUnits: 5000,
    latest: [],
    language: 'zh' as const,
  }
  const cards = async () => {
    const { always, matches, constraints, broken } = await app.services.codex.readForPrompt(projectId, query)
    return [...[...always, ...matches].flatMap(({ text, levels }) => [text, levels]), ...constraints, broken]
  }
  return { ...test, assemble, lists, cards }
}

describe('an unchanged project', () => {
  it('with an active watcher costs no stat and no open file, however often it is requested', async () => {
    const { app, projectId, invoke, assemble, cards } = await start()
    expect(await invoke('context:creonow:watch:start', { projectId })).toEqual({ watching: true })
    await assemble()
    await cards()
    await assemble()
    const { checked, opened } = app.fileAccessCounts
    for (let i = 0; i < 20; i += 1) await assemble()
    await cards()
    expect([app.fileAccessCounts.checked - checked, app.fileAccessCounts.opened - opened]).toEqual([0, 0])
  })

  it('gives the same objects each time, with and without a watcher', async () => {
    const { projectId, invoke, lists, cards } = await start()
    const plain = [await lists(), await cards()].flat()
    const again = [await lists(), await cards()].flat()
    expect(again.findIndex((each, at) => each !== plain[at])).toBe(-1)
    await invoke('context:creonow:watch:start', { projectId })
    const watched = [await lists(), await cards()].flat()
    expect(watched.findIndex((each, at) => each !== plain[at])).toBe(-1)
    expect(plain.length).toBeGreaterThan(10)
  })

  it('is warm before the first request: codex and chapters are not opened again', async () => {
    const { app, projectId, assemble } = await start()
    await app.services.warmUp(projectId)
    expect(app.services.warmUp(projectId)).toBe(app.services.warmUp(projectId))
    const { opened } = app.fileAccessCounts
    await app.services.codex.all(projectId)
    await app.services.manuscript.list(projectId)
    expect(app.fileAccessCounts.opened).toBe(opened)
    expect((await assemble()).warnings.filter((each) => /^(?:KG|RAG)_/.test(each))).toEqual([])
  })
})

describe('a book that was written a moment ago', () => {
  it('is compared with its index by asking for the state of its files once, not once for every chapter', async () => {
    test = await startApp()
    const { app, projectId } = test
    const { checked } = app.fileAccessCounts
    await app.services.retrieval.rebuild(projectId)
    const chapters = (await app.services.manuscript.list(projectId)).length
    // Once for each chapter with its folder and `book.json`; that was once for every pair of chapters.
    expect(app.fileAccessCounts.checked - checked).toBeLessThan(chapters ** 2)
  })
})

describe('a change while a watcher is active', () => {
  it('by the app is in the answer to the next request', async () => {
    const { projectId, invoke } = await start()
    await invoke('context:creonow:watch:start', { projectId })
    const { text, hash } = await invoke('documents:read', { projectId, documentId: chapter })
    for (let i = 0, base = hash; i < 5; i += 1) {
      const saved = await invoke('documents:save', {
        projectId,
        documentId: chapter,
        text: `${text}第${i}句。\r\n`,
        baseHash: base,
      })
      base = saved.hash
      const { documents } = await invoke('documents:list', { projectId })
      expect(documents.find(({ path }) => path === chapter)?.hash).toBe(base)
    }
    const created = await invoke('constraints:create', { projectId, text: '雾里不写月亮。', kind: 'world' })
    expect((await invoke('constraints:get', { projectId })).items.map(({ id }) => id)).toContain(created.id)
  })

  it('by another program, a deletion too, is in the requests soon after it', async () => {
    const { projectId, invoke, project } = await start()
    await invoke('context:creonow:watch:start', { projectId })
    const ids = async () =>
      (await invoke('documents:list', { projectId })).documents.flatMap((it) => (it.missing ? [] : it.path))
    await ids()
    await writeFile(join(project, 'manuscript/099-外来.md'), '# 外来\n\n新的一章。\n')
    await vi.waitFor(async () => expect(await ids()).toContain('manuscript/099-外来.md'), 10_000)
    await rm(join(project, 'manuscript/099-外来.md'))
    await vi.waitFor(async () => expect(await ids()).not.toContain('manuscript/099-外来.md'), 10_000)
    await rename(join(project, '.creonow/characters'), join(project, '.creonow/旧人物'))
    await vi.waitFor(
      async () =>
        expect(
          (await invoke('codex:list', { projectId })).entries.every(({ type }) => type !== 'character'),
        ).toBe(true),
      10_000,
    )
  })
})

describe('an unusable file of a project', () => {
  it('becomes a row or a warning, and a pipe is never opened', async () => {
    const { projectId, project, assemble, app } = await start()
    const settings = join(project, '.creonow/settings')
    execFileSync('mkfifo', [join(settings, '管.md'), join(project, '.creonow/characters/管.md')])
    execFileSync('mkfifo', [join(project, 'manuscript/098-管.md')])
    await writeFile(join(settings, '潮汐(2).md'), '潮汐一日两次，名字里的括号是作者的。')
    await writeFile(join(settings, '潮位.md'), '原件')
    await writeFile(join(settings, '潮位(1).md'), '副本')
    await writeFile(join(project, '.creonow/lore/海图(2).md'), '---\nname: 海图\n---\n一张旧图。\n')
    await writeFile(join(project, '.creonow/lore/灯.md'), '---\nname: 灯\n---\n原件。\n')
    await writeFile(
      join(project, '.creonow/lore/灯 (冲突副本 2026-01-01).md'),
      '---\nname: 灯副本\n---\n副本。\n',
    )
    const result = await assemble()
    const rows = result.trim.filter(({ beforeChars }) => beforeChars === 0)
    const reasons = new Map(rows.map(({ sourceRef, reason }) => [sourceRef, reason]))
    expect([
      reasons.get('.creonow/settings/管.md'),
      reasons.get('.creonow/characters/管.md'),
      reasons.get('.creonow/settings/潮位(1).md'),
      reasons.get('.creonow/lore/灯 (冲突副本 2026-01-01).md'),
      reasons.has('.creonow/settings/潮汐(2).md'),
    ]).toEqual(['read_error', 'invalid_format', 'leftover', 'leftover', false])
    expect(result.prompt).toContain('名字里的括号是作者的')
    const names = (await app.services.codex.all(projectId)).map(({ name }) => name)
    expect([names.includes('海图'), names.includes('灯副本')]).toEqual([true, false])
    expect(await app.services.manuscript.leftOut(projectId)).toEqual([
      { path: 'manuscript/098-管.md', problem: 'read_error' },
    ])
  })

  it('that replaces a folder is reported, and so is a pin that names no entry', async () => {
    const { project, invoke, projectId } = await start()
    await rm(join(project, '.creonow/settings'), { recursive: true, force: true })
    await writeFile(join(project, '.creonow/settings'), '这里本该是文件夹')
    await rm(join(project, '.creonow/lore'), { recursive: true, force: true })
    await writeFile(join(project, '.creonow/lore'), '也是文件')
    const { trim, warnings } = await invoke('context:assemble', {
      projectId,
      documentId: chapter,
      cursorPosition: 900,
      skillId: 'continue',
      pinned: ['没有这个人'],
    })
    expect(trim.find(({ sourceRef }) => sourceRef === '.creonow/settings')?.reason).toBe('read_error')
    expect(warnings.filter((each) => /^CODEX_(?:PIN_UNKNOWN|FOLDER_SKIPPED)/.test(each))).toEqual([
      'CODEX_PIN_UNKNOWN: 有 1 个钉住的条目不在设定集里，没有放进去；第一个是 没有这个人。',
      'CODEX_FOLDER_SKIPPED: 设定文件夹 .creonow/lore 没有读：这里应该是一个文件夹，却是一个文件。',
    ])
  })
})
