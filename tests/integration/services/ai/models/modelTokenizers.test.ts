import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../../../../main/src/app.ts'
import { silentLogger } from '../../../../../main/src/lib/logger.ts'
import { startApp, type TestApp } from '../../../../support/app.ts'
import {
  beginStream,
  type ChatServer,
  endStream,
  sendDelta,
  sendUsage,
  startChatServer,
} from '../../../../support/chatServer.ts'
import { fileOf, modelOf, preTokenizers } from '../../../../unit/services/tokens/huggingFace/files.ts'

let test: TestApp
let server: ChatServer
let promptTokens = 0

beforeEach(async () => {
  test = await startApp()
  server = await startChatServer((response) => {
    beginStream(response)
    sendDelta(response, '雾散了。', 'stop')
    sendUsage(response, {
      prompt_tokens: promptTokens,
      completion_tokens: 3,
      total_tokens: promptTokens + 3,
    })
    endStream(response)
  })
  await test.invoke('settings:update', {
    patch: {
      // On a busy machine sources take longer than an author should wait, and a run would send less than is assembled.
      runSourceDeadlineMs: 20_000,
      providers: [
        {
          id: 'far',
          name: '远方',
          baseUrl: server.baseUrl,
          models: ['claude-opus-5', 'deepseek-v4-pro', 'gpt-4o'],
        },
      ],
    },
  })
})
afterEach(async () => {
  await server.close()
  await test.remove()
})

const request = (modelId: string) => ({
  projectId: test.projectId,
  documentId: 'manuscript/001-雾夜来信.md',
  cursorPosition: 400,
  skillId: 'continue',
  modelId,
})

async function documents(): Promise<string> {
  const { documents: all } = await test.invoke('documents:list', { projectId: test.projectId })
  return all[0]?.documentId ?? ''
}

async function assemble(modelId: string) {
  return test.invoke('context:assemble', {
    ...request(modelId),
    documentId: await documents(),
    stateless: true,
  })
}

async function run(modelId: string): Promise<void> {
  const started = await test.app.services.runs.start(
    { ...request(modelId), documentId: await documents() },
    () => undefined,
  )
  await started.finished
}

describe('a model without a public tokenizer', () => {
  it('is counted by what the provider reports', async () => {
    const before = await assemble('far/claude-opus-5')
    expect(before.tokenizer).toEqual({ id: 'o200k_base~', exact: false })
    promptTokens = before.tokenCount * 2
    for (let n = 0; n < 3; n += 1) await run('far/claude-opus-5')
    const after = await assemble('far/claude-opus-5')
    const o200k = await test.app.tokenizer({ modelId: undefined, encoding: 'o200k_base' })
    expect(after.tokenCount / o200k.count(after.prompt)).toBeCloseTo(2, 1)
    expect(after.systemPrompt).toBe(before.systemPrompt)
    expect(after.tokenizer).toEqual(before.tokenizer)
    expect(after.stablePrefixHash).toBe(before.stablePrefixHash)
    const stored = JSON.parse(await readFile(join(test.dataFolder, 'calibration.json'), 'utf8'))
    expect(stored).toEqual({
      version: 2,
      models: { 'far/claude-opus-5': { factor: expect.closeTo(2, 1), reports: expect.any(Array) } },
    })
  })

  it('has the same correction after the next start', async () => {
    const before = await assemble('far/claude-opus-5')
    promptTokens = Math.round(before.tokenCount * 1.5)
    for (let n = 0; n < 3; n += 1) await run('far/claude-opus-5')
    const again = await createApp({ dataFolder: test.dataFolder, logger: silentLogger, environment: {} })
    const [first, second] = await Promise.all(
      [test.app, again].map((app) => app.tokenizer({ modelId: 'far/claude-opus-5', encoding: undefined })),
    )
    const text = '林远把信折好，放进口袋。'.repeat(50)
    expect(second?.count(text)).toBe(first?.count(text))
    await again.dispose()
  })

  it('counts a request in one unit though another run ends meanwhile', async () => {
    const tokenizer = await test.app.tokenizer({ modelId: 'far/claude-opus-5', encoding: undefined })
    const text = '林远把信折好，放进口袋。'.repeat(50)
    const before = tokenizer.count(text)
    promptTokens = 3 * (await assemble('far/claude-opus-5')).tokenCount
    for (let n = 0; n < 3; n += 1) await run('far/claude-opus-5')
    expect(tokenizer.count(text)).toBe(before)
    const next = await test.app.tokenizer({ modelId: 'far/claude-opus-5', encoding: undefined })
    expect(next.count(text) / before).toBeCloseTo(3, 0)
  })

  it('stays as it is, whatever is reported, where a model is counted exactly', async () => {
    const before = await assemble('far/gpt-4o')
    promptTokens = before.tokenCount * 3
    await run('far/gpt-4o')
    const after = await assemble('far/gpt-4o')
    expect(after).toMatchObject({
      tokenCount: before.tokenCount,
      tokenizer: { id: 'o200k_base', exact: true },
    })
  })
})

describe('a model with a tokenizer.json', () => {
  async function restart(): Promise<TestApp['app']> {
    return createApp({ dataFolder: test.dataFolder, logger: silentLogger, environment: {} })
  }

  it('is counted exactly by the file that the user supplied', async () => {
    await mkdir(join(test.dataFolder, 'tokenizers'))
    const model = await modelOf('o200k_base', 3000)
    const file = JSON.stringify(fileOf({ model, pre_tokenizer: preTokenizers['DeepSeek V3'] }))
    await writeFile(join(test.dataFolder, 'tokenizers', 'deepseek.json'), file)
    const models = [{ match: 'deepseek-v4*', tokenizer: { file: 'tokenizers/deepseek.json' } }]
    await writeFile(join(test.dataFolder, 'models.json'), JSON.stringify({ version: 1, models }))
    const app = await restart()
    const tokenizer = await app.tokenizer({ modelId: 'far/deepseek-v4-pro', encoding: undefined })
    expect({ id: tokenizer.id, exact: tokenizer.exact }).toEqual({ id: 'tokenizer.json', exact: true })
    expect(tokenizer.count('a b')).toBe(2)
    await app.dispose()
  })

  it('that is broken is estimated instead, and the app starts', async () => {
    const models = [{ match: 'deepseek*', tokenizer: { file: 'missing.json' } }]
    await writeFile(join(test.dataFolder, 'models.json'), JSON.stringify({ version: 1, models }))
    const app = await restart()
    const tokenizer = await app.tokenizer({ modelId: 'far/deepseek-v4-pro', encoding: undefined })
    expect({ id: tokenizer.id, exact: tokenizer.exact }).toEqual({ id: 'o200k_base~', exact: false })
    const session = app.createSession({ id: 's', mayInspect: () => false })
    await app.router.dispatch(session, 'projects:open', { rootPath: test.project })
    const request = { projectId: test.projectId, documentId: 'manuscript/005-数水谣.md', cursorPosition: 9 }
    const answer = await app.router.dispatch(session, 'context:assemble', {
      ...request,
      skillId: 'continue',
      modelId: 'far/deepseek-v4-pro',
      stateless: true,
    })
    const said =
      'TOKENIZER_UNUSABLE: 模型“far/deepseek-v4-pro”的 tokenizer.json 不能用（NOT_FOUND），词元数按估算。'
    expect(answer).toMatchObject({ ok: true, data: { warnings: expect.arrayContaining([said]) } })
    await app.dispose()
  })
})
