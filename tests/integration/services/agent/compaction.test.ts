import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { soundSummary } from '../../../../bench/cache/soundSummary.ts'
import { type AgentApp, startAgentApp } from '../../../support/agentApp.ts'
import { tokenizer } from '../../../support/engine.ts'
import { writeNovel } from '../../../support/novel.ts'
import { talkEvent } from '../../../support/talk.ts'

let app: AgentApp
let patience: AbortController
afterEach(() => app.remove())

const conversationId = 'long'
const file = () => join(app.project, `.creonow/conversations/${conversationId}.json`)
const goal = '核对灯塔的事'
const sound = (asked: string) => soundSummary(goal, asked)
const finish = 'Finish[灯是许三娘点的。]'
const isSummary = (asked: string) => asked.includes('归档成一份摘要')

/** Finished tasks of four events each; what the last step took is `usedTokens`. */
function tasks(count: number, usedTokens: number) {
  const last = { usage: { inputTokens: usedTokens - 10, cachedInputTokens: 0, outputTokens: 10 } }
  return Array.from({ length: count }, (_, n) => [
    talkEvent(4 * n, 'user', `第${n}件：${'许三娘那天为什么没有点灯？她看见船了没有？'.repeat(4)}`),
    talkEvent(4 * n + 1, 'action', `Thought: 找灯。\nAction: Grep[{"pattern":"灯${n}"}]`, {
      ...{ tool_name: 'Grep', step: 1 },
      ...(n === count - 1 ? last : {}),
    }),
    talkEvent(4 * n + 2, 'observation', `{"status":"success","data":{"lines":["　　灯${n}灭了。𠮷"]}}`, {
      ...{ tool_name: 'Grep', step: 1 },
    }),
    talkEvent(4 * n + 3, 'assistant', `第${n}答：${'因为钥匙要等到潮水退尽才交出来。'.repeat(6)}`),
  ]).flat()
}

async function start(events: ReturnType<typeof tasks>, summary: (asked: string) => Promise<string> | string) {
  patience = new AbortController()
  app = await startAgentApp(
    (asked) => (isSummary(asked) ? summary(asked) : finish),
    { timeouts: { createSummaryTimeout: () => patience.signal } },
    async ({ project }) => {
      await writeNovel(project, {
        '.creonow/project.json': '{"id":"long-talk","name":"灯塔","language":"zh"}',
        'manuscript/001-雾.md': '# 雾\r\n\r\n　　灯塔亮了。\r\n',
      })
      const at = '2026-03-01T08:00:00.000Z'
      const about = { version: 1, id: conversationId, title: '灯塔', createdAt: at, updatedAt: at }
      await mkdir(join(project, '.creonow/conversations'), { recursive: true })
      await writeFile(
        join(project, `.creonow/conversations/${conversationId}.json`),
        JSON.stringify({ ...about, events }),
      )
    },
  )
}
type Message = { readonly role: string; readonly content: string }
const messagesOf = (request: number) => app.server.requests[request]?.body.messages as Message[]
const compactions = () =>
  app.events.flatMap(({ type, task }) => (type === 'compaction' ? [task?.compaction] : []))

