import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../../../main/src/lib/hash.ts'
import { frontOf, shownTo } from '../../../../../scripts/torture/toolRequests.ts'
import type { WireFormat } from '../../../../../scripts/torture/toolServer.ts'
import { startToolApp, type ToolApp } from '../../../../support/toolApp.ts'

let app: ToolApp
afterEach(() => app.remove())

const chapters = async () =>
  (await readdir(join(app.project, 'manuscript'))).sort().map((name) => `manuscript/${name}`)
const textOf = (path: string) => readFile(join(app.project, path), 'utf8')

async function logged(taskId: string) {
  const id = taskId.slice(0, taskId.lastIndexOf('~'))
  const file = join(app.project, '.creonow/conversations', `${id}.json`)
  const { events } = JSON.parse(await readFile(file, 'utf8')) as {
    events: { type: string; content: string; metadata: Record<string, unknown> }[]
  }
  return events
}

const formats: readonly WireFormat[] = ['chat', 'messages']
const ls = { name: 'LS', input: { path: 'manuscript' } }

describe.each(formats)('a task over %s', (format) => {
  it('carries out one call, logs it in the text form, and sends it again with its one result', async () => {
    app = await startToolApp(format, [
      { text: '先看看有哪些章节。', calls: [ls] },
      { text: '看完了。The end.' },
    ])
    const task = await app.task('有哪些章节？')
    expect(app.server.faults).toEqual([])
    expect(task).toMatchObject({
      ...{ state: 'finished', answer: '看完了。The end.' },
      spending: { usage: { inputTokens: 8003, cachedInputTokens: 0, outputTokens: 20 } },
    })
    expect(
      task.steps.map(({ number, tool, input, thought, status, notes }) => ({
        number,
        tool,
        input,
        thought,
        status,
        notes,
      })),
    ).toEqual([
      {
        number: 1,
        tool: 'LS',
        input: '{"path":"manuscript"}',
        thought: '先看看有哪些章节。',
        status: 'success',
        notes: [],
      },
      { number: 2, tool: 'Finish', input: undefined, thought: '', status: undefined, notes: [] },
    ])
    const events = await logged(task.taskId)
    expect(events.map(({ type }) => type)).toEqual(['user', 'action', 'observation', 'assistant'])
    expect(events[1]?.content).toBe('Thought: 先看看有哪些章节。\nAction: LS[{"path":"manuscript"}]')
    const [first, second] = app.server.bodies
    const systemText = JSON.parse(frontOf(second ?? { messages: [] }))[1]
    const [request = '', result = ''] = shownTo(second ?? { messages: [] })
    const messages = [
      ['system', systemText],
      ['user', request],
      ['assistant', '先看看有哪些章节。\nAction: LS[{"path":"manuscript"}]'],
      ['user', `[tool] ${result}`],
    ]
    expect(task.steps[1]?.sentHash).toBe(sha256Hex(JSON.stringify(messages)))
    expect(first && second && frontOf(first) === frontOf(second)).toBe(true)
    expect(shownTo(second ?? { messages: [] })).toHaveLength(2)
    expect(shownTo(second ?? { messages: [] })[1]).toContain('.md')
    const { projectId } = app
    expect(await app.invoke('agent:read', { projectId, taskId: task.taskId })).toEqual(task)
  })

  it('runs several reads of one answer, each with its result in the order of the calls', async () => {
    app = await startToolApp(format, (_, number) =>
      number === 1
        ? { calls: names.map((path) => ({ name: 'Read', input: { path, lines: 2 } })) }
        : { text: '读完了。' },
    )
    const names = (await chapters()).slice(0, 3)
    const task = await app.task('读三章')
    expect(app.server.faults).toEqual([])
    expect(task.steps.map(({ number, tool, usage }) => [number, tool, usage?.inputTokens])).toEqual([
      [1, 'Read', 4001],
      [2, 'Read', undefined],
      [3, 'Read', undefined],
      [4, 'Finish', 4002],
    ])
    const results = shownTo(app.server.bodies[1] ?? { messages: [] }).slice(1)
    const firstLines = await Promise.all(names.map(async (path) => (await textOf(path)).split('\n')[0] ?? ''))
    expect(results.map((result, at) => result.includes(firstLines[at] ?? '?'))).toEqual([true, true, true])
    expect((await logged(task.taskId)).map(({ type }) => type)).toEqual([
      ...['user', 'action', 'observation', 'action', 'observation', 'action', 'observation', 'assistant'],
    ])
  })

  it('asks for each write of one answer in order, and a refused one has its result as any other', async () => {
    app = await startToolApp(format, (_, number) =>
      number === 1
        ? {
            text: '读一章，写两份。',
            calls: [
              { name: 'Read', input: { path: chapter } },
              { name: 'Write', input: { path: 'settings/甲.md', content: '甲' } },
              { name: 'Write', input: { path: 'settings/乙.md', content: 'B' } },
              ls,
            ],
          }
        : { text: '好了。' },
    )
    const [chapter = ''] = await chapters()
    const asked: (string | undefined)[] = []
    const task = await app.task('写两份设定', {}, ({ step }) => {
      const path = step?.approval?.files[0]?.path
      asked.push(path)
      return path === '.creonow/settings/甲.md' ? 'no' : 'once'
    })
    expect(app.server.faults).toEqual([])
    expect(asked).toEqual(['.creonow/settings/甲.md', '.creonow/settings/乙.md'])
    expect(task.steps.map(({ tool, status, notes, decision }) => [tool, status, notes, decision])).toEqual([
      ['Read', 'success', [], undefined],
      ['Write', 'error', ['declined'], undefined],
      ['Write', 'success', [], undefined],
      ['LS', 'success', [], undefined],
      ['Finish', undefined, [], undefined],
    ])
    expect([await textOf('.creonow/settings/乙.md'), task.files]).toEqual(['B', ['.creonow/settings/乙.md']])
    await expect(textOf('.creonow/settings/甲.md')).rejects.toThrow('ENOENT')
  })

  it('tells the model what is wrong with arguments, names and forms, and never ends for it', async () => {
    const [bad, empty, list, doubled, slip, unknown] = [
      { name: 'Read', input: { pathh: 1 } },
      { name: 'LS', input: '' },
      { name: 'Read', input: '["x"]' },
      { name: 'LS', input: JSON.stringify(JSON.stringify({ path: 'settings' })) },
      { name: 'LS', input: '{"path": "settings",}' },
      { name: '查 找!', input: '{"a": 1}' },
    ]
    const broken = { name: 'Read', input: '看不懂 nonsense' }
    app = await startToolApp(format, [
      ...[bad, bad, empty, list, doubled, slip, unknown, broken, broken, broken, broken].map((call) => ({
        calls: [call],
      })),
      { text: '好。Good.' },
    ])
    const task = await app.task('试试')
    expect(app.server.faults).toEqual([])
    expect([task.state, task.answer]).toEqual(['finished', '好。Good.'])
    expect(
      task.steps.slice(0, 8).map(({ tool, status, notes, error }) => [tool, status, notes, error?.code]),
    ).toEqual([
      ['Read', 'error', ['badArguments'], 'INVALID_ARGUMENT'],
      ['Read', 'error', ['badArguments'], 'INVALID_ARGUMENT'],
      ['LS', 'success', [], undefined],
      ['Read', 'error', ['badArguments'], 'INVALID_ARGUMENT'],
      ['LS', 'success', ['mended'], undefined],
      ['LS', 'success', ['mended'], undefined],
      ['查 找!', 'error', ['unknownTool'], 'AGENT_TOOL_UNKNOWN'],
      ['Read', 'error', ['malformed'], 'AGENT_STEP_UNREADABLE'],
    ])
    expect(shownTo(app.server.bodies[1] ?? { messages: [] })[1]).toContain('path: ')
  })

  it('carries out nothing of arguments that were cut off at the limit, but the calls in front of them', async () => {
    app = await startToolApp(format, [
      {
        calls: [ls, { name: 'Write', input: '{"path": "settings/雾.md", "content": "半' }],
        ending: 'length',
      },
      { text: '写短一些。' },
    ])
    const task = await app.task('写设定')
    expect(app.server.faults).toEqual([])
    expect(task.steps.map(({ tool, status, notes }) => [tool, status, notes])).toEqual([
      ['LS', 'success', []],
      ['Write', 'error', ['malformed']],
      ['Finish', undefined, []],
    ])
    await expect(textOf('.creonow/settings/雾.md')).rejects.toThrow('ENOENT')
  })

  it('requests again when the connection ends inside arguments, and nothing of them is carried out', async () => {
    app = await startToolApp(
      format,
      [
        { calls: [{ name: 'Write', input: '{"path": "settings/雾.md"' }], ending: 'cut' },
        { calls: [ls] },
        { text: '好。' },
      ],
      { options: { timeouts: { sleep: async () => undefined, random: () => 0 } } },
    )
    const task = await app.task('写设定')
    expect(app.server.faults).toEqual([])
    expect(task.steps.map(({ tool }) => tool)).toEqual(['LS', 'Finish'])
    expect([task.state, app.events.filter(({ type }) => type === 'retrying').length]).toEqual(['finished', 1])
    await expect(textOf('.creonow/settings/雾.md')).rejects.toThrow('ENOENT')
  })

  it('reads a call that is written as text all the same, and a made-up result is no answer', async () => {
    app = await startToolApp(format, [
      { text: '<tool_call>{"name": "LS", "arguments": {"path": "manuscript"}}</tool_call>' },
      { text: '[tool] {"name": "LS", "arguments": {"path": "settings"}}' },
      { text: '[tool] {"status":"success","data":{}}' },
      { text: 'Thought: 够了。\nFinish[完。]' },
    ])
    const task = await app.task('看看')
    expect(app.server.faults).toEqual([])
    expect(task.steps.map(({ tool, input, notes }) => [tool, input, notes])).toEqual([
      ['LS', '{"path":"manuscript"}', ['mended']],
      ['LS', '{"path":"settings"}', ['mended']],
      [undefined, undefined, ['invented', 'malformed']],
      ['Finish', undefined, []],
    ])
    expect(task.answer).toBe('完。')
  })

  it('has a task that was cancelled between the calls of one answer as text in the next one', async () => {
    const write = (name: string) => ({ name: 'Write', input: { path: `settings/${name}.md`, content: name } })
    app = await startToolApp(format, [{ calls: [ls, write('甲'), write('B')] }, { text: '好。' }])
    const { conversationId, state, steps } = await app.task('写', {}, () => 'cancel')
    expect([state, steps.map(({ tool, status }) => [tool, status])]).toEqual([
      'cancelled',
      [
        ['LS', 'success'],
        ['Write', undefined],
      ],
    ])
    const next = await app.task('接着', { conversationId })
    expect([next.state, app.server.faults]).toEqual(['finished', []])
    expect(shownTo(app.server.bodies[1] ?? { messages: [] })[1]).toMatch(/^\[tool\] /)
  })

  it('says nothing of a service that counts definitions of tools as less', async () => {
    app = await startToolApp(format, [{ inputTokens: 900, text: '好。' }])
    expect((await app.task('看看')).steps.map(({ notes }) => notes)).toEqual([[]])
  })

  it('gives thinking back with the calls that it led to, unchanged', async () => {
    app = await startToolApp(format, [
      { thinking: '先列出章节。', text: '看。', calls: [ls] },
      { text: '好。' },
    ])
    await app.task('看看')
    expect(app.server.faults).toEqual([])
    const written = app.server.bodies[1]?.messages.find(({ role }) => role === 'assistant')
    expect(format === 'chat' ? written?.reasoning_content : written?.content?.[0]).toEqual(
      format === 'chat'
        ? '先列出章节。'
        : { type: 'thinking', thinking: '先列出章节。', signature: 'signed:先列出章节。' },
    )
  })

  it('is written as text from the step on at which the service refuses tools, and in later tasks of the conversation', async () => {
    app = await startToolApp(format, (body, number) => {
      if (body.tools) return { refusal: [400, 'tools are not supported'] }
      return number === 2
        ? { text: 'Thought: 看。\nAction: LS[{"path": "manuscript"}]' }
        : { text: 'Finish[好。]' }
    })
    const { steps, state, conversationId } = await app.task('看看')
    expect([state, steps.map(({ tool, notes }) => [tool, notes])]).toEqual([
      'finished',
      [
        ['LS', ['toolsRefused']],
        ['Finish', []],
      ],
    ])
    await app.task('再看看', { conversationId })
    expect(app.server.bodies.map(({ tools }) => tools !== undefined)).toEqual([true, false, false, false])
    await app.task('另一个对话')
    expect(app.server.bodies.map(({ tools }) => tools !== undefined).slice(4)).toEqual([true, false])
  })

  it('goes on as text with the steps that were called before the service refuses tools', async () => {
    app = await startToolApp(format, (body, number) => {
      if (number === 1) return { text: '看。', calls: [ls] }
      return body.tools ? { refusal: [400, 'no'] } : { text: 'Finish[好。]' }
    })
    const task = await app.task('看看')
    expect([task.state, app.server.faults]).toEqual(['finished', []])
    expect(shownTo(app.server.bodies[2] ?? { messages: [] }).join('')).toMatch(
      /Thought: 看。\nAction: LS\[\{"path":"manuscript"\}\]\n\nObservation: 001-/,
    )
  })
})
