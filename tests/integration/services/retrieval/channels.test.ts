import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../support/app.ts'

let test: TestApp
beforeEach(async () => {
  test = await startApp({}, async ({ project }) => {
    await writeFile(
      join(project, 'manuscript', '099-別冊.md'),
      '# 別冊\n\n　　張飛遠走，𠮷野與他同行。\n\n　　翼德在橋頭。\n',
    )
    await mkdir(join(project, '.creonow/characters'), { recursive: true })
    const entry = (id: string, name: string, alias: string, level: string) =>
      writeFile(
        join(project, '.creonow/characters', `${name}.md`),
        `---\nid: ${id}\nname: ${name}\naliases: [${alias}]\naiContextLevel: ${level}\n---\n`,
      )
    await entry('zhang-fei', '张飞', '翼德', 'when_detected')
    await entry('mi', '匿踪氏', '虎口', 'never')
  })
})
afterEach(() => test.remove())

const found = async (query: string) => {
  const { results } = await test.invoke('retrieval:search', {
    projectId: test.projectId,
    queries: [query],
    k: 20,
  })
  return (results[0] ?? []).map(({ text }) => text)
}

/** Starts a rebuild in a session of its own and returns its events when `until` is among them. */
async function rebuild(until: string, cancelAt?: number) {
  const events: { readonly state: string; readonly done: number; readonly total: number }[] = []
  const ended = Promise.withResolvers<void>()
  const session = test.app.createSession({
    id: 'rebuild',
    mayInspect: () => false,
    emit: (name, payload) => {
      if (name !== 'job') return
      const event = payload as (typeof events)[number] & { jobId: string } // by the contract of events
      events.push(event)
      if (event.state === 'running' && event.done === cancelAt)
        void test.app.router.dispatch(session, 'jobs:cancel', { jobId: event.jobId })
      if (event.state === until) ended.resolve()
    },
  })
  session.openProjects.add(test.projectId)
  const answer = await test.app.router.dispatch(session, 'retrieval:rebuild', { projectId: test.projectId })
  expect(answer.ok).toBe(true)
  await ended.promise
  return events
}

describe('retrieval:rebuild', () => {
  it('fills a new index as a job with progress, and everything is found again', async () => {
    const before = await found('沈既明')
    const { total } = await test.invoke('retrieval:status', { projectId: test.projectId })
    const events = await rebuild('done')
    expect(events[0]).toMatchObject({ state: 'running', done: 0, total })
    expect(events.at(-1)).toMatchObject({ state: 'done', done: total, total })
    expect(before.length).toBeGreaterThan(0)
    expect(await found('沈既明')).toEqual(before)
    expect(await test.invoke('retrieval:status', { projectId: test.projectId })).toEqual({
      indexed: total,
      total,
      state: 'ready',
    })
  })

  it('can be cancelled, keeps what it has, and another run completes it', async () => {
    const events = await rebuild('cancelled', 2)
    expect(events.at(-1)?.state).toBe('cancelled')
    await test.app.services.retrieval.ensureIndexed(test.projectId)
    const { indexed, total } = await test.invoke('retrieval:status', { projectId: test.projectId })
    expect(indexed).toBe(total)
  })
})

describe('retrieval:search', () => {
  it('finds Traditional text by a Simplified name and by the other name of the codex', async () => {
    expect(await found('张飞')).toEqual([expect.stringContaining('張飛遠走')])
    expect((await found('张飞在桥头做了什么'))[0]).toContain('翼德在橋頭')
  })

  it('does not use the other names of an entry that is never shown', async () => {
    const names = await test.app.services.codex.namesIn(test.projectId, '张飞與匿踪氏。')
    expect(names).toEqual([['张飞', '翼德']])
    expect(await found('匿踪氏')).toEqual([])
  })
})
