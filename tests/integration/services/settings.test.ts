import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appSettings } from '../../../main/src/contract/settings.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../../main/src/lib/versionedFile/versionedFiles.ts'
import { isFamily, listFamilies } from '../../../main/src/services/ai/index.ts'
import {
  createFileKeyStore,
  createSettingsService,
  defaultSettings,
} from '../../../main/src/services/settings/index.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { projectFolder } from './creonow/projectFolder.ts'

async function setUp(environment: Readonly<Record<string, string | undefined>> = {}) {
  const { base: dataFolder } = await projectFolder()
  const path = (name: string) => join(dataFolder, name)
  return {
    put: (name: string, text: string) => writeFile(path(name), text),
    read: (name: string) => readFile(path(name), 'utf8'),
    path,
    /** As another process: nothing is shared but the files. */
    open() {
      const versioned = createVersionedFiles({ dataFolder, logger: silentLogger })
      const keys = createFileKeyStore({ versioned, environment })
      const systemLanguage = () => 'zh' as const
      const settings = createSettingsService({
        ...{ versioned, schema: appSettings, isFamily, keys, systemLanguage },
      })
      return { keys, settings }
    },
  }
}

describe('keys.json', () => {
  test('with one typo preserves every key: the next key is refused with the place, the copy applies', async () => {
    const { open, put, read, path } = await setUp()
    await open().keys.set('qwen', 'sk-one-1234567890')
    await open().keys.set('kimi', 'sk-two-1234567890')
    const broken = '{\n  "qwen": "sk-one-1234567890"\n  "kimi": "sk-two-1234567890"\n}\n'
    await put('keys.json', broken)
    const { keys } = open()
    expect([keys.list(), keys.get('qwen')]).toEqual([['qwen', 'kimi'], 'sk-one-1234567890'])
    const refused = { code: 'FILE_BROKEN', details: { path: 'keys.json', line: 3, column: 3 } }
    await expect(keys.set('glm', 'sk-three-1234567890')).rejects.toMatchObject(refused)
    await expect(keys.delete('qwen')).rejects.toMatchObject(refused)
    expect(await read('keys.json')).toBe(broken)
    expect((await stat(path('lastGood/keys.json'))).mode & 0o777).toBe(0o600)
  })

  test('that two processes change has both keys, and each sees the other’s', async () => {
    const { open } = await setUp()
    const [one, other] = [open().keys, open().keys]
    expect([one.list(), other.list()]).toEqual([[], []])
    await Promise.all([one.set('qwen', 'sk-one-1234567890'), other.set('kimi', 'sk-two-1234567890')])
    await expect
      .poll(() => [one.list().toSorted(), other.list().toSorted()])
      .toEqual([
        ['kimi', 'qwen'],
        ['kimi', 'qwen'],
      ])
    expect([open().keys.get('constructor'), await one.delete('toString')]).toEqual([undefined, false])
  })

  test('does not cause another reading of the environment, however often redaction needs the keys', async () => {
    let looks = 0
    const environment = new Proxy<Record<string, string | undefined>>(
      { CREONOW_KEY_QWEN: 'sk-env-1234567890', PATH: '/bin', CREONOW_KEY_EMPTY: '' },
      {
        ownKeys(target) {
          looks++
          return Reflect.ownKeys(target)
        },
      },
    )
    const { open } = await setUp(environment)
    const { keys } = open()
    await keys.set('qwen', 'sk-two-1234567890')
    const first = keys.values()
    expect([first, keys.get('qwen')]).toEqual([
      ['sk-two-1234567890', 'sk-env-1234567890'],
      'sk-env-1234567890',
    ])
    for (let n = 0; n < 1000; n++) keys.values()
    expect(looks).toBe(1)
    await keys.set('kimi', 'sk-new-1234567890')
    expect(keys.values()).toContain('sk-new-1234567890')
  })
})

