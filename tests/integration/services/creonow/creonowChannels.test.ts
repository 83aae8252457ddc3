import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { events } from '../../../../main/src/contract/events.ts'
import type { DeepReadonly } from '../../../../main/src/contract/shared.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { conversation } from '../../../support/conversation.ts'

let test: TestApp
let projectId: string
beforeEach(async () => {
  test = await startApp()
  projectId = test.projectId
})
afterEach(() => test.remove())

const at = (path: string) => join(test.project, path)
const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 20 })

/** Another window, and the changes it was told. */
async function openWindow(id: string) {
  const changes: DeepReadonly<{ paths: string[]; origin: string }>[] = []
  const session = test.app.createSession({
    id,
    mayInspect: () => false,
    emit: (event, payload) => {
      if (event === 'changed') {
        const { paths, origin } = events.changed.parse(payload)
        changes.push({ paths, origin })
      }
    },
  })
  const call = async (channel: string, input: object = { projectId }) => {
    const answer = await test.app.router.dispatch(session, channel, input)
    return answer.ok ? answer.data : answer.error.code
  }
  await call('projects:openKnown')
  return { session, call, changes }
}

describe('the folder', () => {
  it('is completed, and a new project has one', async () => {
    await rm(at('.creonow/settings'), { recursive: true })
    expect(await test.invoke('context:creonow:ensure', { projectId })).toEqual({
      rootPath: '.creonow',
      ensured: true,
    })
    expect(await readdir(at('.creonow/settings'))).toEqual([])
    const created = await test.invoke('projects:create', {
      rootPath: `${test.project} 第二部`,
      name: '第二部',
    })
    expect((await readdir(join(created.rootPath, '.creonow'))).sort()).toEqual(
      expect.arrayContaining(['cache', 'characters', 'project.json', 'rules', 'settings']),
    )
    await rm(join(created.rootPath, '.creonow'), { recursive: true })
    expect(await test.invoke('context:creonow:status', { projectId: created.projectId })).toEqual({
      exists: false,
      watching: false,
    })
  })

  it('shows rules and settings with evidence, and without secrets and absolute paths', async () => {
    await writeFile(at('.creonow/rules/style.md'), '短句。\napiKey=sk-THIS_SHOULD_BE_REDACTED\n')
    await writeFile(at('.creonow/settings/世界观.md'), '见 /home/writer/笔记.txt 里的图。\n')
    const { files } = await test.invoke('context:creonow:rules:get', { projectId })
    expect(files.map(({ path }) => path)).toEqual([
      '.creonow/rules/constraints.json',
      '.creonow/rules/style.md',
      '.creonow/rules/terminology.json',
    ])
    const style = files.find(({ path }) => path.endsWith('style.md'))
    expect(style?.text).toBe('短句。\napiKey=***REDACTED***\n')
    expect(style?.redaction).toEqual([
      { patternId: expect.any(String), sourceRef: '.creonow/rules/style.md', matchCount: 1 },
    ])
    const path = '.creonow/settings/世界观.md'
    const read = await test.invoke('context:creonow:settings:read', { projectId, path })
    expect(read.text).not.toContain('/home/writer')
    expect(read).toEqual({
      path,
      text: expect.stringContaining('***REDACTED***'),
      redaction: [{ patternId: expect.any(String), sourceRef: path, matchCount: 1 }],
    })
    const listed = await test.invoke('context:creonow:settings:list', { projectId })
    expect(listed.files).toContainEqual({ path, bytes: (await readFile(at(path))).length })
  })

  it('answers each bad request with its code', async () => {
    await writeFile(at('.creonow/settings/gbk.md'), Buffer.from([0xce, 0xed]))
    const read = (path: string) => test.codeOf('context:creonow:settings:read', { projectId, path })
    expect([
      await read('.creonow/settings/没有.md'),
      await read('.creonow/settings/gbk.md'),
      await read('.creonow/rules/style.md'),
      await read(''),
      await read('长'.repeat(5000)),
      await test.codeOf('context:creonow:status', { projectId: 'nobody' }),
      await test.codeOf('context:creonow:conversations:read', { projectId, id: '没有' }),
    ]).toEqual([
      'NOT_FOUND',
      'DOCUMENT_ENCODING',
      'INVALID_ARGUMENT',
      'INVALID_ARGUMENT',
      'INVALID_ARGUMENT',
      'NOT_FOUND',
      'NOT_FOUND',
    ])
    const stranger = test.app.createSession({ id: 'stranger', mayInspect: () => false })
    const codes = new Set<string>()
    for (const channel of test.app.router.channels.filter((name) => name.startsWith('context:creonow:'))) {
      const more = {
        'context:creonow:settings:read': { path: '.creonow/settings/a.md' },
        'context:creonow:conversations:read': { id: 'c1' },
        'context:creonow:conversations:save': { conversation: conversation() },
        'context:creonow:conversations:analysis:update': { id: 'c1', analysis: { summary: '', topics: [] } },
      }[channel]
      const answer = await test.app.router.dispatch(stranger, channel, { projectId, ...more })
      codes.add(answer.ok ? 'ok' : answer.error.code)
    }
    expect(codes).toEqual(new Set(['CONTEXT_SCOPE_VIOLATION']))
  })
})

