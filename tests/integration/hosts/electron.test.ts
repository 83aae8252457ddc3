import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { type ElectronHostOptions, startElectronHost } from '../../../main/src/hosts/electron/electronHost.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'
import { shippedFuses } from '../../../scripts/packaging/fuses.ts'
import { ownFrame, programFacts } from '../../support/desktopHost.ts'
import { createElectronDouble, type ElectronDouble } from '../../support/electronDouble.ts'
import { createHostedTestApp, type HostedTestApp, temporaryFolder } from '../../support/hostedTestApp.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let app: HostedTestApp

async function start(double: ElectronDouble, options: Partial<ElectronHostOptions> = {}) {
  return startElectronHost({
    electron: double.electron,
    createApp: async () => {
      double.log.push('createApp')
      return app
    },
    profileFolder: join(folder.path, 'profile'),
    rendererFolder: join(folder.path, 'renderer'),
    preloadFile: join(folder.path, 'preload.cjs'),
    environment: {},
    platform: 'linux',
    commandLine: ['creonow'],
    workingFolder: '/',
    language: () => 'zh',
    facts: () => programFacts,
    updates: { updater: 'off', current: '1.2.3' },
    logger: silentLogger,
    ...options,
  })
}

function onlyWindow(double: ElectronDouble) {
  const window = double.windows[0]
  if (!window || double.windows.length !== 1) throw new Error(`${double.windows.length} windows`)
  return window
}

beforeEach(async () => {
  folder = await temporaryFolder()
  app = createHostedTestApp({ dataFolder: folder.path })
  await mkdir(join(folder.path, 'renderer', 'assets'), { recursive: true })
  await writeFile(join(folder.path, 'renderer', 'index.html'), '<meta nonce="__CSP_NONCE__">')
  await writeFile(join(folder.path, 'renderer', 'assets', 'a.js'), 'export {}\n')
  await writeFile(join(folder.path, 'secret.txt'), 'not for pages')
})

afterEach(() => folder.remove())

describe('at the start of the desktop app,', () => {
  test('sandbox and scheme come before ready, permissions before the first window', async () => {
    const double = createElectronDouble()
    expect(await start(double)).toBe(true)
    expect(double.log).toEqual([
      'enableSandbox',
      'registerSchemes',
      'setUserDataFolder',
      'lock',
      'protocol creonow',
      'ready',
      'permissions',
      'createApp',
      'window',
    ])
    expect(double.schemes).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
    ])
  })

  test('the window states every safe preference and loads our own page', async () => {
    const double = createElectronDouble()
    await start(double)
    const { options, contents } = onlyWindow(double)
    expect(options.webPreferences).toEqual({
      preload: join(folder.path, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    })
    expect(contents.loaded).toEqual(['app://creonow/index.html'])
  })

  test('a second instance opens nothing; the first comes to the front', async () => {
    const second = createElectronDouble({ firstInstance: false })
    expect([await start(second), second.quits.count, second.windows.length]).toEqual([false, 1, 0])
    expect(second.log).not.toContain('createApp')
    const first = createElectronDouble()
    await start(first)
    first.secondInstance()
    expect(onlyWindow(first).contents.focused).toBe(1)
  })

  test('macOS keeps running without a window and opens one again', async () => {
    const double = createElectronDouble()
    await start(double, { platform: 'darwin' })
    onlyWindow(double).contents.destroy()
    double.allClosed()
    double.activate()
    expect([double.quits.count, double.windows.length]).toEqual([0, 2])
  })

  test('quitting waits for a save under way, then disposes the app once', async () => {
    const double = createElectronDouble()
    let disposed = 0
    app.dispose = async () => {
      disposed += 1
    }
    await start(double)
    const save = double.invoke(onlyWindow(double).contents, ownFrame, 'test:wait', { key: 'save' })
    await vi.waitUntil(() => app.waiting.has('save'))
    expect([double.beforeQuit(), disposed]).toEqual([false, 0])
    app.release('save')
    await save
    await vi.waitUntil(() => double.quits.count === 1)
    expect([double.beforeQuit(), disposed]).toEqual([true, 1])
  })
})

