import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Logger } from '../../../../main/src/lib/logger.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../../../main/src/lib/versionedFile/versionedFiles.ts'
import { createProjectService, type ProjectService } from '../../../../main/src/services/project/index.ts'

let base: string
let dataFolder: string
let samplesFolder: string
let projects: ProjectService
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'creonow-project-')))
  dataFolder = join(base, 'data')
  samplesFolder = join(base, 'samples')
  projects = service()
})
afterEach(() => rm(base, { recursive: true, force: true }))

function service(logger: Logger = silentLogger): ProjectService {
  const versioned = createVersionedFiles({ dataFolder, logger })
  return createProjectService({ dataFolder, samplesFolder, versioned, logger })
}

async function folder(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(base, name, path, '..'), { recursive: true })
    await writeFile(join(base, name, path), text)
  }
  return join(base, name)
}

async function projectJson(rootPath: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(rootPath, '.creonow/project.json'), 'utf8'))
}

const newId = expect.stringMatching(/^[0-9a-f]{16,}$/)

describe('the creation of a project', () => {
  test('makes a project that any later service lists', async () => {
    const rootPath = join(base, '我的书', '雾港 🌫')
    const created = await projects.create({ rootPath, name: ' 雾港 ' })
    expect(created).toEqual({ projectId: newId, name: '雾港', language: 'zh', rootPath })
    expect(await projectJson(rootPath)).toEqual({ id: created.projectId, name: '雾港' })
    const later = service()
    expect([
      later.exists(created.projectId),
      later.rootOf(created.projectId),
      await later.openById(created.projectId),
      await later.list(),
      later.dataFolderOf(created.projectId),
    ]).toEqual([
      true,
      rootPath,
      created,
      [
        {
          projectId: created.projectId,
          name: '雾港',
          rootPath,
          available: true,
          openedAt: expect.any(String),
        },
      ],
      join(dataFolder, 'projects', created.projectId),
    ])
  })

  test('is a CONFLICT with a project, a manuscript or a file in its place', async () => {
    const paths = [
      await folder('a', { 'manuscript/一.md': '' }),
      await folder('b', { '.creonow/project.json': '{}' }),
      join(await folder('c', { d: '' }), 'd'),
    ]
    for (const rootPath of paths)
      await expect(projects.create({ rootPath, name: '书' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await projectJson(join(base, 'b'))).toEqual({})
  })

  test('is refused for a relative path', async () => {
    await expect(projects.create({ rootPath: 'a', name: '书' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    })
  })
})

describe('the opening of a project', () => {
  test('gives a folder with only a manuscript an id, and tells the writer once', async () => {
    const rootPath = await folder('旧稿', { 'manuscript/一.md': '正文' })
    const { projectId, notices, ...rest } = await projects.open(rootPath)
    expect([rest, notices, await projectJson(rootPath)]).toEqual([
      { name: '旧稿', language: 'zh', rootPath },
      [{ code: 'PROJECT_ID_GIVEN', params: {} }],
      { id: projectId },
    ])
    expect(await projects.open(rootPath)).toEqual({ ...rest, projectId })
  })

  test('is NOT_FOUND for a folder that is no project, or missing, and writes nothing', async () => {
    const rootPath = await folder('空', { 'notes.txt': '' })
    await expect(projects.open(rootPath)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(projects.open(join(base, '没有'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect([await readdir(rootPath), await readdir(dataFolder)]).toEqual([['notes.txt'], []])
  })

  test('gives the same project through a link', async () => {
    const rootPath = await folder('书', { 'manuscript/一.md': '' })
    const { projectId } = await projects.open(rootPath)
    await symlink(rootPath, join(base, '链接'))
    expect(await projects.open(join(base, '链接'))).toEqual({
      projectId,
      name: '书',
      language: 'zh',
      rootPath,
    })
  })

  test('preserves unknown fields when it writes an id, and replaces an id that is no safe name', async () => {
    const content = { name: '雾港', future: { a: [1, null] }, id: '../../etc', language: 'en', pins: ['e1'] }
    const rootPath = await folder('书', { '.creonow/project.json': `\uFEFF${JSON.stringify(content)}` })
    const { projectId, language } = await projects.open(rootPath)
    expect([await projectJson(rootPath), language, projectId]).toEqual([
      { ...content, id: projectId },
      'en',
      newId,
    ])
  })

  test.each([
    ['{"id": "abcdef12",\r\n  "name": }', 2, 11],
    ['{"name": "雾港",}', 1, 15],
    ['{\n  "name": "雾港"\n  "language": "zh"\n}', 3, 3],
    ['', 1, 1],
    ['{"a": 1} x', 1, 10],
    ['{"a": "未完', 1, 7],
    ['[]', 1, 1],
    ['<<<<<<< HEAD\n{}', 1, 1],
    ['{"a": [1, 2}', 1, 12],
    ['{"a": 01}', 1, 8],
  ])(
    'is FILE_BROKEN at the place of the fault for a broken project.json of an unknown folder, which stays: %j',
    async (text, line, column) => {
      const rootPath = await folder('书', { '.creonow/project.json': text, 'manuscript/一.md': '' })
      await expect(projects.open(rootPath)).rejects.toMatchObject({
        code: 'FILE_BROKEN',
        details: { path: '.creonow/project.json', line, column },
      })
      expect(await readFile(join(rootPath, '.creonow/project.json'), 'utf8')).toBe(text)
    },
  )

  test('gives one id when it happens many times at once', async () => {
    const rootPath = await folder('书', { 'manuscript/一.md': '' })
    const opened = await Promise.all(Array.from({ length: 5 }, () => projects.open(rootPath)))
    expect(new Set(opened.map(({ projectId }) => projectId)).size).toBe(1)
  })
})

describe('a project.json that breaks while the project is known', () => {
  const file = '.creonow/project.json'

  test('its last good copy is in force with a warning, and nothing writes over it', async () => {
    const { projectId } = await projects.create({ rootPath: join(base, '书'), name: '雾港' })
    const good = {
      id: projectId,
      name: '雾港',
      genre: '悬疑',
      chapters: { 'manuscript/一.md': { pov: '林远' } },
    }
    await writeFile(join(base, '书', file), JSON.stringify(good))
    const before = await projects.profile(projectId)
    expect([before.genre, await projects.notices(projectId)]).toEqual(['悬疑', []])
    const broken = '{"name": "雾港",\n "genre": 悬疑}'
    await writeFile(join(base, '书', file), broken)
    for (const known of [projects, service()]) {
      expect(await known.profile(projectId)).toEqual(before)
      const notice = {
        code: 'FILE_BROKEN',
        params: { path: file, line: 2, column: 11, fault: { code: 'json', params: {} } },
      }
      expect(await known.notices(projectId)).toEqual([notice])
      expect(await known.open(join(base, '书'))).toMatchObject({
        projectId,
        name: '雾港',
        notices: [notice],
      })
    }
    expect(await readFile(join(base, '书', file), 'utf8')).toBe(broken)
  })

  test('without a copy it opens with its id and name, as a project without settings', async () => {
    const first = await projects.create({ rootPath: join(base, '书'), name: '雾港' })
    await rm(join(dataFolder, 'projects'), { recursive: true, force: true })
    await writeFile(join(base, '书', file), '[]')
    const opened = await service().open(join(base, '书'))
    expect(opened).toEqual({
      ...first,
      notices: [
        {
          code: 'FILE_BROKEN',
          params: { path: file, line: 1, column: 1, fault: { code: 'object', params: {} } },
        },
      ],
    })
  })
})

describe('among copied and moved projects,', () => {
  test('a copy next to its original gets its own id, with a notice; both stay apart', async () => {
    const first = await projects.create({ rootPath: join(base, '初稿'), name: '雾港' })
    await cp(join(base, '初稿'), join(base, '第二稿'), { recursive: true })
    const second = await projects.open(join(base, '第二稿'))
    expect(second).toEqual({
      ...first,
      projectId: newId,
      rootPath: join(base, '第二稿'),
      notices: [{ code: 'PROJECT_COPIED', params: {} }],
    })
    expect(second.projectId).not.toBe(first.projectId)
    expect([projects.rootOf(first.projectId), projects.rootOf(second.projectId)]).toEqual([
      join(base, '初稿'),
      join(base, '第二稿'),
    ])
    expect(await projectJson(join(base, '第二稿'))).toEqual({
      id: second.projectId,
      name: '雾港',
    })
  })

  test('a moved project keeps its id', async () => {
    const first = await projects.create({ rootPath: join(base, '甲'), name: '雾港' })
    await rename(join(base, '甲'), join(base, '乙'))
    expect(await projects.list()).toMatchObject([{ available: false }])
    expect(await projects.open(join(base, '乙'))).toEqual({ ...first, rootPath: join(base, '乙') })
    expect((await projects.list()).map(({ rootPath }) => rootPath)).toEqual([join(base, '乙')])
  })

  test('a copy does not take the id of an original whose file is broken just now', async () => {
    const first = await projects.create({ rootPath: join(base, '甲'), name: '雾港' })
    await cp(join(base, '甲'), join(base, '乙'), { recursive: true })
    await writeFile(join(base, '甲/.creonow/project.json'), '{')
    expect((await projects.open(join(base, '乙'))).projectId).not.toBe(first.projectId)
  })
})

describe('in the list of projects,', () => {
  test('a broken projects.json stays as it is: its projects stay listed, a new one is listed for now and says so', async () => {
    const first = await projects.create({ rootPath: join(base, '甲'), name: '雾港' })
    const broken = '{"坏'
    await writeFile(join(dataFolder, 'projects.json'), broken)
    const logged: string[] = []
    const later = service({ ...silentLogger, warn: (_, message) => logged.push(message) })
    expect([later.exists(first.projectId), logged.length]).toEqual([true, 1])
    expect(await later.open(join(base, '甲'))).toEqual(first)
    const second = await later.create({ rootPath: join(base, '乙'), name: '乙' })
    expect(second.notices).toEqual([
      {
        code: 'FILE_BROKEN',
        params: { path: 'projects.json', line: 1, column: 2, fault: { code: 'json', params: {} } },
      },
      { code: 'PROJECT_NOT_LISTED', params: {} },
    ])
    expect(later.rootOf(second.projectId)).toBe(join(base, '乙'))
    expect(await readFile(join(dataFolder, 'projects.json'), 'utf8')).toBe(broken)
    await writeFile(join(dataFolder, 'projects.json'), '{}')
    expect(await later.open(join(base, '乙'))).toEqual({ ...second, notices: undefined })
    expect(Object.keys(JSON.parse(await readFile(join(dataFolder, 'projects.json'), 'utf8')))).toEqual([
      second.projectId,
    ])
  })

  test('two services on one data folder see and preserve each other’s projects', async () => {
    const other = service()
    const first = await projects.create({ rootPath: join(base, '甲'), name: '甲' })
    const second = await other.create({ rootPath: join(base, '乙'), name: '乙' })
    expect([projects.exists(second.projectId), other.exists(first.projectId)]).toEqual([true, true])
    expect((await service().list()).map(({ name }) => name).sort()).toEqual(['乙', '甲'])
  })
})

test('an unknown project is NOT_FOUND on every channel', async () => {
  const code = { code: 'NOT_FOUND' }
  expect(projects.exists('nothing1')).toBe(false)
  expect(() => projects.rootOf('nothing1')).toThrow(expect.objectContaining(code))
  expect(() => projects.dataFolderOf('nothing1')).toThrow(expect.objectContaining(code))
  await expect(projects.openById('nothing1')).rejects.toMatchObject(code)
  await expect(projects.profile('nothing1')).rejects.toMatchObject(code)
})

test('the profile preserves what is valid and leaves out what is not', async () => {
  const content = {
    id: 'abcdef1234567890',
    name: '雾港',
    language: 'xx',
    genre: '悬疑',
    tense: 5,
    synopsis: '雾里有人。',
    chapters: { 'manuscript/001-甲.md': { pov: '林远', pins: ['e1'] }, 'manuscript/002-乙.md': 7 },
    pins: 'e2',
  }
  const rootPath = await folder('书', { '.creonow/project.json': JSON.stringify(content) })
  const { projectId } = await projects.open(rootPath)
  expect(await projects.profile(projectId)).toEqual({
    id: 'abcdef1234567890',
    name: '雾港',
    language: 'en',
    genre: '悬疑',
    synopsis: '雾里有人。',
    chapters: { 'manuscript/001-甲.md': { pov: '林远', pins: ['e1'] }, 'manuscript/002-乙.md': { pins: [] } },
    pins: [],
    plansAhead: true,
  })
})

describe('the sample', () => {
  test('is copied once, opens as an own project, and keeps what the writer changed', async () => {
    await folder('samples/雾港来信', {
      '.creonow/project.json': '{"id":"sample-0001","name":"雾港来信","language":"zh"}',
      'manuscript/001-第一章.md': '第一章',
    })
    const opened = await projects.openSample()
    const rootPath = join(dataFolder, 'samples/雾港来信')
    expect(opened).toEqual({ projectId: newId, name: '雾港来信', language: 'zh', rootPath })
    await writeFile(join(rootPath, 'manuscript/001-第一章.md'), '我的')
    expect(await projects.openSample()).toEqual(opened)
    expect(await readFile(join(rootPath, 'manuscript/001-第一章.md'), 'utf8')).toBe('我的')
    expect((await projects.open(join(samplesFolder, '雾港来信'))).notices).toBeUndefined()
  })

  test('is opened also when the folder itself is the project, and is NOT_FOUND when it is missing', async () => {
    await expect(projects.openSample()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await folder('samples', { 'manuscript/001-第一章.md': '第一章' })
    expect((await projects.openSample()).rootPath).toBe(join(dataFolder, 'samples/samples'))
  })
})
