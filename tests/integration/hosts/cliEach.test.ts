import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../main/src/app.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'
import type { Script } from '../../support/agentServer.ts'
import { creonowHere } from '../../support/commandHere.ts'
import { type Workplace, workplace } from '../../support/commandLine.ts'
import { startScriptedModel } from '../../support/scriptedModel.ts'

let place: Workplace
let server: Awaited<ReturnType<typeof startScriptedModel>>
beforeEach(async () => {
  place = await workplace()
})
afterEach(async () => {
  await server.close()
  await place.remove()
})

const chapters = 120
const isChapter = (asked: string) => /对书里的每一章各做一遍|为光标所在的这一章写梗概/.test(asked)
const chapterOf = (asked: string) => /^# (第\d+回)$/m.exec(asked)?.[1] ?? ''
const asked = () => server.asked().filter(isChapter).map(chapterOf)
const counted = () => {
  const times = new Map<string, number>()
  for (const chapter of asked()) times.set(chapter, (times.get(chapter) ?? 0) + 1)
  return times
}

/** A book of so many chapters, and a model behind a real address. */
async function prepare(script: Script, count = chapters): Promise<void> {
  const folder = join(place.project, 'manuscript')
  for (const name of await readdir(folder)) await rm(join(folder, name))
  for (let n = 1; n <= count; n += 1)
    await writeFile(
      join(folder, `${String(n).padStart(3, '0')}-第${n}回.md`),
      `# 第${n}回\r\n\r\n　　石青瓷点灯，第${n}次。𠮷\r\n`,
    )
  server = await startScriptedModel(place.dataFolder, script)
}

const main = join(resolve(import.meta.dirname, '..', '..', '..'), 'scripts/creonow.mjs')
const start = (args: readonly string[]) =>
  spawn(process.execPath, [main, ...args, '--project', place.project], {
    env: { ...process.env, CREONOW_DATA_DIR: place.dataFolder },
    stdio: 'ignore',
  })
const here = (args: readonly string[], input = '') =>
  creonowHere([...args, '--project', place.project], place.dataFolder, input)

test('the synopses of 120 chapters survive kills after 5 and after 60 of them: every chapter is written, and paid for twice only where it was under way', {
  tags: ['whole'],
}, async () => {
  let child: ChildProcess | undefined
  let killAt = 5
  await prepare((prompt) => {
    if (asked().length >= killAt) {
      killAt = killAt === 5 ? 60 : Number.POSITIVE_INFINITY
      child?.kill('SIGKILL')
    }
    return `${chapterOf(prompt)}：石青瓷点灯。`
  })
  let kills = 0
  for (let runs = 0; runs < 3; runs += 1) {
    child = start(['synopses', '--yes'])
    const [, signal] = await once(child, 'exit')
    if (signal === 'SIGKILL') kills += 1
  }
  expect(kills).toBe(2)
  const { stderr } = await here(['synopses', '--yes', '--lang', 'zh'])
  expect(stderr).toContain('没有要做的章。')
  const times = counted()
  expect(times.size).toBe(chapters)
  // Three requests at once: a kill costs three answers at most.
  expect(asked().length - chapters).toBeLessThanOrEqual(3 * kills)
  expect(Math.max(...times.values())).toBeLessThanOrEqual(3)
  const stored = await readdir(join(place.project, '.creonow/synopses'))
  expect(stored.filter((name) => name.startsWith('c_'))).toHaveLength(chapters)
})

test('a task that is killed inside ForEach goes on in its conversation where it stood, and nothing is done twice', {
  tags: ['whole'],
}, async () => {
  let child: ChildProcess | undefined
  let isKilled = false
  const call = 'Action: ForEach[{"instruction": "谁点了灯？"}]'
  await prepare((prompt) => {
    if (!isChapter(prompt)) return prompt.includes('40 章有结果') ? 'Finish[石青瓷点了 40 次灯。]' : call
    if (!isKilled && asked().length >= 15) {
      isKilled = true
      child?.kill('SIGKILL')
    }
    return '石青瓷。'
  }, 40)
  child = start(['agent', '谁点了灯', '--yes'])
  await once(child, 'exit')
  const before = asked().length
  const app = await createApp({ dataFolder: place.dataFolder, logger: silentLogger, environment: {} })
  const session = app.createSession({ id: 'after', mayInspect: () => false })
  const ask = async <T>(channel: string, input: object) => {
    const answer = await app.router.dispatch(session, channel, input)
    if (!answer.ok) throw new Error(answer.error.code)
    return answer.data as T
  }
  const { projectId } = await ask<{ projectId: string }>('projects:open', { rootPath: place.project })
  const { tasks } = await ask<{ tasks: { state: string; conversationId: string }[] }>('agent:list', {
    projectId,
  })
  expect(tasks).toMatchObject([{ state: 'interrupted', input: '谁点了灯' }])
  const { agent } = app.services
  const asks: unknown[] = []
  const { conversationId } = tasks[0] ?? {}
  const { taskId, finished } = await agent.start({ projectId, conversationId, input: '接着做' }, (event) => {
    const { approval } = (event.type === 'approval' && event.step) || {}
    if (!approval) return
    asks.push(approval.spend?.requests)
    void agent.approve(event.taskId, approval.approvalId, { decision: 'once' })
  })
  await finished
  expect(await agent.read(projectId, taskId)).toMatchObject({
    state: 'finished',
    answer: '石青瓷点了 40 次灯。',
  })
  expect(asks).toEqual([asked().length - before])
  expect(counted().size).toBe(40)
  expect(asked().length - 40).toBeLessThanOrEqual(3)
  await app.dispose()
})

test('each says the price before it sends anything, asks, and prints the answers by chapter', async () => {
  await prepare((prompt) => `${chapterOf(prompt)}：石青瓷。`, 12)
  const shown = await here(['each', '谁点了灯？', '--preview', '--lang', 'en'])
  expect([shown.code, shown.stdout, server.requests.length]).toEqual([0, '', 0])
  expect(shown.stderr).toMatch(/^Chapters: 12, a request each by script\/m, about \d+ \+ 6000 tokens\.$/m)
  const declined = await here(['each', '谁点了灯？', '--lang', 'en'], 'n\n')
  expect([declined.code, server.requests.length]).toEqual([130, 0])
  const { code, stdout } = await here(['each', '谁点了灯？', '--lang', 'en'], 'y\n')
  expect(code).toBe(0)
  expect(stdout.match(/^第\d+回：石青瓷。$/gm)).toEqual(
    Array.from({ length: 12 }, (_, at) => `第${at + 1}回：石青瓷。`),
  )
  expect(stdout.startsWith('manuscript/001-第1回.md\n')).toBe(true)
  const missing = await here(['each', '--lang', 'en'])
  expect(missing.stderr).toContain('INVALID_ARGUMENT')
})
