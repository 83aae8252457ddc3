import { expect, test } from 'vitest'
import { overBridge } from '../../../../renderer/src/ipc/client.ts'

/** What crosses Electron's bridge: copies of plain values, and functions; a signal would arrive as an empty object. */
function bridge() {
  const seen: string[] = []
  const waiting = new Map<string, (answer: unknown) => void>()
  return {
    seen,
    invoke(channel: string, _input: unknown, whenCancelled?: (cancel: () => void) => void) {
      seen.push(channel)
      const answer = new Promise<unknown>((resolve) => waiting.set(channel, resolve))
      whenCancelled?.(() => {
        seen.push(`cancel ${channel}`)
        waiting.get(channel)?.({ ok: false, error: { code: 'CANCELLED', message: '已取消。' } })
      })
      return answer
    },
    on: () => () => undefined,
  }
}

test('an aborted signal becomes the cancel function of the preload script, once and for that call', async () => {
  const double = bridge()
  const { invoke } = overBridge(double)
  const [one, two] = [new AbortController(), new AbortController()]
  const first = invoke('context:assemble', {}, { signal: one.signal })
  void invoke('documents:list', {}, { signal: two.signal })
  void invoke('documents:save', {})
  one.abort()
  one.abort()
  expect(await first).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
  expect(double.seen).toEqual([
    'context:assemble',
    'documents:list',
    'documents:save',
    'cancel context:assemble',
  ])
})
