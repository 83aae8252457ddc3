import { afterEach, beforeEach, expect, it } from 'vitest'
import { makePlace, type Place } from '../../../scripts/torture/place.ts'
import { startRpc } from '../../../scripts/torture/rpcProcess.ts'

let place: Place
beforeEach(async () => {
  place = await makePlace()
})
afterEach(() => place.remove())

it('the rpc process names the call that was not answered, and lets no process live on', async () => {
  // Less than a process needs to start.
  const { call, end } = startRpc(place, 1)
  const opening = call('projects:open', { rootPath: place.project })
  await expect(opening).rejects.toThrow(/^projects:open: nothing came for 1 ms/)
  await expect(call('projects:list', {})).rejects.toThrow(/projects:list|ended/)
  expect((await end()).code).toBeNull()
})

it('the rpc process reports how a process ended that answered nothing', async () => {
  const { call, kill } = startRpc(place)
  const opening = call('projects:open', { rootPath: place.project })
  const failed = expect(opening).rejects.toThrow('the process ended with SIGKILL')
  await kill()
  await failed
})