// The window of a model nobody knows is 32,768 tokens; four fifths of it are 26,214.4.
test('a task that its conversation leaves no room for begins with a compaction, and the summary goes in L3', async () => {
  await start(tasks(25, 26_200), sound)
  const task = await app.task('灯是谁点的？请核对全部章节，写出出处。', { conversationId })
  expect(task).toMatchObject({ state: 'finished', answer: '灯是许三娘点的。' })
  expect(app.server.requests).toHaveLength(2)
  const [asked = [], step = []] = [messagesOf(0), messagesOf(1)]
  expect(asked[0]).toEqual(step[0])
  expect(asked.at(-1)?.content).toContain('归档成一份摘要')
  expect(step[1]?.content).toMatch(
    /^<archived-session-summary>\n## 📌 Archived Session Summary\n\*\(Contains context from 2026-03-01T08:00:00.000Z to /,
  )
  expect(step[1]?.content).toContain(goal)
  expect(step.at(-1)?.content).toContain('灯是谁点的？请核对全部章节')
  // Ten rounds at least stay whole, the newest, call and result in turns.
  const kept = step.filter(({ content }) => content.startsWith('[tool] '))
  expect(kept.length).toBeGreaterThanOrEqual(10)
  expect(kept.length).toBeLessThan(25)
  expect(kept.at(-1)?.content).toContain('灯24灭了。𠮷')
  expect(step.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(0.5 * 32_768)
  const gone = (25 - kept.length) * 4
  expect(compactions()).toEqual([
    { state: 'working', messages: 0 },
    { state: 'summary', messages: gone },
  ])
  // It is there after a restart, in the log, which keeps everything and takes it back in one step.
  const log = JSON.parse(await readFile(file(), 'utf8')).events
  expect(log.slice(0, 100)).toEqual(tasks(25, 26_200))
  expect(task.compaction).toEqual({ state: 'summary', messages: gone })
  const { tasks: known } = await app.invoke('agent:list', { projectId: app.projectId })
  expect(known.find(({ taskId }) => taskId === task.taskId)?.compaction).toEqual(task.compaction)
})

test('as many rounds stay as the author has set, where he sets more than there would be', async () => {
  const staying: number[] = []
  for (const keptRounds of [10, 18]) {
    await start(tasks(25, 26_300), sound)
    await app.invoke('settings:update', { patch: { keptRounds } })
    await app.task('灯是谁点的？', { conversationId })
    staying.push(
      (messagesOf(app.server.requests.length - 1) ?? []).filter(({ content }) =>
        content.startsWith('[tool] '),
      ).length,
    )
    if (keptRounds < 18) await app.remove()
  }
  expect(staying[1]).toBe(18)
  expect(staying[0]).toBeLessThan(18)
})

test('ten rounds of prose that exceed half of the window are all sent, in half of it', async () => {
  const prose = (n: number) => `第${n}答：${'许三娘提着灯走过石阶，𠮷字旗在雾里一动不动。'.repeat(90)}`
  const events = tasks(10, 26_300).map((event, at) =>
    event.type === 'assistant' ? { ...event, content: prose(Math.floor(at / 4)) } : event,
  )
  await start(events, sound)
  const task = await app.task('灯呢？', { conversationId })
  expect(task).toMatchObject({ state: 'finished', compaction: { state: 'shortened', messages: 0 } })
  expect(app.server.requests).toHaveLength(1)
  const step = messagesOf(0)
  expect(step.filter(({ content }) => /^第\d+答：/.test(content))).toHaveLength(10)
  const tokens = tokenizer.count(step.map(({ content }) => content).join('\n'))
  expect(tokens).toBeLessThan(0.5 * 32_768)
  expect(JSON.parse(await readFile(file(), 'utf8')).events.slice(0, 40)).toEqual(events)
})

test('nothing is compacted below four fifths, or with fewer than three messages', async () => {
  await start(tasks(25, 26_000), sound)
  await app.task('灯呢？', { conversationId })
  await app.remove()
  await start(tasks(1, 30_000).slice(0, 2), sound)
  await app.task('灯呢？', { conversationId })
  expect(app.server.requests).toHaveLength(1)
  expect([compactions(), app.server.asked().some(isSummary)]).toEqual([[], false])
})

test('a summary that takes too long is given up with a notice, and the task goes on with its newest rounds', async () => {
  await start(tasks(25, 26_300), () => {
    patience.abort()
    return new Promise(() => {})
  })
  const task = await app.task('灯呢？', { conversationId })
  expect([task.state, task.compaction?.state]).toEqual(['finished', 'timedOut'])
  expect(await readFile(file(), 'utf8')).toContain(
    'Summary generation timed out, keeping recent history only.',
  )
  expect(messagesOf(1)?.[1]?.content).toMatch(
    /keeping recent history only\.\n\n### 🧷 [\s\S]*<\/archived-session-summary>\n\n第\d+件：/,
  )
})

test('cancelling while it sums up ends the task, and the history is what it was', async () => {
  await start(tasks(25, 26_300), async () => {
    await app.call('agent:cancel', { taskId: app.events[0]?.taskId ?? '' })
    return new Promise(() => {})
  })
  const task = await app.task('灯呢？', { conversationId })
  expect(task.state).toBe('cancelled')
  expect(await readFile(file(), 'utf8')).not.toContain('"type": "summary"')
  expect(app.server.requests).toHaveLength(1)
})

test('a model that fails at it does not stop the task', async () => {
  await start(tasks(25, 26_300), () => Promise.resolve(''))
  const task = await app.task('灯呢？', { conversationId })
  expect(task.state).toBe('finished')
  expect(compactions().map((compaction) => compaction?.state)).toEqual(['working', 'failed'])
})
