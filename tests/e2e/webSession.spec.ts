import { once } from 'node:events'
import { createServer } from 'node:http'
import {
  caretToEnd,
  chapterFile,
  openSample,
  openSettings,
  readText,
  sampleFolder,
} from '../support/pages.ts'
import { expect, startWebApp, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

test.skip(({ electronPath }) => electronPath !== null, '只关于浏览器里的 CreoNow')

/** Another program on a port: it answers everything with its own page, and hears whatever is sent. */
async function strangerOn(port: number) {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.url} ${JSON.stringify(request.headers)}`)
    request.on('data', (chunk) => heard.push(String(chunk)))
    request.on('end', () =>
      response.setHeader('content-type', 'text/html; charset=utf-8').end('<title>别的程序</title>'),
    )
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    heard,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** What a script of the stranger can find at the origin: all databases, and a signature by the page's key. */
async function rummage(challenge: string) {
  const valuesOf = (name: string | undefined) =>
    new Promise<unknown[]>((resolve, reject) => {
      const opening = indexedDB.open(name ?? '')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const [store = ''] = opening.result.objectStoreNames
        const objects = opening.result.transaction(store).objectStore(store)
        const [keys, values] = [objects.getAllKeys(), objects.getAll()]
        values.onsuccess = () => resolve([...keys.result, ...values.result])
      }
    })
  const found = (await Promise.all((await indexedDB.databases()).map(({ name }) => valuesOf(name)))).flat()
  const readable = (value: unknown): unknown =>
    value instanceof ArrayBuffer
      ? new TextDecoder().decode(value)
      : typeof value === 'object' && value !== null && !(value instanceof CryptoKey)
        ? Object.values(value).map(readable)
        : String(value)
  const credentials = found.find((value) => Object(value).privateKey instanceof CryptoKey) as {
    session: string
    privateKey: CryptoKey
  }
  const exported = await crypto.subtle.exportKey('pkcs8', credentials.privateKey).catch(() => 'refused')
  const signed = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    credentials.privateKey,
    new TextEncoder().encode(challenge),
  )
  return {
    text: JSON.stringify([readable(found), { ...localStorage }, { ...sessionStorage }]),
    session: credentials.session,
    exported: exported === 'refused',
    signature: signed.byteLength,
  }
}

test('a server on the old port gets no text, whether the page is open or loaded again, and nothing the host accepts', async ({
  page,
  webApp,
  dataFolder,
}) => {
  if (webApp === null) throw new Error('no web host')
  await openSample(page)
  const file = await chapterFile(await sampleFolder(dataFolder), '010')
  const before = await readText(file)
  await caretToEnd(page)
  await webApp.kill()
  const stranger = await strangerOn(webApp.port)
  await page.keyboard.type('她把信折好，收进袖里。')
  await expect(page.getByTestId('save-state')).toHaveAttribute('data-state', 'unverified')
  await expect(page.getByText('这个地址上现在是别的程序')).toBeVisible()

  // The host has moved to another port meanwhile; the stranger asks it for a challenge in the page's name.
  const moved = await startWebApp({ dataFolder })
  await page.reload()
  await expect(page).toHaveTitle('别的程序')
  const loot = await page.evaluate(rummage, 'whatever the host may have asked')
  const origin = `http://127.0.0.1:${moved.port}`
  const asked = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ nonce: 'A'.repeat(43), session: loot.session }),
  })
  expect(await asked.json()).toEqual({ refused: 'session' })
  expect([loot.exported, loot.signature]).toEqual([true, 64])
  expect([...stranger.heard, loot.text].join('\n')).not.toMatch(/她把信|灯塔下|第十章|manuscript|cookie/)
  await stranger.close()
  await moved.stop()

  // A page without a host says so; when the host is back the words are offered.
  await page.goto(`http://127.0.0.1:${webApp.port}/`)
  await expect(page.getByText('没有存盘的字加密留在这个浏览器里')).toBeVisible()
  const again = await startWebApp({ dataFolder, port: webApp.port })
  await expect(page.getByTestId('leftover')).toContainText('她把信折好，收进袖里。')
  await page.getByRole('button', { name: '放回去' }).click()
  await expect.poll(() => readText(file)).toBe(`${before}她把信折好，收进袖里。`)
  await again.stop()
})

test(
  'a browser without a link is told how to get one; a second host’s window reads until the first is gone',
  whole,
  async ({ page, dataFolder, sharedBrowser, contextOptions }) => {
    if (sharedBrowser === null) throw new Error('no browser')
    await openSample(page)
    const second = await startWebApp({ dataFolder })
    const other = await (await sharedBrowser.newContext(contextOptions)).newPage()
    await other.goto(`http://127.0.0.1:${second.port}/`)
    await expect(other.getByTestId('gate')).toContainText('npm start')
    // The other name of this computer is another place to the browser, and leads back here.
    await other.getByTestId('gate').getByRole('link').click()
    await expect(other).toHaveURL(`http://localhost:${second.port}/`)
    await expect(other.getByTestId('gate').getByRole('link')).toHaveText(`http://127.0.0.1:${second.port}/`)
    await other.getByTestId('gate').getByRole('link').click()
    await expect(other).toHaveURL(`http://127.0.0.1:${second.port}/`)
    // The same tab: only the fragment changes.
    await other.goto(second.link)
    await openSample(other)
    await expect(other.getByTestId('elsewhere')).toContainText('这里只能读')
    await other.locator('.cm-content').click()
    await other.keyboard.type('打不进去')
    await expect(other.locator('.cm-content')).not.toContainText('打不进去')

    await page.close()
    await other.getByRole('button', { name: '在这里写' }).click()
    await expect(other.getByTestId('elsewhere')).toHaveCount(0)
    await caretToEnd(other)
    await other.keyboard.type('轮到这里写。')
    const file = await chapterFile(await sampleFolder(dataFolder), '010')
    await expect.poll(() => readText(file)).toContain('轮到这里写。')

    await openSettings(other, 'context')
    await other.getByRole('button', { name: '退出登录' }).click()
    await expect(other.getByTestId('save-state')).toHaveAttribute('data-state', 'refused')
    await second.stop()
  },
)
