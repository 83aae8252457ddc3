import { afterEach, expect, test } from 'vitest'
import { type DesktopHost, startDesktop } from '../../support/desktopHost.ts'

let host: DesktopHost
afterEach(() => host.remove())

test('the browser around the page checks no spelling and can fetch no dictionary, as the page checks by itself', async () => {
  host = await startDesktop()
  expect([
    host.double.spelling,
    host.double.windows.map(({ options }) => options.webPreferences.spellcheck),
  ]).toEqual([{ isEnabled: false, url: 'http://127.0.0.1:9/' }, [false]])
})

test('a link is opened or copied in its checked form', async () => {
  host = await startDesktop()
  const contents = host.contents(0)
  contents.rightClick({ linkURL: 'https://example.com/雾' })
  contents.choose('打开链接')
  contents.choose('复制链接')
  expect([host.double.opened, host.double.copied]).toEqual([
    ['https://example.com/%E9%9B%BE'],
    ['https://example.com/%E9%9B%BE'],
  ])
})
