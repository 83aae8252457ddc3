import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { programIn } from './scripts/start/findElectron.ts'
import { retries } from './scripts/testRun/ci.ts'
import { shareCompiledCode } from './scripts/testRun/compileCache.ts'
import type { HostUse, WorkerFixtures } from './tests/support/webApp.ts'

shareCompiledCode()

const root = import.meta.dirname

/** What scripts/bootstrap.mjs found; the fixture skips with the reason when there is none. */
function browser(): { chromium: string | null; reason: string | null } {
  const file = join(root, 'node_modules', '.cache', 'creonow-browser.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  return { chromium: null, reason: '还没有运行 node scripts/bootstrap.mjs --for test。' }
}

const definedOf = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/** By its path, as Playwright loads it. */
const skipUnavailable = join(root, 'scripts', 'testRun', 'skipUnavailable.ts')

const { chromium, reason } = browser()
const electron = programIn(join(root, 'node_modules', 'electron'))
const noElectron = electron ? null : '这台电脑上没有 Electron 的程序（npm 包里不含它）。'

export default defineConfig<object, HostUse & WorkerFixtures>({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // For what hangs, not for what is slow: on a busy machine everything takes many times as long.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  // Each test has a data folder and a host on a free port of its own.
  fullyParallel: true,
  // A test is eight seconds of a core and waits for little else: with two more than there are cores it takes a quarter longer.
  workers: Math.min(availableParallelism(), 5),
  forbidOnly: true,
  retries,
  reporter: [['list'], [skipUnavailable]],
  use: {
    locale: 'zh-CN',
    viewport: { width: 1360, height: 880 },
    contextOptions: { reducedMotion: 'reduce' },
    // Half as much work again for every test; `npm run e2e -- --trace on` where one is to be looked into.
    trace: 'off',
  },
  projects: [
    {
      name: 'chromium-web',
      use: {
        browserName: 'chromium',
        missing: chromium ? null : reason,
        launchOptions: {
          ...(chromium ? { executablePath: chromium } : {}),
          // Where no language is set, Chromium takes no file name that is not ASCII.
          env: { LANG: 'C.UTF-8', ...definedOf(process.env) },
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            // A page whose host is dead would load itself again amid what a test does next.
            '--disable-auto-reload',
          ],
        },
      },
    },
    { name: 'electron', use: { electronPath: electron, missing: noElectron } },
  ],
})
