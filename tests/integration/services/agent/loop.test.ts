import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createApp } from '../../../../main/src/app.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { type AgentApp, startAgentApp } from '../../../support/agentApp.ts'
import { beginStream, sendDelta, sendUsage, startChatServer } from '../../../support/chatServer.ts'
import { tagWholeBut } from '../../../support/whole.ts'

let app: AgentApp
afterEach(() => app.remove())

const plan = (state: string) =>
  `Thought: 先列计划。\nAction: TodoWrite[{"todos":[{"text":"找林远","state":"${state}"}]}]`
const finish = 'Thought: 好了。\nFinish[找完了，共两处。]'

const preferences = () => join(app.project, '.creonow/memory/preferences.json')

async function logged(taskId: string) {
  const id = taskId.slice(0, taskId.lastIndexOf('~'))
  const file = join(app.project, '.creonow/conversations', `${id}.json`)
  return JSON.parse(await readFile(file, 'utf8')) as {
    events: { type: string; role: string; content: string; metadata: Record<string, unknown> }[]
  }
}

test('the request of a round has the order L1, L2, history, input, scratchpad, recap, and its log has it step by step', async () => {
  app = await startAgentApp([plan('doing'), plan('done'), finish])
  await writeFile(join(app.project, 'code_law.md'), '不要改对话。apiKey=sk-THIS_SHOULD_BE_REDACTED\n')
  const task = await app.task('把林远找出来')
  expect(task).toMatchObject({
    ...{ state: 'finished', answer: '找完了，共两处。', isExample: false },
    todos: [{ text: '找林远', state: 'done' }],
    spending: { usage: { inputTokens: 3006, cachedInputTokens: 1800, outputTokens: 30 } },
  })
  expect(task.steps.map(({ number, tool, status }) => [number, tool, status])).toEqual([
    [1, 'TodoWrite', 'success'],
    [2, 'TodoWrite', 'success'],
    [3, 'Finish', undefined],
  ])
  const last = app.server.asked()[2] ?? ''
  const order = [
    '【工具】',
    '不要改对话。',
    '【作者的要求】',
    '把林远找出来',
    plan('doing'),
    '\n\nObservation: ',
    '【计划】',
  ]
  const places = order.map((words) => last.indexOf(words))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(last).not.toContain('sk-THIS_SHOULD_BE_REDACTED')
  // Inside a round the prompt only grows, up to what stands last.
  const [first = '', second = ''] = app.server.asked()
  expect(second.startsWith(first.slice(0, first.lastIndexOf('【接下来】')))).toBe(true)
  const { events } = await logged(task.taskId)
  expect(events.map(({ type, role }) => `${type}/${role}`)).toEqual([
    ...['user/user', 'action/assistant', 'observation/tool', 'plan/assistant'],
    ...['action/assistant', 'observation/tool', 'plan/assistant', 'assistant/assistant'],
  ])
  expect(events[1]?.content).toBe(plan('doing'))
  expect(events[2]).toMatchObject({ metadata: { tool_name: 'TodoWrite', step: 1 } })
  expect(Object.keys(JSON.parse(events[2]?.content ?? ''))).toEqual(['status', 'data'])
  // The usage of the last request decides whether the next task begins with a compaction.
  expect(events.at(-1)?.metadata.usage).toMatchObject({ inputTokens: 1003, outputTokens: 10 })
  const { projectId } = app
  expect(await app.invoke('agent:read', { projectId, taskId: task.taskId })).toEqual(task)
})

test('the author’s settings are sent behind the tools, redacted, and nothing is sent when nothing is set', async () => {
  app = await startAgentApp(['Finish[好。]', 'Finish[好。]'])
  await rm(preferences())
  await app.task('看看')
  const author = { style: '先说结论，apiKey=sk-THIS_SHOULD_BE_REDACTED', timeZone: 'Asia/Tokyo' } as const
  await app.invoke('settings:update', { patch: { author } })
  await app.task('再看看')
  const [before = '', after = ''] = app.server.asked()
  expect(before).not.toContain('【作者】')
  const [, told = ''] = /\n\n【作者】\n([\s\S]*?)\n\n/.exec(after) ?? []
  expect(told).toBe(
    '回答用的语言：与作品相同\n回答的风格：先说结论，apiKey=***REDACTED***\n时区：Asia/Tokyo\n写作时间：不固定',
  )
  expect(after.indexOf('【工具】')).toBeLessThan(after.indexOf('【作者】'))
  expect(after.indexOf('【作者】')).toBeLessThan(after.indexOf('【作者的要求】'))
})

