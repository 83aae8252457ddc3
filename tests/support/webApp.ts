import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  _electron,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Page,
} from '@playwright/test'
import { createHostKeeper, type HostKeeper } from './hostKeeper.ts'
import { lendTokenTables } from './tokenTables.ts'
import { endStartedHosts, type WebApp } from './webHost.ts'

const root = resolve(import.meta.dirname, '..', '..')

/** Milliseconds. On a busy machine a file takes longer than a writer should wait, and would then be left out. */
const patience = { sourceDeadlineMs: 30_000, runSourceDeadlineMs: 30_000 }

/** What playwright.config.ts says about a project. */
export interface HostUse {
  /** Electron's program; null in the browser project. */
  electronPath: string | null
  /** Why this project cannot run here; its tests are then skipped with this sentence. */
  missing: string | null
}

interface HostFixtures {
  readonly available: undefined
  /** Ends the hosts that the test has started beside its own. */
  readonly startedHosts: undefined
  /** A fresh data folder, removed afterwards. */
  readonly dataFolder: string
  /** The running host; null in the Electron project, which needs no link. */
  readonly webApp: WebApp | null
  /** The one-time link, already used by `page`; empty in the Electron project. */
  readonly link: string
  readonly page: Page
}

export interface WorkerFixtures {
  /** The web hosts of a worker's tests, one after the other. */
  readonly hosts: HostKeeper
  /** One browser for all tests of a worker; null in the Electron project. */
  readonly sharedBrowser: Browser | null
  /**
   * Keeps one window for them, opened by the first: opening one costs as much as most of what is done in it. The pages
   * of a test are closed with it, and what they stored is deleted.
   */
  readonly sharedWindow: { opened: BrowserContext | null }
}

/** Playwright's `test` with the app open in `page`: in Chromium, or in Electron's first window. */
export const test = base.extend<HostFixtures, HostUse & WorkerFixtures>({
  electronPath: [null, { option: true, scope: 'worker' }],
  missing: [null, { option: true, scope: 'worker' }],

  // The page needs it in the browser project only, where Playwright's own `browser` is always started.
  sharedBrowser: [
    async ({ electronPath, playwright, browserName, launchOptions }, use) => {
      const browser = electronPath === null ? await playwright[browserName].launch(launchOptions) : null
      await use(browser)
      await browser?.close()
    },
    { scope: 'worker' },
  ],

  hosts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a destructured first parameter
    async ({}, use) => {
      const hosts = createHostKeeper()
      await use(hosts)
      await hosts.end()
    },
    { scope: 'worker' },
  ],

  sharedWindow: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a destructured first parameter
    async ({}, use) => {
      const window: { opened: BrowserContext | null } = { opened: null }
      await use(window)
      await window.opened?.close()
    },
    { scope: 'worker' },
  ],

  available: [
    async ({ missing }, use, testInfo) => {
      testInfo.skip(missing !== null, missing ?? '')
      await use(undefined)
    },
    { auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a destructured first parameter
  dataFolder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'creonow-e2e-'))
    await lendTokenTables(folder)
    await writeFile(join(folder, 'settings.json'), JSON.stringify(patience))
    await use(folder)
    // Where a test fails in the middle, something may still be writing there.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  },

  // Before the folder that they write in is removed.
  startedHosts: [
    async ({ dataFolder: _ }, use) => {
      await use(undefined)
      await endStartedHosts()
    },
    { auto: true },
  ],

  webApp: async ({ electronPath, dataFolder, hosts }, use) => {
    if (electronPath !== null) return use(null)
    await use(await hosts.serve(dataFolder))
    await hosts.rest()
  },

  link: async ({ webApp }, use) => use(webApp?.link ?? ''),

  page: async ({ electronPath, sharedBrowser, sharedWindow, dataFolder, link, contextOptions }, use) => {
    if (electronPath !== null) {
      const app = await _electron.launch({ executablePath: electronPath, args: [root, '--data', dataFolder] })
      await use(await app.firstWindow())
      return app.close()
    }
    if (sharedBrowser === null) throw new Error('no browser')
    sharedWindow.opened ??= await openWindow(sharedBrowser, contextOptions)
    const window = sharedWindow.opened
    const [first] = window.pages()
    const page = await window.newPage()
    await page.goto(link)
    await use(page)
    for (const one of window.pages()) if (one !== first) await one.close()
    if (first !== undefined) await forgetStored(first, new URL(link).origin)
  },
})

/** With its last page a window goes: the first one stays empty. */
async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const window = await browser.newContext(options)
  await window.newPage()
  return window
}

/** Deletes what pages from there have stored, but for their code as it was compiled. */
async function forgetStored(page: Page, origin: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await browser.detach()
}

export { expect } from '@playwright/test'
export { startWebApp, type WebApp } from './webHost.ts'
