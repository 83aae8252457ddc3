import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { UpdateState } from '../../../../main/src/contract/desktop.ts'
import { createLibraryUpdater } from '../../../../main/src/hosts/electron/updates/libraryUpdater.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { type DesktopHost, firstScreen, ownFrame, startDesktop } from '../../../support/desktopHost.ts'
import { createElectronDouble, flat } from '../../../support/electronDouble.ts'
import { temporaryFolder } from '../../../support/hostedTestApp.ts'
import { provideElectron } from '../../../support/libraryElectron.ts'
import { startUpdateServer, type UpdateServer } from '../../../support/updateServer.ts'

const { APPIMAGE } = process.env
const takeAway = provideElectron()
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let server: UpdateServer
let host: DesktopHost
const program = Buffer.from('#!/bin/sh\n')

beforeEach(async () => {
  folder = await temporaryFolder('creonow-updates-')
  server = await startUpdateServer()
  server.offer('1.3.0', program)
  await writeFile(join(folder.path, 'app-update.yml'), 'updaterCacheDirName: creonow-updater\n')
  process.env.APPIMAGE = join(folder.path, 'CreoNow.AppImage')
  await writeFile(process.env.APPIMAGE, 'old')
})
afterEach(async () => {
  await host.remove()
  await server.close()
  await folder.remove()
})
afterAll(() => {
  takeAway()
  if (APPIMAGE === undefined) delete process.env.APPIMAGE
  else process.env.APPIMAGE = APPIMAGE
})

/** The host with the library over the feed of this computer. */
async function start(): Promise<void> {
  const double = createElectronDouble()
  const { app } = double.electron
  host = await startDesktop({
    double,
    updates: {
      current: '1.2.3',
      updater: async () =>
        createLibraryUpdater({
          ...{ feed: server.feed, kind: 'appImage', version: '1.2.3', waitMs: 2000, logger: silentLogger },
          ...{ configFile: join(folder.path, 'app-update.yml'), folder: join(folder.path, 'data') },
          ...{ quit: app.quit, relaunch: app.relaunch },
        }),
    },
  })
  await host.describe(host.contents(0), firstScreen)
}
async function act(action: string): Promise<UpdateState> {
  const answer = await host.double.invoke(host.contents(0), ownFrame, 'desktop:newVersion', { action })
  return Object(answer).data.state
}
const unsaved = (isUnsaved: boolean) =>
  host.double.invoke(host.contents(0), ownFrame, 'desktop:unsaved', { isUnsaved })
const installed = async () => (await readFile(process.env.APPIMAGE ?? '', 'utf8')) !== 'old'
/** Until a new version lies there. */
async function makeReady(): Promise<void> {
  expect(await act('check')).toEqual({ step: 'available', current: '1.2.3', version: '1.3.0' })
  expect((await act('download')).step).toBe('downloading')
  await expect.poll(async () => (await act('read')).step).toBe('ready')
}
const updateLabels = () =>
  flat(host.double.menu()).flatMap(({ action, label }) => (action?.kind === 'update' ? [label] : []))

test('without a feed nothing is asked of anybody, and the page is told so', async () => {
  host = await startDesktop()
  await host.describe(host.contents(0), firstScreen)
  const off = { step: 'off', current: '1.2.3' }
  for (const action of ['read', 'check', 'download', 'install']) expect(await act(action)).toEqual(off)
  host.double.choose('检查更新…')
  expect(host.events(host.contents(0))).toEqual([{ type: 'command', command: 'settings' }])
  expect([server.asked, host.double.notifications]).toEqual([[], []])
})

test('a version that is found is told and not fetched, one that is fetched is told and not installed', async () => {
  await start()
  expect(updateLabels()).toEqual(['检查更新…'])
  // A download would begin behind one of them.
  for (let times = 0; times < 40; times += 1) await act('check')
  expect(new Set(server.asked)).toEqual(new Set(['/desk/latest-linux.yml', '/desk/latest-linux.yml.sig']))
  expect(host.double.notifications.slice(0, 1).map(({ text }) => text)).toEqual([
    { title: 'CreoNow 有新版本', body: '1.3.0 · 在设置里下载' },
  ])
  await act('download')
  await expect.poll(async () => (await act('read')).step).toBe('ready')
  expect(host.double.notifications.at(-1)?.text).toEqual({
    title: '新版本已经下载好',
    body: '1.3.0 · 重启以更新',
  })
  expect([updateLabels(), await installed(), host.double.quits.count]).toEqual([['重启以更新'], false, 0])
  host.double.notifications.at(-1)?.click()
  expect(host.events(host.contents(0)).at(-1)).toEqual({ type: 'command', command: 'settings' })
})