test('a task gets the confirmed preferences, the surest first and redacted, and no proposed one', async () => {
  app = await startAgentApp(['Finish[好。]', 'Finish[好。]'])
  const { projectId } = app
  await rm(preferences())
  const save = (text: string, more: object) =>
    app.invoke('memory:save', { projectId, preference: { text, kind: 'style', ...more } })
  await save('少用感叹号', { confidence: 0.7 })
  await save('动作场景用短句，\n口令 apiKey=sk-THIS_SHOULD_BE_REDACTED', { confidence: 0.9 })
  await save('不写“仿佛”', { confidence: 0.8, asConstraint: true })
  const path = preferences()
  const file = JSON.parse(await readFile(path, 'utf8'))
  const proposed = { ...file.preferences[0], id: 'guess', text: '多写天气', status: 'proposed' }
  await writeFile(path, JSON.stringify({ ...file, preferences: [...file.preferences, proposed] }))
  await app.task('把第一章改顺')
  const told = [
    '写作偏好：动作场景用短句， 口令 apiKey=***REDACTED***',
    '写作偏好：不写“仿佛”',
    '写作偏好：少用感叹号',
  ]
  expect(app.server.asked()[0]).toContain(`\n\n【作者】\n${told.join('\n')}\n\n`)

  // A broken file keeps no task from its work.
  await writeFile(path, '{')
  expect((await app.task('再改')).answer).toBe('好。')
})

test('a finished round is sent as the log has it, and the open one only once', async () => {
  app = await startAgentApp([plan('done'), finish, 'Finish[还有一处。]'])
  const { conversationId } = await app.task('把林远找出来')
  const next = await app.task('还有吗', { conversationId })
  expect(next.answer).toBe('还有一处。')
  const messages = app.server.requests[2]?.body.messages as { role: string; content: string }[]
  expect(messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
  ])
  expect(messages[1]?.content).toBe('把林远找出来')
  expect(messages[2]?.content).toBe(plan('done'))
  expect(messages[3]?.content).toMatch(/^\[tool\] \{"status":"success"/)
  expect(messages[4]?.content).toBe('Finish[找完了，共两处。]')
  expect(messages.filter(({ content }) => content.includes('还有吗'))).toHaveLength(1)
})

test('an invented observation, a malformed step and an unknown tool are each reported to the model, shown and counted', async () => {
  app = await startAgentApp([
    `${plan('done')}\nObservation: 全部改完了\nThought: 结束\nFinish[假的]`,
    'Thought: 我觉得可以直接改。',
    'Thought: 试试。\nAction: Delete[{"path":"manuscript"}]',
    "Thought: 再列。\nAction: TodoWrite[{todos:[{text:'找林远',state:'done'}],}]",
    finish,
  ])
  const task = await app.task('把林远找出来')
  expect(task.state).toBe('finished')
  expect(task.steps.map(({ notes }) => notes)).toEqual([
    ['invented'],
    ['malformed'],
    ['unknownTool'],
    ['mended'],
    [],
  ])
  expect(task.steps.map(({ error }) => error?.code)).toEqual([
    ...[undefined, 'AGENT_STEP_UNREADABLE', 'AGENT_TOOL_UNKNOWN', undefined, undefined],
  ])
  const asked = app.server.asked()
  expect(asked[1]).not.toContain('全部改完了')
  expect(asked[1]).toContain('那一段没有采用')
  expect(asked[2]).toContain('Action: 工具名[{"参数": "值"}]')
  expect(asked[3]).toContain('没有“Delete”这个工具')
})

test('three unreadable steps in a row end the task, and it says why', async () => {
  app = await startAgentApp(['Thought: 不会。', 'Thought: 还是不会。', 'Thought: 真的不会。', finish])
  const task = await app.task('把林远找出来')
  expect(task).toMatchObject({ state: 'failed', error: { code: 'AGENT_UNREADABLE' } })
  expect(app.server.requests).toHaveLength(3)
})