describe('watching', () => {
  it('brings a change outside into the next assembly, the index, and every window with the project', async () => {
    const one = await openWindow('one')
    const two = await openWindow('two')
    const elsewhere = test.app.createSession({
      id: 'elsewhere',
      mayInspect: () => false,
      emit: () => expect.unreachable('told a window that does not have the project open'),
    })
    expect(await one.call('context:creonow:watch:start')).toEqual({ watching: true })
    expect(await two.call('context:creonow:status')).toEqual({
      exists: true,
      watching: true,
      rootPath: '.creonow',
    })
    const name = (await readdir(at('manuscript'))).find((each) => each.startsWith('003')) ?? ''
    const chapter = `manuscript/${name}`
    await writeFile(at(chapter), `# 第三章　港务处\n\n${'白鲸骨牌压在港务处的抽屉里。'.repeat(20)}\n`)
    const told = [{ paths: [chapter], origin: 'outside' }]
    await soon(() => expect([one.changes, two.changes]).toEqual([told, told]))
    const found = async () => {
      const { results } = await test.invoke('retrieval:search', { projectId, queries: ['白鲸骨牌'], k: 3 })
      return results[0]?.map(({ path }) => path) ?? []
    }
    await soon(async () => expect(await found()).toContain(chapter))

    await writeFile(at('.creonow/rules/style.md'), '外面改的文风。\n')
    await soon(() => expect(one.changes.at(-1)?.paths).toEqual(['.creonow/rules/style.md']))
    const last = (await test.invoke('documents:list', { projectId })).documents.at(-1)?.documentId ?? ''
    const { systemPrompt } = await test.invoke('context:assemble', {
      projectId,
      documentId: last,
      cursorPosition: 10,
      skillId: 'continue',
    })
    expect(systemPrompt).toContain('外面改的文风。')

    await rename(at(chapter), at('manuscript/003-改名.md'))
    await soon(async () => expect(await found()).toEqual(['manuscript/003-改名.md']))
    await rm(at('manuscript/003-改名.md'))
    await soon(async () => expect(await found()).not.toContain('manuscript/003-改名.md'))
    elsewhere.dispose()
  })

  it('reports what the app itself writes as the app’s', async () => {
    const window = await openWindow('one')
    await window.call('context:creonow:watch:start')
    const { documents } = await test.invoke('documents:list', { projectId })
    const { documentId = '', path = '' } = documents[0] ?? {}
    const { text, hash } = await test.invoke('documents:read', { projectId, documentId })
    await test.invoke('documents:save', { projectId, documentId, text: `${text}雾。`, baseHash: hash })
    await test.invoke('constraints:create', { projectId, text: '不写梦境。', kind: 'plot' })
    await test.invoke('context:creonow:conversations:save', { projectId, conversation: conversation() })
    await writeFile(at('.creonow/settings/路标.md'), '之后')
    await soon(() => expect(window.changes.at(-1)?.paths).toEqual(['.creonow/settings/路标.md']))
    expect(window.changes).toEqual([
      { paths: [path], origin: 'app' },
      { paths: ['.creonow/rules/constraints.json'], origin: 'app' },
      { paths: ['.creonow/conversations/c1.json'], origin: 'app' },
      { paths: ['.creonow/settings/路标.md'], origin: 'outside' },
    ])
  })

  it('ends when the last window closes', async () => {
    const one = await openWindow('one')
    const two = await openWindow('two')
    await one.call('context:creonow:watch:start')
    await two.call('context:creonow:watch:start')
    expect(await one.call('context:creonow:watch:stop')).toEqual({ watching: true })
    two.session.dispose()
    await soon(async () =>
      expect(await one.call('context:creonow:status')).toMatchObject({ watching: false }),
    )
  })
})
