import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChannelInput, ChannelName } from '../../../../main/src/contract/index.ts'
import { AppError } from '../../../../main/src/lib/appError.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../../../main/src/lib/versionedFile/versionedFiles.ts'
import { createConstraintsStore } from '../../../../main/src/services/creonow/index.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { idOf } from '../../../support/chapterId.ts'
import { projectFolder } from './projectFolder.ts'

const file = '.creonow/rules/constraints.json'

describe('constraints through the router', () => {
  let app: TestApp
  let path: string
  beforeEach(async () => {
    app = await startApp()
    path = join(app.project, file)
  })
  afterEach(() => app.remove())

  const refusal = async <C extends ChannelName>(channel: C, input: Omit<ChannelInput<C>, 'projectId'>) => {
    const session = app.app.createSession({ id: 'r', mayInspect: () => false })
    session.openProjects.add(app.projectId)
    const answer = await app.app.router.dispatch(session, channel, { projectId: app.projectId, ...input })
    return answer.ok ? 'ok' : [answer.error.code, answer.error.details]
  }
  const prompt = async (documentId: string) => {
    const { projectId } = app
    return app.invoke('context:assemble', { projectId, documentId, cursorPosition: 5, skillId: 'continue' })
  }

  test('create and set write the same list, and the next prompt shows the change', async () => {
    const { projectId } = app
    const created = await app.invoke('constraints:create', { projectId, text: '不写梦境', kind: 'plot' })
    const { items } = await app.invoke('constraints:get', { projectId })
    expect(items.at(-1)).toEqual(created)
    const set = await app.invoke('constraints:set', { projectId, items: ['严格第一人称', '不写梦境'] })
    const listed = (await app.invoke('constraints:list', { projectId })).items
    const own = listed.filter(({ readOnly }) => !readOnly).map(({ text }) => text)
    expect(own).toEqual(['严格第一人称', '不写梦境'])
    const [first] = set.items
    await app.invoke('constraints:update', { projectId, id: first?.id ?? '', patch: { priority: 1 } })
    expect(
      JSON.parse(await readFile(path, 'utf8')).items.map((one: { priority: number }) => one.priority),
    ).toEqual([1, 100])
    const { documents } = await app.invoke('documents:list', { projectId })
    const { systemPrompt } = await prompt(documents[2]?.documentId ?? '')
    expect(systemPrompt).toContain('[创作约束 - 不可违反]\n1. 不写梦境\n2. 严格第一人称\n')
  })

  test.each([
    ['{"version": 2,\n  "items": [\n    {"text": "甲",}\n  ]\n}', 3, 18],
    ['<<<<<<< HEAD\n{"version": 2, "items": []}\n=======\n{}\n>>>>>>> theirs\n', 1, 1],
    ['{"version": 2, "items": [\n<<<<<<< HEAD\n"甲"\n=======\n"乙"\n>>>>>>> theirs\n]}', 2, 1],
    ['', 1, 1],
  ])(
    'are not written over a broken file, which is reported with its code: %j',
    async (content, line, column) => {
      await app.invoke('constraints:get', { projectId: app.projectId })
      await writeFile(path, content)
      const broken = ['CONSTRAINT_FILE_BROKEN', { line, column, fault: expect.any(Object) }]
      expect([
        await refusal('constraints:list', {}),
        await refusal('constraints:get', {}),
        await refusal('constraints:create', { text: '甲', kind: 'plot' }),
        await refusal('constraints:update', { id: 'x', patch: {} }),
        await refusal('constraints:delete', { id: 'x' }),
        await refusal('constraints:set', { items: ['甲'] }),
      ]).toEqual(Array.from({ length: 6 }, () => broken))
      expect(await readFile(path, 'utf8')).toBe(content)
    },
  )

  test('get their newest good version back, and the broken file is preserved', async () => {
    const { projectId } = app
    expect(await refusal('constraints:restore', {})).toEqual([
      'CONFLICT',
      { why: 'notBroken', path: '.creonow/rules/constraints.json' },
    ])
    await app.invoke('constraints:set', { projectId, items: ['甲'] })
    // A good change by hand is a good version too, once it was read.
    await writeFile(path, '{"version": 2, "items": ["甲", "手写"]}')
    await app.invoke('constraints:list', { projectId })
    await writeFile(path, '{"version": 2, "items": [写坏了')
    const restored = await app.invoke('constraints:restore', { projectId })
    expect(restored.items.map(({ text }) => text)).toEqual(['甲', '手写'])
    expect(await readFile(path, 'utf8')).toBe('{"version": 2, "items": ["甲", "手写"]}')
    const copy = join(app.dataFolder, 'projects', projectId, 'lastGood', file)
    expect(await readFile(`${copy}.broken`, 'utf8')).toBe('{"version": 2, "items": [写坏了')
    expect(await app.codeOf('constraints:create', { projectId, text: '乙', kind: 'plot' })).toBe('ok')
    await rm(copy)
    await writeFile(path, '坏')
    expect(await refusal('constraints:restore', {})).toEqual([
      'NOT_FOUND',
      { why: 'noCopy', path: '.creonow/rules/constraints.json' },
    ])
    expect(await readFile(path, 'utf8')).toBe('坏')
  })

  test('refuse wrong input, unknown ids, equal text and the 501st item, each with its code', async () => {
    const items = Array.from({ length: 500 }, (_, index) => `约束${index}`)
    await app.invoke('constraints:set', { projectId: app.projectId, items })
    const before = await readFile(path, 'utf8')
    const code = async <C extends ChannelName>(channel: C, input: Omit<ChannelInput<C>, 'projectId'>) =>
      (await refusal(channel, input))[0]
    expect([
      await code('constraints:create', { text: '新', kind: 'plot' }),
      await code('constraints:set', { items: [...items, '新'] }),
      await code('constraints:create', { text: '坏\uD83D字', kind: 'plot' }),
      await code('constraints:create', { text: ' ', kind: 'plot' }),
      await code('constraints:update', { id: 'unknown', patch: {} }),
      await code('constraints:delete', { id: 'unknown' }),
      await code('constraints:set', { items: ['甲', '甲'] }),
      await code('constraints:set', { items: Array.from({ length: 700 }, (_, index) => `${index}`) }),
    ]).toEqual([
      'CONSTRAINT_LIMIT',
      'CONSTRAINT_LIMIT',
      'CONSTRAINT_VALIDATION_ERROR',
      'CONSTRAINT_VALIDATION_ERROR',
      'CONSTRAINT_NOT_FOUND',
      'CONSTRAINT_NOT_FOUND',
      'CONSTRAINT_CONFLICT',
      'CONSTRAINT_LIMIT',
    ])
    const { items: present } = await app.invoke('constraints:get', { projectId: app.projectId })
    const id = present[0]?.id ?? ''
    const wrong = [
      { text: '　\n' },
      { text: '长'.repeat(2001) },
      { kind: '情节' },
      { priority: 1001 },
      { priority: 0.5 },
    ]
    for (const patch of wrong) {
      const item = { id: 'x', text: '新', kind: 'plot', priority: 1, ...patch }
      const { id: _, ...created } = item
      expect([
        patch,
        await code('constraints:create', created),
        await code('constraints:update', { id, patch }),
        await code('constraints:set', { items: [item] }),
      ]).toEqual([patch, ...Array(3).fill('CONSTRAINT_VALIDATION_ERROR')])
    }
    expect(await readFile(path, 'utf8')).toBe(before)
  })

  test('stay inside their scope, also when a chapter of it is renamed', async () => {
    const { projectId } = app
    const { documents } = await app.invoke('documents:list', { projectId })
    const paths = documents.filter(({ kind }) => kind === 'chapter').map(({ path }) => path ?? '')
    const [first = '', second = '', third = '', fourth = ''] = paths
    const scope = { from: second, to: third }
    await app.invoke('constraints:set', { projectId, items: [] })
    const unknown = { projectId, text: '不知道真相', kind: 'plot', scope: { from: 'manuscript/404.md' } }
    await expect(app.invoke('constraints:create', unknown)).rejects.toThrow(
      'CONSTRAINT_VALIDATION_ERROR 书里没有“manuscript/404.md”这一章，请另选适用章节。',
    )
    const made = await app.invoke('constraints:create', {
      projectId,
      text: '不知道真相',
      kind: 'plot',
      scope,
    })
    const shownIn = async (list: readonly string[]) =>
      Promise.all(list.map(async (id) => (await prompt(id)).systemPrompt.includes('不知道真相')))
    expect(await shownIn([first, second, third, fourth])).toEqual([false, true, true, false])

    // Under another name it is the same chapter.
    const renamed = third.replace(/[^/]+$/, (name) => `${name.slice(0, 3)}-新名.md`)
    await rename(join(app.project, third), join(app.project, renamed))
    expect(await shownIn([first, second, renamed, fourth])).toEqual([false, true, true, false])

    // Deleted, it is not in the book: the constraint stays in force, and says so.
    await app.invoke('documents:delete', { projectId, documentId: third })
    expect(await shownIn([first, second, fourth])).toEqual([false, true, true])
    expect((await prompt(fourth)).warnings).toEqual([
      'CONSTRAINT_SCOPE_DANGLING: 1 条约束的适用章节已经不在，这些约束照常生效。',
    ])
    // What dangles already keeps nobody from changing the rest; another unknown chapter is refused.
    const { items } = await app.invoke('constraints:get', { projectId })
    const raised = items.map((item) => ({ ...item, priority: 200 }))
    expect((await app.invoke('constraints:set', { projectId, items: raised })).items).toMatchObject([
      { priority: 200, scope: { from: idOf(second), to: idOf(third) } },
    ])
    const update = { projectId, id: made.id, patch: { scope: { to: 'manuscript/405.md' } } }
    await expect(app.invoke('constraints:update', update)).rejects.toThrow('CONSTRAINT_VALIDATION_ERROR')
  })
})

