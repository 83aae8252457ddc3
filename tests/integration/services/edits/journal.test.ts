import { spawn } from 'node:child_process'
import { readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireFileLock } from '../../../../main/src/lib/fileLock.ts'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import type { TestApp } from '../../../support/app.ts'
import { startNovel } from '../../../support/novel.ts'
import { hashesBelow } from '../../../support/projectBytes.ts'

const chapters = {
  'manuscript/001-雾.md': '\uFEFF# 雾\r\n\r\n　　林远把信折好。“𠮷野家？”他问。\r\n',
  'manuscript/002-潮.md': '# 潮\n\n　　林远山没有回头，林远却笑了。\n混\r\n合\r行\n',
  'manuscript/003-灯.md': '# 灯\n\n　　灯灭了——👨‍👩‍👧\n',
}
const files = {
  ...chapters,
  '.creonow/characters/林远.md': '---\r\nname: 林远\r\n---\r\n数石阶的人。\r\n',
  '.creonow/rules/style.md': '短句。\n',
  '.creonow/rules/constraints.json': '{"version":2,"items":[]}',
}
let mine: TestApp
beforeEach(async () => {
  mine = await startNovel(files)
  // What reads in the background keeps copies in the data folder, which goes at the end of a test.
  await mine.app.services.warmUp(mine.projectId)
})
afterEach(() => mine.remove())

const edits = () => mine.app.services.edits
const read = (path: string) => readFile(join(mine.project, path), 'utf8')
const hashOf = async (path: string) => sha256Hex(await readFile(join(mine.project, path)))
const begin = () => edits().startRound(mine.projectId, { kind: 'agent', label: '把林远改成林渊' })

async function renamed(round = begin(), paths: readonly string[] = Object.keys(chapters)) {
  for (const path of paths) {
    const text = (await read(path)).replace(/^\uFEFF/, '')
    await round.write(path, text.replaceAll('林远', '林渊'), await hashOf(path))
  }
  return round
}

