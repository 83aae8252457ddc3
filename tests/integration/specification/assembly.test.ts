import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { constraintsFile, prose, startNovel, writeNovel } from '../../support/novel.ts'
import { sourceOf, sourcesOf } from '../../support/planted.ts'

let test: TestApp
afterEach(() => test.remove())

const request = (more: object = {}) => ({
  projectId: test.projectId,
  documentId: 'manuscript/007.md',
  cursorPosition: 700,
  skillId: 'continue',
  ...more,
})
const files = {
  '.creonow/rules/constraints.json': constraintsFile(['严格第一人称叙述']),
  'manuscript/001.md': `# 第一章\n${prose(900, '旧港')}`,
  'manuscript/007.md': `# 第七章\n${prose(1500)}`,
}

describe('Requirement: 上下文组装 API', () => {
  it('AI 技能调用时组装上下文', async () => {
    test = await startNovel(files)
    const events: { type: string; receiptId?: string | null }[] = []
    const { finished } = await test.app.services.runs.start(request(), (event) => void events.push(event))
    await finished
    const context = events.find(({ type }) => type === 'context')
    const { prompt, receipt } = await test.invoke('context:receipt:read', {
      projectId: test.projectId,
      receiptId: context?.receiptId ?? '',
    })
    expect(events.at(-1)?.type).toBe('done')
    const alone = await test.invoke('context:assemble', request({ stateless: true }))
    expect([prompt, receipt.tokenCount, receipt.layers]).toEqual([
      alone.prompt,
      alone.tokenCount,
      alone.layers,
    ])
    expect(Object.keys(alone.layers)).toEqual(['rules', 'settings', 'retrieved', 'immediate'])
  })

  it('上下文组装中某层数据源不可用', async () => {
    const graph = sourceOf('codexAlways', async () => {
      throw new Error('connection refused')
    })
    test = await startNovel(files, [graph])
    const { warnings, systemPrompt } = await test.invoke('context:assemble', request())
    expect(warnings).toEqual(['KG_UNAVAILABLE: 知识图谱数据未注入'])
    expect(systemPrompt).toContain('<<<规则>>>\n[创作约束 - 不可违反]\n1. 严格第一人称叙述\n<<<设定>>>')
  })

  it('context:inspect feeds no model, writes no receipt and leaves session state alone', async () => {
    test = await startNovel(files)
    const { chunks, receiptId, prompt } = await test.invoke('context:inspect', request())
    expect(receiptId).toBeNull()
    expect((await test.invoke('context:receipt:list', { projectId: test.projectId })).receipts).toEqual([])
    expect(chunks.every(({ source, projectId, tokenCount }) => source && projectId && tokenCount >= 0)).toBe(
      true,
    )
    const assembled = await test.invoke('context:assemble', request())
    expect([assembled.prompt, assembled.stablePrefixUnchanged]).toEqual([prompt, false])
  })

  it('context:inspect shows no absolute path of the manuscript, which the model reads as it is written', async () => {
    const path = '/home/alice/novels/雾港.md'
    test = await startNovel({ ...files, 'manuscript/007.md': `她打开了${path}，从头读起。` })
    const cursor = { cursorPosition: 40 }
    const assembled = await test.invoke('context:assemble', request({ ...cursor, preview: true }))
    const shown = await test.invoke('context:inspect', request(cursor))
    expect(assembled.prompt).toContain(path)
    expect(JSON.stringify(shown)).not.toContain('/home/alice')
    expect([shown.prompt, shown.promptHash]).toEqual([
      shown.systemPrompt + shown.userContent,
      assembled.promptHash,
    ])
  })
})

describe('Requirement: 异常与边界覆盖矩阵', () => {
  it('跨项目上下文注入被阻断', async () => {
    const logged: object[] = []
    const error = (fields: object) => void logged.push(fields)
    const foreign = sourcesOf([
      { source: 'passages', path: 'manuscript/001.md', text: '别人的秘密。', storeId: 'project-b' },
    ])
    test = await startNovel(files, foreign, {
      logger: { debug() {}, info() {}, warn() {}, error },
    })
    expect(await test.codeOf('context:assemble', request())).toBe('CONTEXT_SCOPE_VIOLATION')
    expect(await test.codeOf('context:inspect', request())).toBe('CONTEXT_SCOPE_VIOLATION')
    expect(logged[0]).toMatchObject({ security: true, projectId: test.projectId, foreign: 'project-b' })
    expect(JSON.stringify(logged)).not.toContain('秘密')
    expect((await test.invoke('context:receipt:list', { projectId: test.projectId })).receipts).toEqual([])
  })

  it('every piece of one project has its id, its source and its size, with another project open in the app', async () => {
    test = await startNovel(files)
    const other = join(test.folder, 'another')
    await writeNovel(other, {
      ...files,
      '.creonow/project.json': JSON.stringify({ id: 'project-b', name: 'B', language: 'en' }),
    })
    await test.invoke('projects:open', { rootPath: other })
    const owners = []
    for (const projectId of [test.projectId, 'project-b', test.projectId]) {
      const { chunks } = await test.invoke('context:inspect', request({ projectId }))
      owners.push([...new Set(chunks.map((chunk) => chunk.projectId))])
      for (const { source, tokenCount } of chunks)
        expect([source !== '', tokenCount > 0]).toEqual([true, true])
    }
    expect(owners).toEqual([[test.projectId], ['project-b'], [test.projectId]])
  })

  it('a session that has not opened an existing project may not name it', async () => {
    test = await startNovel(files)
    const other = join(test.folder, '另一本')
    await writeNovel(other, {
      ...files,
      '.creonow/project.json': JSON.stringify({ id: 'project-b', name: '乙', language: 'zh' }),
    })
    const session = test.app.createSession({ id: 'second', mayInspect: () => true })
    const opened = await test.app.router.dispatch(session, 'projects:open', { rootPath: other })
    expect(opened.ok).toBe(true)
    const answer = await test.app.router.dispatch(session, 'context:assemble', request())
    expect(answer).toMatchObject({ ok: false, error: { code: 'CONTEXT_SCOPE_VIOLATION' } })
    expect(await test.codeOf('context:assemble', request({ projectId: 'unknown' }))).toBe('NOT_FOUND')
  })

  it('gives a source 2,000 ms, 500 inside a run, and what the settings say instead', async () => {
    test = await startNovel(files)
    const { context } = test.app.services
    const prepare = context.prepare
    const given: number[] = []
    vi.spyOn(context, 'prepare').mockImplementation(async (...of) => {
      const prepared = await prepare(...of)
      const assemble = async () => {
        const made = await prepared.assemble()
        given.push(made.assembly.request.deadlineMs)
        return made
      }
      return { ...prepared, assemble }
    })
    const ask = async () => {
      await test.invoke('context:assemble', request())
      await (await test.app.services.runs.start(request(), () => undefined)).finished
    }
    await ask()
    await test.invoke('settings:update', { patch: { sourceDeadlineMs: 7000, runSourceDeadlineMs: 900 } })
    await ask()
    expect(given).toEqual([2000, 500, 7000, 900])
  })

  it('two assemblies of one document at different cursors do not mix', async () => {
    test = await startNovel(files)
    const cursors = [100, 400, 800, 1200]
    const alone = []
    for (const cursorPosition of cursors)
      alone.push((await test.invoke('context:assemble', request({ cursorPosition, stateless: true }))).prompt)
    const together = await Promise.all(
      cursors.map((cursorPosition) =>
        test.invoke('context:assemble', request({ cursorPosition, stateless: true })),
      ),
    )
    expect(together.map(({ prompt }) => prompt)).toEqual(alone)
  })
})