test('prose without an action is the answer of a task', async () => {
  app = await startAgentApp([plan('done'), '找完了，共两处。\n第一处在第一章。'])
  const task = await app.task('把林远找出来')
  expect(task).toMatchObject({ state: 'finished', answer: '找完了，共两处。\n第一处在第一章。' })
})

test('a task takes calls in the dialect of its model, with names that other assistants use', async () => {
  app = await startAgentApp([
    '<tool_call>{"name": "list_dir", "arguments": {"directory": "manuscript"}}</tool_call>',
    '<invoke name="read_file"><parameter name="file_path">manuscript/007-旧码头.md</parameter></invoke>',
    finish,
  ])
  const task = await app.task('把林远找出来')
  expect(task.state).toBe('finished')
  expect(task.steps.slice(0, 2).map(({ status, notes }) => [status, notes])).toEqual([
    ['success', ['mended']],
    ['success', ['mended']],
  ])
})

test('of several calls in one answer the first is carried out, and the model is told that the others were not', async () => {
  const call = (path: string) => `<tool_call>{"name": "LS", "arguments": {"path": "${path}"}}</tool_call>`
  app = await startAgentApp([`${call('manuscript')}\n${call('.creonow')}`, finish])
  const task = await app.task('把林远找出来')
  expect(task.steps.map(({ notes }) => notes)).toEqual([['invented', 'mended'], []])
  expect(app.server.asked()[1]).toContain('那一段没有采用')
})

test('the third equal call in a row asks the author, is carried out once if he wants it, and the next asks again', async () => {
  app = await startAgentApp((_asked, step) => (step <= 5 ? 'Action: LS[{"path": "manuscript"}]' : finish))
  const asked: unknown[] = []
  const task = await app.task('把林远找出来', {}, ({ step }) => {
    asked.push([step?.number, step?.approval])
    return 'once'
  })
  const approval = {
    ...{ approvalId: expect.any(String), kind: 'repeat', tool: 'LS', files: [], doubtful: [] },
    command: 'LS {"path":"manuscript"}',
  }
  expect(asked).toEqual([
    [3, approval],
    [4, approval],
    [5, approval],
  ])
  expect(task.state).toBe('finished')
  expect(task.steps.map(({ error }) => error)).toEqual(Array(6).fill(undefined))
})

test('“always” is refused for a call that comes again', async () => {
  app = await startAgentApp((_asked, step) => (step <= 3 ? 'Action: LS[]' : finish))
  const codes: unknown[] = []
  await app.task('把林远找出来', {}, ({ taskId, step }) => {
    const approvalId = step?.approval?.approvalId ?? ''
    void app
      .call('agent:approve', { taskId, approvalId, decision: 'always' })
      .then((answer) => codes.push(answer.error?.code))
    return 'no'
  })
  expect(codes).toEqual(['FORBIDDEN'])
})

test('the same call that the author declines is not carried out, and a model that goes on so is stopped', async () => {
  app = await startAgentApp(() => 'Action: LS[]')
  const task = await app.task('把林远找出来', {}, () => 'no')
  expect(task).toMatchObject({ state: 'failed', error: { code: 'AGENT_REPEATS' } })
  expect(task.steps.map(({ error }) => error?.code)).toEqual([
    ...[undefined, undefined, 'AGENT_REPEATS', 'AGENT_REPEATS', 'AGENT_REPEATS', undefined],
  ])
  expect(app.server.requests).toHaveLength(6)
  expect(app.server.asked()[3]).toContain('请换一个做法')
})

test('calls that differ only in their block, or far behind in a long text, are not equal', async () => {
  const block = (n: number) =>
    `Action: Write[{"path":"manuscript/010-灯.md"}]\n\`\`\`\n${'　　雾散了。\n'.repeat(900)}第${n}次\n\`\`\``
  app = await startAgentApp([block(1), block(2), block(3), block(4), finish])
  const task = await app.task('写第十章')
  const codes = task.steps.map(({ error }) => error?.code)
  expect([task.state, codes.includes('AGENT_REPEATS')]).toEqual(['finished', false])
})

test('the model is told how many times it has made the same call', async () => {
  app = await startAgentApp(() => 'Action: LS[]')
  await app.task('把林远找出来', {}, () => 'no')
  expect(app.server.asked()[4]).toContain('已经连着 4 次')
})

