import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, startWebApp, test } from '../support/webApp.ts'

test.skip(({ electronPath }) => electronPath !== null, '只关于浏览器里的 CreoNow')

/** A page of somebody else on this computer; another port of another name is another site. */
async function foreignSite(html: string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
  return { url: `http://localhost:${port}/`, close: () => server.close() }
}

test('a link clicked in another site opens the app, and a reload needs no other', async ({
  page,
  dataFolder,
}) => {
  const second = await startWebApp({ dataFolder: `${dataFolder}/second` })
  const site = await foreignSite(`<a href="${second.link}">打开</a>`)
  await page.goto(site.url)
  await page.getByRole('link', { name: '打开' }).click()
  await page.waitForURL(`http://127.0.0.1:${second.port}/`)
  const answer = await page.reload()
  expect(answer?.status()).toBe(200)
  site.close()
  expect(await second.stop()).toBe(0)
})

test('another site in the same browser can neither read pages nor open the socket', async ({
  page,
  webApp,
}) => {
  const { host } = new URL(page.url())
  const site = await foreignSite('<title>另一个网站</title>')
  await page.goto(site.url)
  const tried = await page.evaluate(async (target) => {
    const socket = new WebSocket(`ws://${target}/ipc`)
    // Both are listened to before either is waited for: the first may fail before the second answers.
    const opened = new Promise((resolve) => {
      socket.onopen = () => resolve('open')
      socket.onerror = () => resolve('refused')
    })
    const read = fetch(`http://${target}/`, { credentials: 'include', mode: 'no-cors' }).then(
      () => 'answered',
      () => 'refused',
    )
    return Promise.all([read, opened])
  }, host)
  expect(tried).toEqual(['refused', 'refused'])
  expect(webApp?.log()).toContain('web request refused')
  site.close()
})

test('an open page is let in again after the host was killed and started on the same data', async ({
  page,
  webApp,
  dataFolder,
}) => {
  if (webApp === null) throw new Error('no web host')
  await webApp.kill()
  const again = await startWebApp({ dataFolder, port: webApp.port })
  const answer = await page.reload()
  expect(answer?.status()).toBe(200)
  expect(await again.stop()).toBe(0)
})

test.describe('a test that broke off', () => {
  // One worker for both, in this order.
  test.describe.configure({ mode: 'serial' })
  let left = 0

  test('leaves a host running', async ({ dataFolder }) => {
    left = (await startWebApp({ dataFolder: `${dataFolder}/second` })).pid
    expect(() => process.kill(left, 0)).not.toThrow()
  })

  test('has its host ended for it', () => {
    expect(() => process.kill(left, 0)).toThrow('ESRCH')
  })
})

test.describe('what a test has stored in the browser', () => {
  test.describe.configure({ mode: 'serial' })
  const stored = (page: Page) =>
    page.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'left'),
      kept: [localStorage.getItem('left'), sessionStorage.getItem('left')],
      caches: (await caches.keys()).length,
    }))

  test('is there', async ({ page }) => {
    await page.evaluate(async () => {
      await new Promise((resolve) => {
        indexedDB.open('left').onsuccess = resolve
      })
      for (const storage of [localStorage, sessionStorage]) storage.setItem('left', 'behind')
      await caches.open('left')
    })
    const kept = ['behind', 'behind']
    expect(await stored(page)).toEqual({ databases: ['left'], kept, caches: 1 })
  })

  test('is not there for the next one', async ({ page }) => {
    expect(await stored(page)).toEqual({ databases: [], kept: [null, null], caches: 0 })
  })
})