describe('for a call of a page,', () => {
  const refused = {
    ok: false,
    error: { code: 'FORBIDDEN', message: '这个页面不能使用 CreoNow。', details: { why: 'page' } },
  }

  test('only the top frame of our own origin in a window of ours is answered', async () => {
    const double = createElectronDouble()
    await start(double)
    const { contents } = onlyWindow(double)
    const echo = (frame: Parameters<ElectronDouble['invoke']>[1], sender: { id: number } = contents) =>
      double.invoke(sender, frame, 'test:echo', { text: '林' })
    expect(await echo(ownFrame)).toEqual({ ok: true, data: { text: '林' } })
    expect([
      await echo(null),
      await echo({ url: ownFrame.url, parent: ownFrame }),
      await echo({ url: 'about:blank', parent: null }),
      await echo({ url: '', parent: null }),
      await echo({ url: 'https://evil.example/', parent: null }),
      await echo({ url: 'http://localhost:5173/', parent: null }),
      await echo(ownFrame, double.newContents()),
    ]).toEqual(Array.from({ length: 7 }, () => refused))
  })

  test('the development server is trusted while developing on this computer, never in a packaged app', async () => {
    const builtPage = 'app://creonow/index.html'
    const development = 'development'
    const starts: readonly (readonly [boolean, string | undefined, string, string])[] = [
      [false, development, 'http://localhost:5173/', 'http://localhost:5173/'],
      [false, development, 'http://[::1]:5173', 'http://[::1]:5173/'],
      [false, development, 'http://127.0.0.1:5173/', 'http://127.0.0.1:5173/'],
      [true, development, 'http://localhost:5173/', builtPage],
      [false, undefined, 'http://localhost:5173/', builtPage],
      [false, 'production', 'http://localhost:5173/', builtPage],
      [false, development, 'http://localhost.evil.example:5173/', builtPage],
      [false, development, 'http://localhost@evil.example/', builtPage],
      [false, development, 'https://evil.example/', builtPage],
      [false, development, 'file:///etc/passwd', builtPage],
      [false, development, '雾港', builtPage],
      [false, development, '', builtPage],
    ]
    for (const [packaged, mode, url, page] of starts) {
      const double = createElectronDouble({ packaged })
      const environment = { NODE_ENV_ELECTRON_VITE: mode, ELECTRON_RENDERER_URL: url }
      await start(double, { environment })
      const { contents } = onlyWindow(double)
      const answer = await double.invoke(contents, { url, parent: null }, 'test:echo', { text: '' })
      expect([url, contents.loaded, Object(answer).ok]).toEqual([url, [page], page !== builtPage])
    }
  })

  test('junk is answered with a code, and a session cannot be named by the payload', async () => {
    const double = createElectronDouble()
    await start(double)
    const { contents } = onlyWindow(double)
    const codes: unknown[] = []
    const junk: readonly (readonly unknown[])[] = [
      [],
      [null, {}],
      [{}, {}],
      ['test:nothing', {}],
      ['__proto__', {}],
      ['test:echo', undefined],
      ['test:echo', new Map([['text', 'x']])],
      ['test:echo', { text: 'x', session: 'root' }],
      ['test:touch', { projectId: 'p1' }],
    ]
    for (const args of junk) codes.push(Object(await double.invoke(contents, ownFrame, ...args)).error?.code)
    expect(codes).toEqual([
      'INVALID_ARGUMENT',
      'INVALID_ARGUMENT',
      'INVALID_ARGUMENT',
      'UNKNOWN_CHANNEL',
      'UNKNOWN_CHANNEL',
      'INVALID_ARGUMENT',
      'INVALID_ARGUMENT',
      'INVALID_ARGUMENT',
      'CONTEXT_SCOPE_VIOLATION',
    ])
  })

  test('a window cancels its own calls, by its own frame, and no others', async () => {
    const double = createElectronDouble()
    await start(double, { platform: 'darwin' })
    const { contents } = onlyWindow(double)
    const calls = ['one', 'two'].map((key) => double.invoke(contents, ownFrame, 'test:wait', { key }, key))
    await vi.waitUntil(() => app.waiting.size === 2)
    double.message('creonow:cancel', { id: 99 }, ownFrame, 'two')
    double.message('creonow:cancel', contents, { url: 'https://elsewhere.example/', parent: null }, 'two')
    double.message('creonow:cancel', contents, ownFrame, { id: 'two' })
    double.message('creonow:cancel', contents, ownFrame, 'one')
    expect(await calls[0]).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
    app.release('two')
    expect(await calls[1]).toEqual({ ok: true, data: {} })
  })

  test('events go to the window that asked, and none to a closed one', async () => {
    const double = createElectronDouble()
    await start(double)
    const { contents } = onlyWindow(double)
    await double.invoke(contents, ownFrame, 'test:announce', {})
    expect(contents.sent).toEqual([
      ['creonow:event', { event: 'run', payload: { type: 'text', runId: 'run-1', delta: '雨还在下。' } }],
      [
        'creonow:event',
        {
          event: 'changed',
          payload: { projectId: 'p1', paths: ['manuscript/001-起.md'], origin: 'outside' },
        },
      ],
    ])
    const late = double.invoke(contents, ownFrame, 'test:announce', {})
    contents.destroy()
    expect(await late).toMatchObject({ ok: true })
    expect(await double.invoke(contents, ownFrame, 'test:echo', { text: '' })).toEqual(refused)
  })
})