test('a call that comes again after another one is carried out', async () => {
  const steps = ['Action: LS[]', 'Action: LS[]', plan('done'), 'Action: LS[]', 'Action: LS[]', finish]
  app = await startAgentApp(steps)
  const task = await app.task('把林远找出来')
  expect([task.state, task.steps.flatMap(({ error }) => error ?? [])]).toEqual(['finished', []])
})

test('the limit of steps ends a task, and the log says so to the next round', async () => {
  app = await startAgentApp(() => plan('doing'))
  const task = await app.task('把林远找出来', { maxSteps: 2 })
  expect(task).toMatchObject({ state: 'limit', answer: '', maxSteps: 2 })
  expect(task.steps).toHaveLength(2)
  const { events } = await logged(task.taskId)
  expect(events.at(-1)).toMatchObject({ type: 'assistant', metadata: { ended: 'limit' } })
})

test('a task goes on past 40 steps while each brings something new, and stops after 40 in a row that do not', {
  tags: ['whole'],
}, async () => {
  const read = (n: number) => `Action: Grep[{"pattern": "第${n}次"}]`
  app = await startAgentApp((_, number) => (number <= 45 ? read(number) : read(1 + (number % 2))))
  const task = await app.task('把林远找出来')
  expect(task).toMatchObject({ state: 'limit', answer: '' })
  expect('maxSteps' in task).toBe(false)
  expect(task.steps).toHaveLength(85)
})

test('cancel ends a task at once, and only its own session may', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  app = await startAgentApp(async (_, number) => {
    if (number > 1) await held
    return plan('doing')
  })
  const { projectId } = app
  const ended = app.task('把林远找出来')
  while (app.server.requests.length < 2) await new Promise((resolve) => setImmediate(resolve))
  const { taskId = '' } = app.events[0] ?? {}
  expect(await app.codeOf('agent:cancel', { taskId })).toBe('NOT_FOUND')
  expect(await app.call('agent:run', { projectId, input: '再来' })).toMatchObject({
    error: { code: 'CONFLICT', details: { why: 'working' } },
  })
  expect(await app.call('agent:cancel', { taskId })).toMatchObject({ data: { cancelled: true } })
  expect(await ended).toMatchObject({ state: 'cancelled' })
  expect(await app.call('agent:cancel', { taskId })).toMatchObject({ data: { cancelled: false } })
  release()
})

test('what came of a step that breaks off is counted, though its usage came before it', async () => {
  app = await startAgentApp([])
  const server = await startChatServer((response) => {
    beginStream(response)
    sendUsage(response, { prompt_tokens: 1000, completion_tokens: 1, total_tokens: 1001 })
    sendDelta(response, `Thought: ${'先看第三回，再看第四回。'.repeat(20)}`)
    setTimeout(() => response.destroy(), 50)
  })
  const provider = { id: 'cut', name: '断', baseUrl: server.baseUrl, models: ['m'] }
  await app.invoke('settings:update', { patch: { providers: [provider], defaultModelId: 'cut/m' } })
  const task = await app.task('把林远找出来')
  await server.close()
  expect(task).toMatchObject({ state: 'failed', spending: { usage: { inputTokens: 1000, estimated: true } } })
  expect(task.spending?.usage.outputTokens).toBeGreaterThan(100)
})

test('CODE_LAW.md takes effect on the step after it was changed', async () => {
  app = await startAgentApp(async (_, number) => {
    await writeFile(join(app.project, 'CODE_LAW.md'), `第${number}条规矩\n`)
    return number < 3 ? plan('doing') : finish
  })
  await app.task('把林远找出来')
  expect(app.server.asked().map((asked) => /第\d条规矩/.exec(asked)?.[0])).toEqual([
    undefined,
    '第1条规矩',
    '第2条规矩',
  ])
})

test('what came of a task is read from its conversation after a restart; one that was cut short is interrupted', async () => {
  app = await startAgentApp([plan('done'), finish])
  const task = await app.task('把林远找出来')
  const { projectId } = app
  const folder = join(app.project, '.creonow/conversations')
  const [name = ''] = await readdir(folder)
  const stored = JSON.parse(await readFile(join(folder, name), 'utf8'))
  expect(await app.invoke('agent:list', { projectId })).toMatchObject({
    tasks: [{ taskId: task.taskId, state: 'finished' }],
  })
  stored.events.pop()
  await writeFile(join(folder, name), JSON.stringify(stored))
  const again = await app.invoke('agent:read', { projectId, taskId: task.taskId })
  expect(again).toMatchObject({ state: 'interrupted', input: '把林远找出来', todos: task.todos })
  expect(again.steps).toEqual(task.steps.slice(0, 1))
})

