import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type AgentApp, startAppWith } from '../../../../support/agentApp.ts'
import { type InputItem, startResponsesServer } from '../../../../support/responsesServer.ts'

type Server = Awaited<ReturnType<typeof startResponsesServer>>
let app: AgentApp<Server>
afterEach(() => app.remove())

const settings = '.creonow/settings/灯塔.md'

/** What kind each item of an input is, with what ties it to others. */
const kinds = (input: readonly InputItem[]) =>
  input.map(({ type, role, id, call_id, name, encrypted_content: sealed }) =>
    [type ?? role, id, call_id, name, sealed].filter((part) => part !== undefined).join(' '),
  )

it('a task over OpenAI’s Responses API reads, writes and answers, with its sealed reasoning carried back each time', async () => {
  const server = await startResponsesServer([
    {
      text: '先看两处。',
      calls: [
        { name: 'LS', input: { path: 'manuscript' } },
        { name: 'LS', input: { path: 'settings' } },
      ],
    },
    { calls: [{ name: 'Write', input: { path: 'settings/灯塔.md', content: '灯塔高十丈。' } }] },
    { text: '写好了灯塔。' },
    { text: '高十丈。' },
  ])
  const provider = {
    ...{ id: 'openai', name: 'OpenAI', baseUrl: server.baseUrl, models: ['gpt-6.1-sol'] },
    ...{ family: 'openai', toolProtocol: 'native' as const },
  }
  app = await startAppWith(server, { provider, modelId: 'openai/gpt-6.1-sol' })
  const task = await app.task('写一份灯塔的设定')
  expect([server.faults, task.error]).toEqual([[], undefined])
  expect(task).toMatchObject({
    ...{ state: 'finished', answer: '写好了灯塔。', files: [settings] },
    spending: {
      usage: {
        ...{ inputTokens: 12_006, cachedInputTokens: 6000, writtenInputTokens: 300, outputTokens: 90 },
      },
    },
  })
  expect(task.steps.map(({ tool, status, thought }) => [tool, status, thought])).toEqual([
    ['LS', 'success', '先看两处。'],
    ['LS', 'success', ''],
    ['Write', 'success', ''],
    ['Finish', undefined, ''],
  ])
  expect(await readFile(join(app.project, settings), 'utf8')).toBe('灯塔高十丈。')
  const [first, second, third] = server.bodies.map(({ input }) => input)
  expect(kinds(second ?? []).slice(first?.length)).toEqual([
    ...['reasoning rs_1 sealed-1', 'assistant'],
    ...['function_call call_1_0 LS', 'function_call call_1_1 LS'],
    ...['function_call_output call_1_0', 'function_call_output call_1_1'],
  ])
  expect(kinds(third ?? []).slice(second?.length)).toEqual([
    ...['reasoning rs_2 sealed-2', 'function_call call_2_0 Write', 'function_call_output call_2_0'],
  ])
  // Each request goes on from the one before; marks of the cache move.
  const unmarked = (input: readonly InputItem[] = []) =>
    JSON.stringify(input).replaceAll(/,"prompt_cache_breakpoint":\{[^}]*\}/g, '')
  expect(unmarked(second).startsWith(unmarked(first).slice(0, -1))).toBe(true)
  expect(unmarked(third).startsWith(unmarked(second).slice(0, -1))).toBe(true)
  expect(server.bodies.map(({ tools, include, store }) => [tools?.length, include, store])).toEqual(
    server.bodies.map(() => [server.bodies[0]?.tools?.length, ['reasoning.encrypted_content'], false]),
  )

  const again = await app.task('灯塔多高？', {
    conversationId: task.taskId.slice(0, task.taskId.lastIndexOf('~')),
  })
  expect([server.faults, again.state, again.answer]).toEqual([[], 'finished', '高十丈。'])
  expect(server.paths).toEqual(server.bodies.map(() => '/v1/responses'))
})