describe('settings.json', () => {
  test.each([
    ['{"theme": "dark", "providers": null}', 1, 32],
    ['{"theme": "dark",\n "providers": [null]}', 2, 16],
    ['{"theme": "dark", "capacityTokens": "viel"}', 1, 37],
    ['{"theme": "dark",}', 1, 18],
    [
      '{"providers": [{"id": "a", "name": "", "baseUrl": "http://x/v1", "models": []}, {"id": "a", "name": "", "baseUrl": "http://x/v1", "models": []}]}',
      1,
      15,
    ],
    [
      '{"providers": [{"id": "a", "name": "", "baseUrl": "http://x/v1", "models": [], "family": "telepathy"}]}',
      1,
      90,
    ],
  ])(
    'that cannot be applied is broken and stays, and the last good one applies: %j',
    async (text, line, column) => {
      const { open, put, read } = await setUp()
      await open().settings.update({ language: 'en', historyBudgetTokens: 7 })
      await put('settings.json', text)
      const { settings } = open()
      expect(settings.current()).toEqual({ ...defaultSettings, language: 'en', historyBudgetTokens: 7 })
      expect(settings.warnings()).toEqual([
        expect.stringMatching(`^FILE_BROKEN: “settings.json”第 ${line} 行第 ${column} 列有问题：`),
      ])
      await expect(settings.update({ theme: 'light' })).rejects.toMatchObject({
        code: 'FILE_BROKEN',
        details: { path: 'settings.json', line, column },
      })
      expect(await read('settings.json')).toBe(text)
    },
  )

  test('takes every family that a protocol has, and refuses any other by its name', async () => {
    const { settings } = (await setUp()).open()
    const provider = { id: 'a', name: '雾港', baseUrl: 'http://x/v1', models: ['m'] }
    const providers = listFamilies().map(({ id }) => ({ ...provider, id, family: id }))
    expect((await settings.update({ providers })).providers).toEqual(providers)
    await expect(
      settings.update({ providers: [{ ...provider, family: 'telepathy' }] }),
    ).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { why: 'endpointFamily', family: 'telepathy' },
    })
    expect(settings.current().providers).toEqual(providers)
  })

  test('preserves what a newer version has put in, and what another process sets', async () => {
    const { open, put, read } = await setUp()
    await put('settings.json', '{"theme": "dark", "日后": {"x": 1}}')
    const [one, other] = [open().settings, open().settings]
    expect(one.current()).toEqual({ ...defaultSettings, language: 'zh', theme: 'dark' })
    await Promise.all([one.update({ language: 'en' }), other.update({ developerMode: true })])
    expect(JSON.parse(await read('settings.json'))).toEqual({
      ...defaultSettings,
      theme: 'dark',
      language: 'en',
      developerMode: true,
      日后: { x: 1 },
      version: 1,
    })
    await expect.poll(() => [one.current().developerMode, other.current().language]).toEqual([true, 'en'])
  })

  test('of a newer app are used as far as they are understood, and stay as they are', async () => {
    const { open, put, read } = await setUp()
    const newer = '{"version": 2, "theme": "dark", "providers": {"glm": "https://glm.example"}}'
    await put('settings.json', newer)
    const { settings } = open()
    expect(settings.current()).toEqual({ ...defaultSettings, language: 'zh', theme: 'dark' })
    const fault = { code: 'newer', params: { version: 2, most: 1 } }
    expect(settings.notices()).toMatchObject([
      { code: 'FILE_BROKEN', params: { path: 'settings.json', fault } },
    ])
    await expect(settings.update({ theme: 'light' })).rejects.toMatchObject({ code: 'FILE_BROKEN' })
    expect(await read('settings.json')).toBe(newer)
  })
})

