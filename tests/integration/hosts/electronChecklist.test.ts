import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shippedFuses } from '../../../scripts/packaging/fuses.ts'
import { type DesktopHost, ownFrame, startDesktop } from '../../support/desktopHost.ts'
import type { ElectronDouble } from '../../support/electronDouble.ts'

let host: DesktopHost
let double: ElectronDouble
beforeAll(async () => {
  host = await startDesktop()
  double = host.double
})
afterAll(() => host.remove())

const preferences = () => double.windows[0]?.options.webPreferences
const isStated = (name: string) => Object.hasOwn(preferences() ?? {}, name)
const policy = async () =>
  (await double.fetch('app://creonow/index.html')).headers.get('content-security-policy') ?? ''
const away = ['https://evil.example/', 'file:///etc/passwd', 'about:blank', 'javascript:alert(1)']
const codeOf = async (...call: Parameters<ElectronDouble['invoke']>) =>
  Object(await double.invoke(...call)).error?.code
const foreignFrame = { url: 'https://evil.example/', parent: null }

/** Electron's security checklist, in its order: what it recommends, what is looked at here, and what is right. */
const checklist: readonly (readonly [string, () => unknown, unknown])[] = [
  ['only secure content is loaded', () => host.contents(0).loaded, ['app://creonow/index.html']],
  [
    'remote content gets no Node.js',
    () => {
      const { nodeIntegration, nodeIntegrationInWorker, nodeIntegrationInSubFrames } = preferences() ?? {}
      return [nodeIntegration, nodeIntegrationInWorker, nodeIntegrationInSubFrames]
    },
    [false, false, false],
  ],
  ['contexts are isolated', () => preferences()?.contextIsolation, true],
  ['processes are sandboxed', () => [double.log[0], preferences()?.sandbox], ['enableSandbox', true]],
  [
    'permissions are handled',
    () => ['media', 'geolocation', 'clipboard-read', 'openExternal'].map(double.permission),
    [false, false, false, false],
  ],
  ['web security is not disabled', () => isStated('webSecurity'), false],
  [
    'a policy says what content may come from where',
    async () =>
      /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[^']+';/.test(await policy()),
    true,
  ],
  ['insecure content is not allowed', () => isStated('allowRunningInsecureContent'), false],
  ['experimental features are off', () => isStated('experimentalFeatures'), false],
  ['no Blink feature is switched on', () => isStated('enableBlinkFeatures'), false],
  ['no webview can open windows', () => preferences()?.webviewTag, false],
  ['no webview is attached', () => double.newContents().attachesWebview(), false],
  [
    'pages navigate nowhere else',
    () => {
      const contents = double.newContents()
      const ways = [contents.navigates, contents.navigatesFrame, contents.redirects]
      return ways.flatMap((way) => away.filter((url) => way(url)))
    },
    [],
  ],
  ['pages open no windows', () => away.filter((url) => double.newContents().opensWindow(url)), []],
  [
    'nothing untrusted reaches the system’s opener',
    () => {
      double.opened.length = 0
      for (const url of ['file:///etc/passwd', 'smb://x/y', 'ms-word:ofe|u|x', 'mailto:a@b.c?attach=x', ''])
        double.newContents().opensWindow(url)
      return double.opened
    },
    [],
  ],
  [
    'the version of Electron is one, the same as that of its types',
    async () => {
      const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8'))
      const types = await readFile('node_modules/electron/electron.d.ts', 'utf8')
      return /^\/\/ Type definitions for Electron ([\d.]+)/.exec(types)?.[1] === devDependencies.electron
    },
    true,
  ],
  [
    'the sender of every message is checked',
    async () => [
      await codeOf(host.contents(0), foreignFrame, 'test:echo', { text: '林' }),
      await codeOf(host.contents(0), { ...ownFrame, parent: ownFrame }, 'test:echo', { text: '林' }),
      await codeOf(double.newContents(), ownFrame, 'test:echo', { text: '林' }),
      await codeOf(host.contents(0), ownFrame, 'test:echo', { text: '林' }),
    ],
    ['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', undefined],
  ],
  [
    'no page comes by file:',
    async () => [
      double.schemes.map(({ scheme }) => scheme),
      (await double.fetch('file:///etc/passwd')).status,
      shippedFuses.grantFileProtocolExtraPrivileges,
    ],
    [['app'], 403, false],
  ],
  [
    'the fuses that can be set are set',
    () => [
      shippedFuses.runAsNode,
      shippedFuses.enableNodeOptionsEnvironmentVariable,
      shippedFuses.enableNodeCliInspectArguments,
      shippedFuses.onlyLoadAppFromAsar,
      shippedFuses.enableEmbeddedAsarIntegrityValidation,
    ],
    [false, false, false, true, true],
  ],
  [
    'no call of Electron is given to a page',
    async () => {
      const source = await readFile('preload/src/index.ts', 'utf8')
      const exposed = [...source.matchAll(/exposeInMainWorld\('(\w+)'/g)].map(([, name]) => name)
      return [exposed, [...source.matchAll(/^ {2}(\w+)\(.*\{$/gm)].map(([, name]) => name)]
    },
    [['creonow'], ['invoke', 'on']],
  ],
]

test('Electron’s checklist has 20 recommendations', () => {
  expect(checklist).toHaveLength(20)
})

test.each(checklist.map(([name, actual, right], index) => ({ number: index + 1, name, actual, right })))(
  'Electron’s recommendation $number holds: $name',
  async ({ actual, right }) => {
    expect(await actual()).toEqual(right)
  },
)
