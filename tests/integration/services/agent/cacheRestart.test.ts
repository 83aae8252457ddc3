import { afterEach, expect, test } from 'vitest'
import { startWire } from '../../../../bench/cache/wire.ts'
import { createApp } from '../../../../main/src/app.ts'
import type { AgentEvent } from '../../../../main/src/contract/agent.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { tokenizer } from '../../../support/engine.ts'

let place: TestApp
let wire: Awaited<ReturnType<typeof startWire>>
let app: TestApp['app']
afterEach(async () => {
  await app.dispose()
  await wire.close()
  await place.remove()
})

/** One task, and what is said of the cache at its end. */
async function cacheOf(input: string): Promise<unknown> {
  const ended = Promise.withResolvers<AgentEvent>()
  const session = app.createSession({
    ...{ id: input, mayInspect: () => false },
    emit: (name, payload) => {
      if (name === 'agent' && (payload as AgentEvent).type === 'done') ended.resolve(payload as AgentEvent)
    },
  })
  await app.router.dispatch(session, 'projects:open', { rootPath: place.project })
  const { projectId } = place
  const started = await app.router.dispatch(session, 'agent:run', {
    projectId,
    input,
    modelId: 'wire/gpt-4o',
  })
  if (!started.ok) throw new Error(started.error.code)
  const { task } = await ended.promise
  return task?.spending?.cache?.state
}

test('a task after a restart reports a missed cache as one that continues, not as a first one', async () => {
  wire = await startWire({
    ...{ cache: () => ({ read: 0, written: 0, sent: 0 }), count: tokenizer.count },
    ...{ answer: () => 'Finish[许三娘在灯塔。]', uniqueFrom: (asked) => asked.length },
  })
  place = await startApp()
  app = place.app
  const provider = { id: 'wire', name: '线', baseUrl: wire.baseUrl, models: ['gpt-4o'] }
  await place.invoke('settings:update', { patch: { providers: [{ ...provider, family: 'openai' }] } })
  await place.invoke('settings:key:set', { provider: 'wire', key: 'k' })
  const first = await cacheOf('许三娘在哪里？')
  await app.dispose()
  app = await createApp({ dataFolder: place.dataFolder, logger: silentLogger, environment: {} })
  expect([first, await cacheOf('周砚在哪里？')]).toEqual(['firstWrite', 'missed'])
})