test('a preview has both texts of every file that an undo changes, made files too, and none that it skips', async () => {
  const original = await read('manuscript/003-灯.md')
  const round = await renamed()
  await round.write('settings/灯塔.md', '三十三级。\r\n', null)
  await round.write('manuscript/003-灯.md', '# 灯\n', await hashOf('manuscript/003-灯.md'))
  await round.done()
  await writeFile(join(mine.project, 'manuscript/002-潮.md'), '# 潮\n\n　　作者自己改的。\n')
  const steps = await edits().preview(mine.projectId, round.editId)
  expect(steps).toEqual([
    {
      path: 'manuscript/001-雾.md',
      current: '# 雾\r\n\r\n　　林渊把信折好。“𠮷野家？”他问。\r\n',
      restored: '# 雾\r\n\r\n　　林远把信折好。“𠮷野家？”他问。\r\n',
    },
    { path: '.creonow/settings/灯塔.md', current: '三十三级。\r\n', restored: null },
    { path: 'manuscript/003-灯.md', current: '# 灯\n', restored: original },
  ])
  const { restored, skipped } = await edits().undo(mine.projectId, round.editId)
  expect(restored).toEqual(steps.map(({ path }) => path))
  expect(skipped).toEqual([{ path: 'manuscript/002-潮.md', why: 'changed' }])
  await expect(edits().preview(mine.projectId, round.editId)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('one undo restores every byte: CRLF, byte order mark, surrogate pairs, entries, created files', async () => {
  const before = await hashesBelow(mine.project)
  const round = await renamed()
  await round.write('rules/style.md', '长句。\n', await hashOf('.creonow/rules/style.md'))
  const entry = '.creonow/characters/林远.md'
  await round.write(entry, (await read(entry)).replace('数', '不数'), await hashOf(entry))
  await round.write('settings/新/灯塔.md', '三十三级。\n', null)
  await round.write('manuscript/004-新.md', '# 新\n\n　　新的一章。\n', null)
  expect(await read('manuscript/001-雾.md')).toBe('\uFEFF# 雾\r\n\r\n　　林渊把信折好。“𠮷野家？”他问。\r\n')
  await round.done()
  const [summary] = await edits().list(mine.projectId)
  expect(summary).toEqual({
    editId: round.editId,
    kind: 'agent',
    label: '把林远改成林渊',
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    files: [
      'manuscript/001-雾.md',
      'manuscript/002-潮.md',
      '.creonow/rules/style.md',
      entry,
      '.creonow/settings/新/灯塔.md',
      'manuscript/004-新.md',
    ],
    state: 'done',
  })
  const listed = await mine.invoke('documents:list', { projectId: mine.projectId })
  expect(listed.documents.map(({ path }) => path)).toContain('manuscript/004-新.md')

  const undone = await mine.invoke('edits:undo', { projectId: mine.projectId, editId: round.editId })
  expect(undone).toEqual({ restored: summary?.files, skipped: [] })
  expect(await hashesBelow(mine.project)).toEqual(before)
  const { items } = await mine.invoke('documents:trash', { projectId: mine.projectId })
  expect(items.map(({ path }) => path)).toEqual(['manuscript/004-新.md'])
  const { edits: after } = await mine.invoke('edits:list', { projectId: mine.projectId })
  expect(after.map(({ state }) => state)).toEqual(['undone'])
  expect(await mine.codeOf('edits:undo', { projectId: mine.projectId, editId: round.editId })).toBe(
    'CONFLICT',
  )
})

test('a file that was edited since stays, and so does one that was deleted; both are named', async () => {
  const round = await renamed()
  await round.write('rules/style.md', '长句。\n', await hashOf('.creonow/rules/style.md'))
  await round.done()
  await writeFile(join(mine.project, 'manuscript/002-潮.md'), '作者自己写的。\n')
  await rm(join(mine.project, 'manuscript/001-雾.md'))
  expect(await edits().undo(mine.projectId, round.editId)).toEqual({
    restored: ['.creonow/rules/style.md'],
    skipped: [
      { path: 'manuscript/001-雾.md', why: 'gone' },
      { path: 'manuscript/002-潮.md', why: 'changed' },
    ],
  })
  expect(await read('manuscript/002-潮.md')).toBe('作者自己写的。\n')
})

test('what the author wrote between two writes of a round is what the way back ends at', async () => {
  const path = 'manuscript/003-灯.md'
  const round = begin()
  await round.write(path, '# 灯\n\n一\n', await hashOf(path))
  await writeFile(join(mine.project, path), '# 灯\n\n一，作者加的\n')
  await round.write(path, '# 灯\n\n二\n', await hashOf(path))
  await round.done()
  expect(await edits().undo(mine.projectId, round.editId)).toEqual({
    restored: [path],
    skipped: [{ path, why: 'changed' }],
  })
  expect(await read(path)).toBe('# 灯\n\n一，作者加的\n')
})

test('a round that is killed half-way is offered at the next opening, and undo restores every byte', async () => {
  const before = await hashesBelow(mine.project)
  await mine.app.dispose()
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../support/editWriter.ts'), mine.project, mine.dataFolder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise((done) => child.on('close', done))
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('manuscript/001')) continue
    child.kill('SIGKILL')
    break
  }
  await ended
  expect((await hashesBelow(mine.project))['manuscript/001-雾.md']).not.toBe(before['manuscript/001-雾.md'])

  const { createApp } = await import('../../../../main/src/app.ts')
  const { silentLogger } = await import('../../../../main/src/lib/logger.ts')
  const next = await createApp({ dataFolder: mine.dataFolder, logger: silentLogger, environment: {} })
  try {
    const { projectId } = await next.services.projects.open(mine.project)
    const [round] = await next.services.edits.list(projectId)
    expect(round?.state).toBe('interrupted')
    const { restored, skipped } = await next.services.edits.undo(projectId, round?.editId ?? '')
    expect({ first: restored[0], skipped }).toEqual({ first: 'manuscript/001-雾.md', skipped: [] })
    const after = await hashesBelow(mine.project)
    // A kill may leave a temporary file, which the next opening in a window sweeps.
    expect(Object.fromEntries(Object.entries(after).filter(([path]) => !path.endsWith('.tmp')))).toEqual(
      before,
    )
  } finally {
    await next.dispose()
  }
})

test('an interrupted round may be accepted instead', async () => {
  const round = await renamed()
  await mine.app.services.edits.dispose()
  const { projectId } = mine
  expect((await edits().list(projectId)).map(({ state }) => state)).toEqual(['interrupted'])
  await mine.invoke('edits:keep', { projectId, editId: round.editId })
  expect((await edits().list(projectId)).map(({ state }) => state)).toEqual(['done'])
  expect(await read('manuscript/002-潮.md')).toContain('林渊')
})

test('an open round is not taken back', async () => {
  const round = await renamed()
  expect(await mine.codeOf('edits:undo', { projectId: mine.projectId, editId: round.editId })).toBe(
    'CONFLICT',
  )
  await round.done()
})

test('what nobody may write on the author’s behalf is refused, and nothing is written', async () => {
  const outside = join(mine.folder, '外面.md')
  await writeFile(outside, '外面的\n')
  await symlink(outside, join(mine.project, 'manuscript/到外面.md'))
  await symlink(join(mine.project, '.creonow/project.json'), join(mine.project, 'manuscript/到设定.md'))
  const refusals: Record<string, string> = {
    '.creonow/rules/constraints.json': 'AGENT_PATH_FORBIDDEN',
    'rules/constraints.json': 'AGENT_PATH_FORBIDDEN',
    '.creonow/project.json': 'AGENT_PATH_FORBIDDEN',
    '.creonow/conversations/甲.json': 'AGENT_PATH_FORBIDDEN',
    '.creonow/cache/x.json': 'AGENT_PATH_FORBIDDEN',
    '.creonow/skills/我的.md': 'AGENT_PATH_FORBIDDEN',
    'CODE_LAW.md': 'AGENT_PATH_FORBIDDEN',
    'manuscript/甲/乙.md': 'AGENT_PATH_FORBIDDEN',
    'manuscript/../.creonow/project.json': 'PATH_OUTSIDE_PROJECT',
    '../外面.md': 'PATH_OUTSIDE_PROJECT',
    '/etc/passwd': 'PATH_OUTSIDE_PROJECT',
    'manuscript\\001-雾.md': 'PATH_INVALID',
    'manuscript/到外面.md': 'PATH_OUTSIDE_PROJECT',
    'manuscript/到设定.md': 'AGENT_PATH_FORBIDDEN',
  }
  const before = await hashesBelow(mine.project)
  const codes: Record<string, string> = {}
  for (const path of Object.keys(refusals))
    codes[path] = await begin()
      .write(path, '漏', null)
      .then(
        () => 'written',
        ({ code }) => code,
      )
  expect(codes).toEqual(refusals)
  expect(await hashesBelow(mine.project)).toEqual(before)
  expect(await readFile(outside, 'utf8')).toBe('外面的\n')
  expect(await edits().list(mine.projectId)).toEqual([])
})

test('an entry or a word list that could not be read again is refused', async () => {
  const entry = '.creonow/characters/林远.md'
  const hash = await hashOf(entry)
  await expect(begin().write(entry, '---\nname: [林远\n', hash)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  })
  await expect(begin().write('rules/terminology.json', '{', null)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  })
  await expect(begin().write('synopses/甲.json', '[]', null)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  })
})

