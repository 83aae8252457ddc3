import { afterEach, expect, test } from 'vitest'
import { type DesktopHost, firstScreen, showing, startDesktop } from '../../support/desktopHost.ts'
import { flat } from '../../support/electronDouble.ts'

let host: DesktopHost
afterEach(() => host.remove())

const labels = () => host.double.menu().map(({ label }) => label)
const isEnabled = (label: string) => flat(host.double.menu()).find((entry) => entry.label === label)?.enabled

test('the menu is rebuilt in the language that the page changes to, and the frame in its colours', async () => {
  host = await startDesktop()
  expect(labels()).toEqual(['文件', '编辑', '显示', '窗口', '帮助'])
  await host.describe(host.contents(0), { ...firstScreen, language: 'en', theme: 'dark' })
  expect(labels()).toEqual(['File', 'Edit', 'View', 'Window', 'Help'])
  expect(host.double.themes.at(-1)).toBe('dark')
})

test('a command goes to the window in front, and the menu is about that window', async () => {
  host = await startDesktop()
  const [first] = [host.contents(0)]
  await host.describe(first, showing('p1', '/书/雾港'))
  expect(isEnabled('在本章查找')).toBe(true)
  host.double.choose('新建窗口')
  const second = host.contents(1)
  await host.describe(second, firstScreen)
  expect(isEnabled('在本章查找')).toBe(false)
  for (const listener of first.onFocused) listener()
  host.double.choose('在本章查找')
  host.double.choose('专注模式')
  expect([host.events(first), host.events(second)]).toEqual([
    [
      { type: 'command', command: 'find' },
      { type: 'mode', mode: 'focus' },
    ],
    [],
  ])
})

test('what is chosen before the page has come reaches it when it has', async () => {
  host = await startDesktop()
  const contents = host.contents(0)
  host.double.choose('设置')
  expect(host.events(contents)).toEqual([])
  await host.describe(contents, firstScreen)
  await host.describe(contents, firstScreen)
  expect(host.events(contents)).toEqual([{ type: 'command', command: 'settings' }])
})

test('a page describes no work that it has not opened', async () => {
  host = await startDesktop()
  const described = await host.double.invoke(
    host.contents(0),
    { url: 'app://creonow/index.html', parent: null },
    'desktop:describe',
    showing('p1', '/书/雾港'),
  )
  expect(described).toMatchObject({ ok: false, error: { code: 'CONTEXT_SCOPE_VIOLATION' } })
  expect(isEnabled('在本章查找')).toBe(false)
})
