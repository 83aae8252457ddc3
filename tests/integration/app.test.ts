import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../main/src/app.ts'
import type { RunEvent } from '../../main/src/contract/events.ts'
import type { DeepReadonly } from '../../main/src/contract/shared.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { beginStream, endStream, sendDelta, sendUsage, startChatServer } from '../support/chatServer.ts'

let test: TestApp
let chapterTen: string

beforeEach(async () => {
  test = await startApp()
  chapterTen = `manuscript/${(await readdir(join(test.project, 'manuscript'))).find((name) => name.startsWith('010'))}`
})
afterEach(() => test.remove())

const assemble = (documentId: string, cursorPosition: number, more: object = {}) =>
  test.invoke('context:assemble', {
    projectId: test.projectId,
    documentId,
    cursorPosition,
    skillId: 'continue',
    ...more,
  })

describe('a long chapter', () => {
  it('of 50,000 characters at a 16k window starves neither Retrieved nor the cursor, and says what was cut', async () => {
    const names = await readdir(join(test.project, 'manuscript'))
    const all = await Promise.all(
      names.map((name) => readFile(join(test.project, 'manuscript', name), 'utf8')),
    )
    const text = `# 第十二章　长夜\n\n${all
      .join('\n')
      .replace(/^# .*$/gm, '')
      .repeat(3)}`.slice(0, 50_000)
    const documentId = 'manuscript/012-长夜.md'
    await writeFile(join(test.project, documentId), text)
    const result = await assemble(documentId, 50_000, { limits: { window: 16_384 } })
    expect(result.tokenCount).toBeLessThanOrEqual(result.budget.maxInputTokens)
    expect(result.tokenCount).toBeGreaterThan(result.budget.maxInputTokens * 0.9)
    expect(result.layers.retrieved.chunks).toBeGreaterThan(0)
    expect(result.userContent).toContain(text.slice(-3000))
    const row = result.trim.find(({ sourceRef }) => sourceRef.startsWith(documentId))
    const from = Number(/#(\d+)-50000$/.exec(row?.sourceRef ?? '')?.[1])
    expect(row).toEqual({
      layer: 'immediate',
      sourceRef: `${documentId}#${from}-50000`,
      action: 'trimmed',
      reason: 'over_budget',
      beforeChars: 50_000,
      afterChars: 50_000 - from,
      reasonCode: 'text_before',
      params: {},
    })
    expect(result.userContent).toContain(`>>>\n${text.slice(from, from + 200)}`)
  })
})

describe('offsets', () => {
  it('count UTF-16 units of the stored file, with CRLF, mixed endings, a BOM and surrogate pairs', async () => {
    const text = '# 第十三章\r\n\r\n𠮷野家。\n林远点头。\r许三娘说：“走。”\r\n尾声。'
    const documentId = 'manuscript/013-混合.md'
    await writeFile(join(test.project, documentId), `\uFEFF${text}`)
    const beforeAt = async (cursor: number) => {
      const { userContent } = await assemble(documentId, cursor, { stateless: true })
      return /<<<光标之前[^\n]*>>>\n([\s\S]*?)\n?<<</.exec(userContent)?.[1]
    }
    const cursor = text.indexOf('许三娘')
    expect(await beforeAt(cursor)).toBe(text.slice(0, cursor))
    const insidePair = text.indexOf('𠮷') + 1
    expect(await beforeAt(insidePair)).toBe(text.slice(0, insidePair - 1))
    const beyond = await assemble(documentId, 10_000, { stateless: true })
    expect(beyond.warnings).toEqual(['CURSOR_CLAMPED: 光标位置超出了文件，已移到末尾。'])
  })

  it('saving one line leaves the endings of all others, and the BOM, as they were', async () => {
    const documentId = 'manuscript/013-混合.md'
    await writeFile(join(test.project, documentId), '\uFEFF甲\r\n乙\n丙\r丁')
    const { text, hash } = await test.invoke('documents:read', { projectId: test.projectId, documentId })
    expect(text).toBe('甲\r\n乙\n丙\r丁')
    await test.invoke('documents:save', {
      projectId: test.projectId,
      documentId,
      text: text.replace('乙', '乙乙'),
      baseHash: hash,
    })
    expect(await readFile(join(test.project, documentId), 'utf8')).toBe('\uFEFF甲\r\n乙乙\n丙\r丁')
    expect(
      await test.codeOf('documents:save', {
        projectId: test.projectId,
        documentId,
        text: '旧',
        baseHash: hash,
      }),
    ).toBe('CONFLICT')
    expect(await readFile(join(test.project, documentId), 'utf8')).toBe('\uFEFF甲\r\n乙乙\n丙\r丁')
  })
})

describe('secrets', () => {
  it('never reach prompt, receipts or inspection, and leave evidence', async () => {
    await writeFile(
      join(test.project, '.creonow/rules/style.md'),
      '短句为主。\napiKey=sk-THIS_SHOULD_BE_REDACTED\n见 /home/writer/笔记.txt\n',
    )
    const request = {
      projectId: test.projectId,
      documentId: chapterTen,
      cursorPosition: 900,
      skillId: 'continue',
    }
    const result = await test.invoke('context:assemble', request)
    const inspected = await test.invoke('context:inspect', request)
    const receipt = await test.invoke('context:receipt:read', {
      projectId: test.projectId,
      receiptId: result.receiptId ?? '',
    })
    await test.app.services.context.dispose()
    const folder = join(test.project, '.creonow/cache/receipts')
    const stored = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    )
    for (const text of [result, inspected, receipt, stored].map((value) => JSON.stringify(value))) {
      expect(text).not.toMatch(/THIS_SHOULD_BE_REDACTED|\/home\/writer/)
    }
    expect(result.systemPrompt).toContain('apiKey=***REDACTED***')
    expect(result.redaction.map(({ sourceRef, matchCount }) => [sourceRef, matchCount])).toEqual([
      ['.creonow/rules/style.md', 1],
      ['.creonow/rules/style.md', 1],
    ])
    expect(stored.join('')).not.toContain('短句为主')
  })
})

