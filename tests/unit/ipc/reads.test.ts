import { expect, test } from 'vitest'
import { contract } from '../../../main/src/contract/index.ts'
import { givingUp } from '../../../main/src/ipc/reads.ts'
import { createRouter } from '../../../main/src/ipc/router.ts'
import { createSession } from '../../../main/src/ipc/session.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'

test('a read is given up at once while others still wait for it; a write is answered with its result', async () => {
  const { promise: work, resolve: finish } = Promise.withResolvers<void>()
  let begun = 0
  const waiting = async () => {
    begun += 1
    await work
    return {}
  }
  const router = createRouter({
    contract,
    handlers: givingUp({ 'settings:get': waiting, 'settings:update': waiting }),
    projectExists: () => true,
    opening: new Set(),
    redact: (text) => text,
    logger: silentLogger,
  })
  const session = createSession({ id: 'window', mayInspect: () => false })
  const abort = new AbortController()
  const givenUp = router.dispatch(session, 'settings:get', {}, abort.signal)
  const other = router.dispatch(session, 'settings:get', {})
  const written = router.dispatch(session, 'settings:update', { patch: {} }, abort.signal)
  abort.abort()
  expect(await givenUp).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
  const late = await router.dispatch(session, 'settings:get', {}, abort.signal)
  expect([late.ok, begun]).toEqual([false, 3])
  finish()
  expect([await other, await written]).toEqual([
    { ok: true, data: {} },
    { ok: true, data: {} },
  ])
})
