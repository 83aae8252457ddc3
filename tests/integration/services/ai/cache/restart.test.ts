import { afterEach, expect, test } from 'vitest'
import { createApp } from '../../../../../main/src/app.ts'
import { contract } from '../../../../../main/src/contract/index.ts'
import { silentLogger } from '../../../../../main/src/lib/logger.ts'
import type { TestApp } from '../../../../support/app.ts'
import { messages, startCachingServer } from '../../../../support/cachingServer.ts'
import { prose, startNovel } from '../../../../support/novel.ts'
import { runAgainst } from '../../../../support/runAgainst.ts'
import { marksCache } from '../../../../support/simulatedCache.ts'

const chapter = 'manuscript/001.md'
const files = {
  [chapter]: `# 第一章\r\n\r\n　　${prose(6000)}`,
  '.creonow/rules/style.md': `${prose(900, '旧港')}\n`,
}
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** The same data folder and novel in an app that was just started. */
async function restarted(novel: TestApp): Promise<TestApp> {
  await novel.app.dispose()
  const app = await createApp({
    ...{ dataFolder: novel.dataFolder, logger: silentLogger, environment: {}, fakePauseMs: 0 },
  })
  const session = app.createSession({ id: 'again', mayInspect: () => true })
  const invoke: TestApp['invoke'] = async (channel, input) => {
    const answer = await app.router.dispatch(session, channel, input)
    if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.message}`)
    return contract[channel].output.parse(answer.data) as never // by the contract of the channel
  }
  await invoke('projects:open', { rootPath: novel.project })
  return { ...novel, app, invoke }
}

test('the first run after a restart is judged by what was sent before it, and a miss is not reported twice', async () => {
  const server = await startCachingServer({ cache: marksCache(), answer: messages })
  const broken = { ask: () => ({ read: 0, written: 0, writtenLong: 0, total: 9000 }) }
  const silent = await startCachingServer({ cache: broken, answer: messages })
  let novel = await startNovel(files)
  ends.push(server.close, silent.close, novel.remove, () => novel.app.dispose())
  const own = { family: 'anthropic', key: 'k', cursorPosition: 5000 } as const
  const states: unknown[] = []
  const run = async (baseUrl: string, model: string) => {
    const events = await runAgainst(novel, { ...own, baseUrl, model }, chapter)
    const usage = events.findLast((event) => event.type === 'usage')
    const warnings = events.flatMap((event) => (event.type === 'warning' ? [event.warning] : []))
    const told = warnings.filter((warning) => warning.startsWith('AI_CACHE'))
    states.push([usage?.cache?.state, ...told])
  }
  await run(server.baseUrl, 'claude-sonnet-5-5')
  await run(silent.baseUrl, 'claude-opus-5-5')
  await run(silent.baseUrl, 'claude-opus-5-5')
  novel = await restarted(novel)
  await run(server.baseUrl, 'claude-sonnet-5-5')
  await run(silent.baseUrl, 'claude-opus-5-5')
  expect(states).toEqual([['firstWrite'], ['firstWrite'], ['missed', 'AI_CACHE_MISSED'], ['hit'], ['missed']])
})
