import { afterEach, expect, test } from 'vitest'
import { type DesktopHost, ownFrame, startDesktop } from '../../support/desktopHost.ts'

let host: DesktopHost
afterEach(() => host.remove())

const print = (to: string) => host.double.invoke(host.contents(0), ownFrame, 'desktop:print', { to })

test('a page is printed by the dialog of the system, a PDF comes back to it, and a left dialog prints nothing', async () => {
  host = await startDesktop()
  const contents = host.contents(0)
  const answers = [await print('printer'), await print('pdf'), contents.printed]
  contents.printed = null
  expect([...answers, await print('printer'), await print('fax')]).toEqual([
    { ok: true, data: { outcome: 'done' } },
    { ok: true, data: { outcome: 'done', base64: Buffer.from('%PDF-雾港').toString('base64') } },
    1,
    { ok: true, data: { outcome: 'cancelled' } },
    { ok: false, error: expect.objectContaining({ code: 'INVALID_ARGUMENT' }) },
  ])
})