test('a stale base and a file that is there already are conflicts', async () => {
  const path = 'manuscript/003-灯.md'
  await expect(begin().write(path, '新', sha256Hex('旧'))).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(begin().write(path, '新', null)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await edits().list(mine.projectId)).toEqual([])
})

test('a chapter that was moved since is restored under its new name', async () => {
  const round = await renamed(begin(), ['manuscript/001-雾.md'])
  await round.done()
  const now = 'manuscript/001-雾散.md'
  await rename(join(mine.project, 'manuscript/001-雾.md'), join(mine.project, now))
  const { restored } = await edits().undo(mine.projectId, round.editId)
  expect(restored).toEqual([now])
  expect(await read(now)).toBe(chapters['manuscript/001-雾.md'])
})

test('the history of a chapter gets its text before each write', async () => {
  const told: unknown[] = []
  edits().onBeforeWrite((...all) => void told.push(all))
  const path = 'manuscript/003-灯.md'
  const round = begin()
  await round.write(path, '# 灯\n', await hashOf(path))
  await round.done()
  await edits().undo(mine.projectId, round.editId)
  expect(told).toEqual([
    [mine.projectId, path, chapters[path], 'agent'],
    [mine.projectId, path, '# 灯\n', 'undo'],
  ])
})

test('fifty rounds are stored, the oldest are dropped, an interrupted one never', async () => {
  const { projectId } = mine
  const first = begin()
  await first.write('settings/甲.md', '0\n', null)
  await edits().dispose()
  for (let n = 1; n <= 52; n++) {
    const round = begin()
    await round.write('settings/甲.md', `${n}\n`, await hashOf('.creonow/settings/甲.md'))
    await round.done()
  }
  const states = async () => (await edits().list(projectId)).map(({ state }) => state)
  expect(await states()).toEqual([...Array.from({ length: 50 }, () => 'done'), 'interrupted'])

  // As two programs on one book do: each finds the same old ones to remove.
  const atOnce = Array.from({ length: 6 }, begin)
  for (const [n, round] of atOnce.entries()) await round.write(`settings/乙${n}.md`, '潮\r\n', null)
  await Promise.all(atOnce.map((round) => round.done()))
  expect(await states()).toEqual([...Array.from({ length: 50 }, () => 'done'), 'interrupted'])
})

test('a round is open for everybody from the moment it can be seen', async () => {
  const seen: string[] = []
  const round = begin()
  const folder = join(mine.dataFolder, 'projects', mine.projectId, 'edits', round.editId)
  const writing = round.write('settings/甲.md', '潮\r\n', null)
  while (seen.length === 0) {
    if ((await readdir(folder).catch((): string[] => [])).includes('round.jsonl'))
      seen.push(acquireFileLock(join(folder, 'open.lock')) ? 'nobody' : 'held')
    await new Promise((resolve) => setImmediate(resolve))
  }
  await writing
  await round.done()
  expect(seen).toEqual(['held'])
})

test('images and lists lie in the data folder, for their owner alone', async () => {
  const round = await renamed()
  await round.done()
  const folder = join(mine.dataFolder, 'projects', mine.projectId, 'edits', round.editId)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, '0'))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(folder, '0'), 'utf8')).toBe(chapters['manuscript/001-雾.md'])
})