for (const steps of [5, 60])
  test(
    `a task that was killed after ${steps} steps goes on from them, and none is forgotten`,
    tagWholeBut(steps === 5),
    async () => {
      const chapter = (n: number) => `manuscript/1${String(n).padStart(2, '0')}-灯.md`
      const write = (n: number) =>
        `Thought: 写第${n}段。\nAction: Write[{"path":"${chapter(n)}"}]\n\`\`\`\n# 第${n}回\n\n${'　　雾散了。'.repeat(40)}\n\`\`\``
      app = await startAgentApp((_, number) => (number <= steps ? write(number) : 'Finish[写完了。]'))
      const first = await app.task('写六十回', { maxSteps: 100 })
      const id = first.taskId.slice(0, first.taskId.lastIndexOf('~'))
      const path = join(app.project, '.creonow/conversations', `${id}.json`)
      const log = JSON.parse(await readFile(path, 'utf8'))
      // As it is when the process was killed: without its end.
      log.events.pop()
      await writeFile(path, JSON.stringify(log))
      const { projectId } = app
      const killed = await app.invoke('agent:read', { projectId, taskId: first.taskId })
      expect([killed.state, killed.files.length, killed.editId]).toEqual(['interrupted', steps, first.editId])
      const next = await app.task('接着做', { conversationId: id })
      expect(next.state).toBe('finished')
      const asked = app.server.asked().at(-1) ?? ''
      for (let n = 1; n <= steps; n += 1) expect(asked).toContain(chapter(n))
      expect(asked).toContain('程序在这里退出了')
      expect(JSON.parse(await readFile(path, 'utf8')).events.slice(0, log.events.length)).toEqual(log.events)
    },
  )

test('a task that runs when the host ends is there after the restart, and the next one of its conversation goes on from its steps', async () => {
  const secondStep = Promise.withResolvers<void>()
  app = await startAgentApp(async (_, number) => {
    if (number !== 2) return number === 1 ? plan('doing') : finish
    secondStep.resolve()
    return new Promise<string>(() => {})
  })
  const { projectId, dataFolder, project } = app
  const { data } = await app.call('agent:run', { projectId, input: '把林远找出来' })
  const { taskId, conversationId } = data as { taskId: string; conversationId: string }
  await secondStep.promise
  await app.app.dispose()
  const again = await createApp({ dataFolder, logger: silentLogger, environment: {} })
  try {
    const ended = Promise.withResolvers<void>()
    const session = again.createSession({
      ...{ id: 'again', mayInspect: () => false },
      emit: (name, payload) => {
        if (name === 'agent' && (payload as { type: string }).type === 'done') ended.resolve()
      },
    })
    const ask = (channel: string, input: object) => again.router.dispatch(session, channel, input)
    await ask('projects:open', { rootPath: project })
    expect(await ask('agent:read', { projectId, taskId })).toMatchObject({
      data: {
        state: 'cancelled',
        todos: [{ text: '找林远', state: 'doing' }],
        steps: [{ tool: 'TodoWrite' }],
      },
    })
    await ask('agent:run', { projectId, conversationId, input: '接着做' })
    await ended.promise
    const last = app.server.asked().at(-1) ?? ''
    expect(last.indexOf(plan('doing'))).toBeGreaterThan(last.indexOf('把林远找出来'))
    expect(last.lastIndexOf('接着做')).toBeGreaterThan(last.indexOf(plan('doing')))
  } finally {
    await again.dispose()
  }
})

test('without a key the offline example plays a task, changes nothing and says that it is an example', async () => {
  app = await startAgentApp([])
  const before = await readdir(join(app.project, 'manuscript'))
  const task = await app.task('看看这本书', { modelId: 'fake' })
  expect(task).toMatchObject({ state: 'finished', isExample: true })
  expect(task.answer).toContain('离线示例')
  expect(await readdir(join(app.project, 'manuscript'))).toEqual(before)
  expect(app.server.requests).toHaveLength(0)
})