test('at a start new versions are looked for only where the settings let them be', async () => {
  const updater = async () => {
    looks += 1
    return {
      check: async () => undefined,
      download: async () => {},
      install: () => new Promise<never>(() => {}),
    }
  }
  let looks = 0
  host = await startDesktop({ updates: { current: '1.2.3', updater } })
  expect(looks).toBe(0)
  await host.remove()
  host = await startDesktop({ updates: { current: '1.2.3', updater }, checksForUpdates: true })
  await expect.poll(() => looks).toBe(1)
})

test('a wished installation ends what writes, lets the next start be the first, and replaces the program', async () => {
  await start()
  await makeReady()
  host.double.choose('重启以更新')
  await expect.poll(() => host.double.quits.count).toBe(1)
  expect(await readFile(process.env.APPIMAGE ?? '')).toEqual(program)
  expect([host.app.ended, host.double.log.slice(-1)]).toEqual([1, ['unlock']])
  // The program ends at once, as everything has ended already.
  expect(host.double.beforeQuit()).toBe(true)
})

test('nothing is installed while a page has an unsaved text, and the pages are asked to save it', async () => {
  await start()
  await makeReady()
  await unsaved(true)
  const before = host.events(host.contents(0)).length
  expect(await act('install')).toEqual({
    step: 'ready',
    current: '1.2.3',
    version: '1.3.0',
    obstacle: 'text',
  })
  expect(host.events(host.contents(0))[before]).toEqual({ type: 'suspend' })
  expect([await installed(), host.double.quits.count, host.app.ended]).toEqual([false, 0, 0])
})

test('a text that is saved while the restart waits lets it go on', async () => {
  await start()
  await makeReady()
  await unsaved(true)
  const answer = act('install')
  await unsaved(false)
  expect((await answer).step).toBe('installing')
  await expect.poll(() => host.double.quits.count).toBe(1)
  expect(await installed()).toBe(true)
})

test('the unsaved text of a window that was closed holds nothing up', async () => {
  await start()
  await makeReady()
  host.double.choose('新建窗口')
  await host.describe(host.contents(1), firstScreen)
  await host.double.invoke(host.contents(1), ownFrame, 'desktop:unsaved', { isUnsaved: true })
  host.contents(1).destroy()
  expect((await act('install')).step).toBe('installing')
  await expect.poll(() => host.double.quits.count).toBe(1)
})

test('nothing is installed while a task, a job or a model is at work', async () => {
  await start()
  await makeReady()
  host.app.working = true
  expect(await act('install')).toMatchObject({ step: 'ready', obstacle: 'work' })
  expect([await installed(), host.double.quits.count, host.app.ended]).toEqual([false, 0, 0])
  host.app.working = false
  expect((await act('install')).step).toBe('installing')
  await expect.poll(() => host.double.quits.count).toBe(1)
})

test('a version that cannot be installed is told, and this one starts again', async () => {
  await start()
  await makeReady()
  process.env.APPIMAGE = join(folder.path, 'missing', 'CreoNow.AppImage')
  await act('install')
  await expect.poll(() => host.double.quits.count).toBe(1)
  expect(host.double.questions).toEqual([
    { message: '新版本没有装上，现在的版本没有变动。', detail: '', buttons: ['重新打开'] },
  ])
  expect([host.double.log.at(-1), (await act('read')).error?.code]).toEqual([
    'relaunch',
    'UPDATE_NOT_INSTALLED',
  ])
})

test('a refused version is said to the page with its code, and can be asked for again', async () => {
  await start()
  server.answer('/desk/latest-linux.yml.sig', (_request, response) => response.end('AAAA'))
  expect(await act('check')).toMatchObject({ step: 'failed', error: { code: 'UPDATE_REFUSED' } })
  expect(await act('download')).toMatchObject({ step: 'failed' })
  expect(host.events(host.contents(0)).at(-1)).toMatchObject({ type: 'updates', state: { step: 'failed' } })
  server.answer('/desk/latest-linux.yml.sig', undefined)
  expect(await act('check')).toMatchObject({ step: 'available', version: '1.3.0' })
})
