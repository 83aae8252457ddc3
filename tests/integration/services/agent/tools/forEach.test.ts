import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { AgentEvent } from '../../../../../main/src/contract/agent.ts'
import { type AgentApp, startAgentApp } from '../../../../support/agentApp.ts'

let app: AgentApp
afterEach(() => app.remove())

const instruction = '用一句话说这一章谁最后离开。'
const call = (more: object = {}) =>
  `Thought: 每章都要看。\nAction: ForEach[${JSON.stringify({ instruction, ...more })}]`
const finish = 'Thought: 好了。\nFinish[看完了。]'
const isChapter = (asked: string) => asked.includes('对书里的每一章各做一遍')
const chapterOf = (asked: string) => /^# (第.+)$/m.exec(asked)?.[1] ?? ''

/** The model calls the tool first, answers for each chapter, and finishes. */
const script = (action = call()) => {
  const asked = new Set<string>()
  return (prompt: string) => {
    if (isChapter(prompt)) return `${chapterOf(prompt)}：林远。`
    const task = prompt.includes('接着做') ? 'second' : prompt.includes('再看一遍') ? 'third' : 'first'
    if (asked.has(task)) return finish
    asked.add(task)
    return action
  }
}
const chaptersAsked = () => app.server.asked().filter(isChapter).map(chapterOf)
const titles = async () =>
  (await app.invoke('documents:list', { projectId: app.projectId })).documents
    .filter(({ kind, words }) => kind === 'chapter' && words > 0)
    .map(({ title }) => title)
const observation = () => app.server.asked().filter((asked) => !isChapter(asked))[1] ?? ''

test('one instruction is applied to every chapter by a request of its own, after the author has seen what it costs', async () => {
  app = await startAgentApp(script())
  const approvals: NonNullable<AgentEvent['step']>['approval'][] = []
  const task = await app.task('谁最后离开', {}, ({ step }) => {
    approvals.push(step?.approval)
    expect(chaptersAsked()).toEqual([])
    return 'once'
  })
  const all = await titles()
  expect(approvals).toEqual([
    {
      ...{ approvalId: expect.any(String), kind: 'spend', tool: 'ForEach', files: [], doubtful: [] },
      command: instruction,
      spend: { requests: all.length, inputTokens: expect.any(Number), outputTokens: all.length * 500 },
    },
  ])
  expect(chaptersAsked().toSorted()).toEqual(all.toSorted())
  const lines = all.map((title) => `${title}：林远。`)
  expect(
    observation()
      .match(/^.+：林远。$/gm)
      ?.filter((line) => lines.includes(line)),
  ).toEqual(lines)
  const sent = app.server.requests.length
  expect(sent).toBe(all.length + 2)
  // Each request has reported 1,000 tokens and its number.
  expect(task).toMatchObject({
    state: 'finished',
    spending: { usage: { inputTokens: 1000 * sent + (sent * (sent + 1)) / 2, outputTokens: 10 * sent } },
  })
})

test('an author who declines the price sends nothing', async () => {
  app = await startAgentApp(script())
  const task = await app.task('谁最后离开', {}, () => 'no')
  expect(chaptersAsked()).toEqual([])
  expect(task.steps[0]).toMatchObject({ status: 'error', error: { code: 'AGENT_REFUSED' } })
})

test('a task that is stopped in the middle goes on where it stood, and asks about no chapter twice', async () => {
  let cancel = () => {}
  const answer = script()
  app = await startAgentApp((asked) => {
    if (isChapter(asked) && chaptersAsked().length === 4) cancel()
    return answer(asked)
  })
  const stopped = app.task('谁最后离开', {}, ({ taskId }) => {
    cancel = () => void app.call('agent:cancel', { taskId })
    return 'once'
  })
  const { state, conversationId } = await stopped
  expect(state).toBe('cancelled')
  await app.app.services.bookJobs.drain()
  const before = chaptersAsked()
  const all = await titles()
  expect(before.length).toBeLessThan(all.length)
  const approvals: unknown[] = []
  const task = await app.task('接着做', { conversationId }, ({ step }) => {
    approvals.push(step?.approval?.spend?.requests)
    return 'once'
  })
  expect(task.state).toBe('finished')
  const { jobs } = await app.invoke('jobs:list', { projectId: app.projectId })
  expect(jobs.map((job) => [job.state, job.done, job.total])).toEqual([['done', all.length, all.length]])
  // What was under way when it was stopped may be asked about again.
  expect(chaptersAsked().length - all.length).toBeLessThanOrEqual(3)
  expect(approvals).toEqual([chaptersAsked().length - before.length])
})

test('the same instruction in the same conversation costs nothing again, and needs no approval', async () => {
  app = await startAgentApp(script())
  const { conversationId } = await app.task('谁最后离开')
  const before = chaptersAsked().length
  const asked: unknown[] = []
  const task = await app.task('再看一遍', { conversationId }, ({ step }) => {
    asked.push(step?.approval)
    return 'once'
  })
  expect([task.state, asked, chaptersAsked().length]).toEqual(['finished', [], before])
})

test('another model is asked anew, and its price shown', async () => {
  app = await startAgentApp(script())
  const { conversationId } = await app.task('谁最后离开')
  const [own] = (await app.invoke('settings:get', {})).providers
  if (!own) throw new Error('no provider')
  await app.invoke('settings:update', { patch: { providers: [{ ...own, models: ['m', 'n'] }] } })
  const before = chaptersAsked().length
  const requests: unknown[] = []
  await app.task('接着做', { conversationId, modelId: `${own.id}/n` }, ({ step }) => {
    requests.push(step?.approval?.spend?.requests)
    return 'once'
  })
  expect([requests, chaptersAsked().length]).toEqual([[before], 2 * before])
})

test('answers that cannot be had end the call with their reason, and what they have cost is in the task', async () => {
  const answer = script()
  app = await startAgentApp((prompt) =>
    isChapter(prompt) && chaptersAsked().length > 2 ? '' : answer(prompt),
  )
  const task = await app.task('谁最后离开')
  const [step] = task.steps
  expect([step?.status, step?.error?.code]).toEqual(['error', 'AI_EMPTY'])
  expect(observation()).toContain('：林远。')
  const sent = app.server.requests.length
  expect(task.spending?.usage.outputTokens).toBe(10 * sent)
})

test('a chapter that has only its title is not asked about, the others are', async () => {
  app = await startAgentApp(script(), {}, async ({ project }) => {
    await writeFile(join(project, 'manuscript/012-空.md'), '# 第十二章\n')
  })
  const all = (await titles()).length
  await app.task('谁最后离开')
  expect(chaptersAsked()).toHaveLength(all - 1)
})

test('a pattern chooses the chapters, and one that fits none is an error that says so', async () => {
  app = await startAgentApp(script(call({ files: 'manuscript/00[12]*' })))
  const none = await app.task('谁最后离开')
  expect(none.steps[0]?.error?.code).toBe('NOT_FOUND')
  await app.remove()
  app = await startAgentApp(script(call({ files: 'manuscript/00{1,2}*' })))
  await app.task('谁最后离开')
  expect(chaptersAsked().toSorted()).toEqual((await titles()).slice(0, 2).toSorted())
})
