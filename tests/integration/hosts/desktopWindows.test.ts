import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { type DesktopHost, firstScreen, showing, startDesktop } from '../../support/desktopHost.ts'
import { createElectronDouble } from '../../support/electronDouble.ts'
import { temporaryFolder } from '../../support/hostedTestApp.ts'
import { hostileArguments, hostileLinks } from '../../support/hostileArguments.ts'

let host: DesktopHost
afterEach(() => host.remove())

const link = 'creonow://open/p1/c_lin?at=42'
const place = { type: 'place', projectId: 'p1', documentId: 'c_lin', offsetUtf16: 42 }

test('a second start opens its folder in the window that shows no work', async () => {
  host = await startDesktop()
  const book = join(host.folder, '书')
  await mkdir(book)
  await host.describe(host.contents(0), firstScreen)
  host.double.secondInstance(['书'], host.folder)
  await vi.waitUntil(() => host.events(host.contents(0)).length > 0)
  expect([host.events(host.contents(0)), host.double.windows.length]).toEqual([
    [{ type: 'open', rootPath: book }],
    1,
  ])
})

test('a second start with a work that is open focuses its window, with another opens a window', async () => {
  host = await startDesktop()
  const [first, other] = [join(host.folder, '雾港'), join(host.folder, '潮汐')]
  await mkdir(first)
  await mkdir(other)
  await host.describe(host.contents(0), showing('p1', first))
  host.double.secondInstance([first])
  await vi.waitUntil(() => host.contents(0).focused === 1)
  expect([host.events(host.contents(0)), host.double.windows.length]).toEqual([[], 1])
  host.double.secondInstance([other])
  await vi.waitUntil(() => host.double.windows.length === 2)
  await host.describe(host.contents(1), firstScreen)
  expect([host.events(host.contents(0)), host.events(host.contents(1))]).toEqual([
    [],
    [{ type: 'open', rootPath: other }],
  ])
})

test('a manuscript that is dropped on the icon before the start is looked at for an import', async () => {
  const folder = await temporaryFolder()
  const file = join(folder.path, '雾港.txt')
  await writeFile(file, '第一章 灯塔')
  const double = createElectronDouble()
  const { app } = double.electron
  // macOS says it as soon as somebody listens.
  const { onOpenFile } = app
  Object.assign(app, {
    onOpenFile(listener: Parameters<typeof onOpenFile>[0]) {
      onOpenFile(listener)
      listener({ preventDefault: () => {} }, file)
    },
  })
  host = await startDesktop({ double, platform: 'darwin' })
  await vi.waitUntil(() => host.contents(0).focused === 1)
  await host.describe(host.contents(0), firstScreen)
  expect(host.events(host.contents(0))).toEqual([
    { type: 'import', fileName: '雾港.txt', base64: Buffer.from('第一章 灯塔').toString('base64') },
  ])
  await folder.remove()
})

test('what is missing is given to the page, which says so', async () => {
  host = await startDesktop({ commandLine: ['creonow', '没有'], workingFolder: '/nowhere' })
  await vi.waitUntil(() => host.contents(0).focused === 1)
  await host.describe(host.contents(0), firstScreen)
  expect(host.events(host.contents(0))).toEqual([{ type: 'open', rootPath: '/nowhere/没有' }])
})

test('a link is shown in the window of its work, by a second start and by macOS', async () => {
  host = await startDesktop()
  await host.describe(host.contents(0), showing('p1', '/书/雾港'))
  host.double.choose('新建窗口')
  await host.describe(host.contents(1), firstScreen)
  host.double.secondInstance([link])
  host.double.openUrl(link)
  await vi.waitUntil(() => host.events(host.contents(0)).length === 2)
  expect([host.events(host.contents(0)), host.events(host.contents(1))]).toEqual([[place, place], []])
  expect(host.double.log).toContain('protocol creonow')
})

test('none of the hostile links and arguments does more than bring the window to the front', async () => {
  host = await startDesktop()
  await host.describe(host.contents(0), firstScreen)
  const args = [...new Set([...hostileLinks, ...hostileArguments.linux])]
  for (const arg of args) host.double.secondInstance([arg])
  for (const url of hostileLinks) expect(host.double.openUrl(url)).toBe(true)
  await new Promise((resolve) => setImmediate(resolve))
  expect(args.length).toBeGreaterThanOrEqual(60)
  expect([host.contents(0).focused, host.events(host.contents(0)), host.double.windows.length]).toEqual([
    args.length + hostileLinks.length,
    [],
    1,
  ])
  expect([host.double.opened, host.double.copied, host.double.recent]).toEqual([[], [], []])
})

test('the system’s list of recent documents has each work that is opened', async () => {
  host = await startDesktop()
  const contents = host.contents(0)
  await host.describe(contents, showing('p1', '/书/雾港'))
  await host.describe(contents, showing('p1', '/书/雾港', { modes: ['focus'] }))
  await host.describe(contents, showing('p2', '/书/潮汐'))
  expect(host.double.recent).toEqual(['/书/雾港', '/书/潮汐'])
})

test('a window opens again where it was, and in the middle when its display is gone', async () => {
  host = await startDesktop({ platform: 'darwin' })
  const { double } = host
  const boundsOf = (index: number) => {
    const { x, y, width, height } = double.windows[index]?.options ?? {}
    return { x, y, width, height }
  }
  expect(boundsOf(0)).toEqual({ x: 280, y: 80, width: 1360, height: 880 })
  host.contents(0).bounds = { x: 700, y: 90, width: 1000, height: 800 }
  for (const listener of host.contents(0).onPlaced) listener()
  const file = join(host.folder, 'windows.json')
  await vi.waitUntil(() => readFile(file, 'utf8').catch(() => false), { timeout: 5000 })
  host.contents(0).destroy()
  double.activate()
  expect(boundsOf(1)).toEqual({ x: 700, y: 90, width: 1000, height: 800 })
  host.contents(1).destroy()
  double.displays.splice(0, 1, { x: 0, y: 0, width: 1280, height: 760 })
  double.activate()
  expect(boundsOf(2)).toEqual({ x: 0, y: 0, width: 1280, height: 760 })
})