describe('a run', () => {
  // On a busy machine a source needs more than the half second that a run gives it.
  beforeEach(() => test.invoke('settings:update', { patch: { runSourceDeadlineMs: 60_000 } }))

  const collect = async (input: Parameters<TestApp['app']['services']['runs']['start']>[0]) => {
    const events: DeepReadonly<RunEvent>[] = []
    const { finished } = await test.app.services.runs.start(input, (event) => void events.push(event))
    await finished
    return events
  }
  const request = (more: object = {}) => ({
    projectId: test.projectId,
    documentId: chapterTen,
    cursorPosition: 900,
    skillId: 'continue',
    ...more,
  })

  it('through an OpenAI-compatible endpoint sends exactly the prompt of its receipt', async () => {
    const server = await startChatServer((response) => {
      beginStream(response)
      sendDelta(response, '雾', null)
      sendDelta(response, '散了。', 'stop')
      sendUsage(response, { prompt_tokens: 10, completion_tokens: 3, total_tokens: 13 })
      endStream(response)
    })
    await test.invoke('settings:update', {
      patch: { providers: [{ id: 'local', name: '本机', baseUrl: server.baseUrl, models: ['qwen3'] }] },
    })
    await test.invoke('settings:key:set', { provider: 'local', key: 'local-key-123' })
    const events = await collect(request({ modelId: 'local/qwen3', limits: { outputReserve: 700 } }))
    await server.close()
    expect(events.map(({ type }) => type)).toEqual([
      'started',
      'context',
      'text',
      'text',
      'usage',
      'warning',
      'done',
    ])
    const context = events[1]?.type === 'context' ? events[1] : undefined
    const { prompt } = await test.invoke('context:receipt:read', {
      projectId: test.projectId,
      receiptId: context?.receiptId ?? '',
    })
    const [sent] = server.requests
    const messages = sent?.body.messages as { content: string }[]
    expect(messages.map(({ content }) => content).join('')).toBe(prompt)
    expect(sent?.body.max_tokens).toBe(700)
    expect(sent?.authorization).toBe('Bearer local-key-123')
    expect(context?.context.tokenizer.exact).toBe(false)
    expect(JSON.stringify(await test.invoke('settings:get', {}))).not.toContain('local-key-123')
  })

  it('refuses a stale chapter, a missing provider and an empty polish before anything is sent', async () => {
    await expect(collect(request({ documentHash: 'f'.repeat(64) }))).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await expect(collect(request({ modelId: 'nobody/model' }))).rejects.toMatchObject({
      code: 'AI_PROVIDER_MISSING',
    })
    await writeFile(join(test.project, 'manuscript/014-空.md'), '\n\n')
    await expect(
      collect(request({ documentId: 'manuscript/014-空.md', cursorPosition: 1, skillId: 'polish' })),
    ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  it('polishes the paragraph at the cursor when nothing is selected', async () => {
    const { text } = await test.invoke('documents:read', {
      projectId: test.projectId,
      documentId: chapterTen,
    })
    const paragraph = text.split('\n').find((line) => line.length > 60) ?? ''
    const events = await collect(request({ skillId: 'polish', cursorPosition: text.indexOf(paragraph) + 5 }))
    const done = events.at(-1)
    expect(done?.type === 'done' ? [...done.text].length : 0).toBeGreaterThan(paragraph.length * 0.8)
  })
})

/** A second app over the same folders: to the first it is another process. */
async function anotherProcess() {
  const app = await createApp({ dataFolder: test.dataFolder, logger: silentLogger, environment: {} })
  const session = app.createSession({ id: 'elsewhere', mayInspect: () => false })
  await app.router.dispatch(session, 'projects:open', { rootPath: test.project })
  return app
}

describe('among the writers of a budget,', () => {
  it('one of two writers with the same version wins, the other changes nothing', async () => {
    const { version, layers } = await test.invoke('context:budget:get', { projectId: test.projectId })
    const changed = {
      ...layers,
      rules: { ratio: 0.2, minimumTokens: 500 },
      immediate: { ratio: 0.45, minimumTokens: 2000 },
    }
    const codes = await Promise.all(
      [1, 2].map(() =>
        test.codeOf('context:budget:update', { projectId: test.projectId, version, layers: changed }),
      ),
    )
    expect(codes.toSorted()).toEqual(['CONTEXT_BUDGET_CONFLICT', 'ok'])
    expect(await test.invoke('context:budget:get', { projectId: test.projectId })).toEqual({
      version: version + 1,
      layers: changed,
    })
    const elsewhere = await anotherProcess()
    expect((await elsewhere.services.budget.get(test.projectId)).version).toBe(version + 1)
    for (let round = 1; round <= 10; round += 1) {
      const at = version + round
      const both = await Promise.allSettled(
        [test.app, elsewhere].map((app) => app.services.budget.update(test.projectId, at, changed)),
      )
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
    await elsewhere.dispose()
    expect(
      await test.codeOf('context:budget:update', {
        projectId: test.projectId,
        version: version + 11,
        layers: { ...layers, rules: { ratio: 0.9, minimumTokens: 0 } },
      }),
    ).toBe('CONTEXT_BUDGET_INVALID_RATIO')
  })
})