function storeIn(root: string, dataFolder: string, write?: () => Promise<never>) {
  const versioned = createVersionedFiles({ dataFolder, logger: silentLogger, write })
  return createConstraintsStore({
    rootOf: () => root,
    versioned,
    clock: { now: () => 0, monotonic: () => 0 },
  })
}

describe('a place that cannot be written', () => {
  test.each([
    ['EROFS', 'READ_ONLY'],
    ['ENOSPC', 'IO_ERROR'],
  ] as const)('leaves the old file as it is: %s', async (_, code) => {
    const { root, base, put, read } = await projectFolder()
    await put(file, '{"version":2,"items":["甲"]}')
    const write = () => Promise.reject(new AppError(code))
    const store = storeIn(root, join(base, 'data'), write)
    await expect(store.create('p', { text: '乙', kind: 'plot' })).rejects.toMatchObject({ code })
    expect(await read(file)).toBe('{"version":2,"items":["甲"]}')
    expect((await store.get('p')).items).toHaveLength(1)
  })

  test('is not replaced when it is a folder', async () => {
    const { root, base, tree } = await projectFolder()
    await mkdir(join(root, file), { recursive: true })
    const store = storeIn(root, join(base, 'data'))
    await expect(store.create('p', { text: '乙', kind: 'plot' })).rejects.toMatchObject({ name: 'AppError' })
    expect((await tree()).filter((path) => path.endsWith('constraints.json/'))).toHaveLength(1)
  })
})