describe('an answer made from broken files', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await startApp()
  })
  afterEach(() => app.remove())

  const assemble = async () => {
    const { documents } = await app.invoke('documents:list', { projectId: app.projectId })
    const documentId = documents.at(-1)?.documentId ?? ''
    return app.invoke('context:assemble', {
      projectId: app.projectId,
      documentId,
      cursorPosition: 50,
      skillId: 'continue',
      stateless: true,
    })
  }
  const fileBroken = (path: string) =>
    expect.stringMatching(`^FILE_BROKEN: “?${path}”? ?第 \\d+ 行第 \\d+ 列`)

  test('names budget, project, settings, preferences and models.json, and the prompt is as before', async () => {
    const { projectId } = app
    const inProject = (path: string) => join(app.project, '.creonow', path)
    await app.invoke('settings:update', { patch: { historyBudgetTokens: 3999 } })
    const { version, layers } = await app.invoke('context:budget:get', { projectId })
    const own = { rules: 0.3, settings: 0.2, retrieved: 0.2, immediate: 0.3 }
    const changed = Object.fromEntries(
      Object.entries(layers).map(([name, layer]) => [
        name,
        { ...layer, ratio: own[name as keyof typeof own] },
      ]),
    ) as typeof layers // the same four names
    await app.invoke('context:budget:update', { projectId, version, layers: changed })
    await app.invoke('memory:list', { projectId })
    const before = await assemble()
    expect(before.warnings).toEqual([])

    const paths = ['project.json', 'budget.json', 'memory/preferences.json']
    const broken = '{"version": 1,\n "layers": {写坏了'
    for (const path of paths) await writeFile(inProject(path), broken)
    for (const name of ['settings.json', 'models.json']) await writeFile(join(app.dataFolder, name), broken)
    const after = await assemble()
    const warnings = [
      ...paths.map((path) => fileBroken(`.creonow/${path}`)),
      fileBroken('settings.json'),
      fileBroken('models.json'),
    ]
    expect({ ...after, timings: {} }).toEqual({
      ...before,
      receiptId: after.receiptId,
      delta: after.delta,
      warnings,
      notices: [...paths.map((path) => `.creonow/${path}`), 'settings.json', 'models.json'].map((path) => ({
        code: 'FILE_BROKEN',
        params: { path, line: 2, column: 13, fault: { code: 'json', params: {} } },
      })),
      timings: {},
    })

    const shown = await app.invoke('context:budget:get', { projectId })
    expect(shown).toEqual({ version: 2, layers: changed, warnings: [fileBroken('.creonow/budget.json')] })
    expect(await app.codeOf('context:budget:update', { projectId, ...shown })).toBe('FILE_BROKEN')
    expect((await app.invoke('settings:get', {})).warnings).toEqual([fileBroken('settings.json')])
    expect((await app.invoke('ai:models', {})).warnings).toEqual([
      fileBroken('settings.json'),
      fileBroken('models.json'),
    ])
    for (const path of paths) expect(await readFile(inProject(path), 'utf8')).toBe(broken)
  })

  test('has the last good words of a broken terminology.json, none without a copy, and the place of the fault', async () => {
    const path = '.creonow/rules/terminology.json'
    await writeFile(join(app.project, path), '{"terms": [{"use": "雾港", "avoid": ["迷雾港"]}]}')
    expect((await assemble()).systemPrompt).toContain('迷雾港')
    await writeFile(join(app.project, path), '{"terms": [\n  {"use": "雾港", "avoid": "迷雾港"}]}')
    const before = await assemble()
    expect(before.systemPrompt).toContain('迷雾港')
    expect(before.warnings).toEqual([expect.stringContaining(`FILE_BROKEN: ${path} 第 2 行第 26 列`)])
    await rm(join(app.dataFolder, 'projects', app.projectId, 'lastGood', path))
    const { systemPrompt, warnings, trim } = await assemble()
    expect(systemPrompt).not.toContain('迷雾港')
    expect(warnings).toEqual([
      `FILE_LEFT_OUT: ${path} 第 2 行第 26 列写法有误（这里的内容不合规），没有放进去；文件没有被改动。`,
    ])
    const row = { layer: 'rules', sourceRef: path, action: 'dropped', reason: 'invalid_format' }
    expect(trim.filter(({ sourceRef }) => sourceRef === path)).toEqual([
      { ...row, beforeChars: 0, afterChars: 0 },
    ])
  })

  test('finds no temporary files of a kill after the next opening', async () => {
    const left = join(app.project, '.creonow/rules/.creonow-999999999-0a1b2c3d.tmp')
    await writeFile(left, '半')
    await app.invoke('projects:open', { rootPath: app.project })
    await expect(stat(left)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