describe('among the pages of the desktop app,', () => {
  test('every permission is denied, asked for or checked, but those of full screen and of copying', async () => {
    const double = createElectronDouble()
    await start(double)
    const names = ['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'unknown']
    expect([names.map(double.permission), double.checks()]).toEqual([names.map(() => false), [false, false]])
    for (const name of ['fullscreen', 'clipboard-sanitized-write'])
      expect([double.permission(name), double.checks(name)]).toEqual([true, [true, false]])
  })

  test('no page leaves our origin, opens a window or attaches a webview, later web contents included', async () => {
    const double = createElectronDouble()
    await start(double)
    for (const contents of [onlyWindow(double).contents, double.newContents()]) {
      const away = ['https://evil.example/', 'file:///etc/passwd', 'about:blank', 'javascript:alert(1)', '']
      expect([
        away.map(contents.navigates),
        away.map(contents.redirects),
        contents.navigates('app://creonow/'),
        contents.attachesWebview(),
        contents.opensWindow('app://creonow/'),
      ]).toEqual([away.map(() => false), away.map(() => false), true, false, false])
    }
  })

  test('no frame leaves our origin, and nothing is downloaded but what our page has made', async () => {
    const double = createElectronDouble()
    await start(double)
    const { contents } = onlyWindow(double)
    const urls = [
      'https://evil.example/',
      'data:text/html,x',
      'file:///etc/passwd',
      'app://creonow/index.html',
    ]
    const made = [
      'blob:app://creonow/0f2a6c1e-1',
      'blob:app://creonow.evil/0f2a6c1e-1',
      'blob:https://evil.example/0f2a6c1e-1',
      'blob:null/0f2a6c1e-1',
      'app://creonow/index.html',
      'data:application/zip,UEs=',
    ]
    expect([urls.map(contents.navigatesFrame), made.map(double.downloads)]).toEqual([
      [false, false, false, true],
      [true, false, false, false, false, false],
    ])
  })

  test('only links of the web and plain mailto links reach the system', async () => {
    const double = createElectronDouble()
    await start(double)
    const { contents } = onlyWindow(double)
    const links = [
      'https://example.com/a',
      'mailto:a@b.c',
      'mailto:a@b.c?attach=/etc/passwd',
      'http://x.y/',
      'file:///etc/passwd',
      'smb://x/y',
      '',
    ]
    expect(links.map(contents.opensWindow)).toEqual(links.map(() => false))
    expect(double.opened).toEqual(['https://example.com/a', 'mailto:a@b.c', 'http://x.y/'])
  })

  test('the protocol serves the built renderer with policy and nonce, and nothing else', async () => {
    await symlink(join(folder.path, 'secret.txt'), join(folder.path, 'renderer', 'link.txt'))
    const double = createElectronDouble()
    await start(double)
    const index = await double.fetch('app://creonow/')
    const nonce = /nonce="([^"]+)"/.exec(await index.text())?.[1]
    expect(index.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}';`)
    const script = await double.fetch('app://creonow/assets/a.js?v=1')
    expect([script.status, script.headers.get('content-type'), await script.text()]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'export {}\n',
    ])
    const outside = [
      'app://creonow/../secret.txt',
      'app://creonow/..%2fsecret.txt',
      'app://creonow/link.txt',
      'app://creonow/assets',
      'app://creonow/%zz',
      'app://other/index.html',
      'file:///etc/passwd',
    ]
    const statuses: number[] = []
    for (const url of outside) statuses.push((await double.fetch(url)).status)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 403, 403])
  })
})

test('the switches that turn security off are nowhere in the sources', async () => {
  const found: string[] = []
  for (const tree of ['main', 'preload', 'renderer']) {
    const names = await readdir(tree, { recursive: true }).catch(() => [])
    for (const name of names.filter((file) => /\.(ts|tsx|html)$/.test(file))) {
      const source = await readFile(join(tree, name), 'utf8')
      const forbidden =
        /webSecurity|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|unsafe-eval|unsafe-inline|ignore-certificate/
      if (forbidden.test(source)) found.push(join(tree, name))
    }
  }
  expect(found).toEqual([])
})

test('the packaged app is fused shut, by a hook of electron-builder, and has the notices', async () => {
  const { afterPack, electronFuses, extraResources } = parse(await readFile('electron-builder.yml', 'utf8'))
  expect([afterPack, electronFuses, extraResources]).toEqual([
    './scripts/packaging/afterPack.ts',
    undefined,
    expect.arrayContaining([{ from: 'out/third-party-notices.txt', to: 'third-party-notices.txt' }]),
  ])
  expect(shippedFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    wasmTrapHandlers: true,
  })
})
