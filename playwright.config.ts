import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { programIn } from './scripts/start/findElectron.ts'
import type { HostUse } from './tests/support/webApp.ts'

const root = import.meta.dirname

/** What scripts/bootstrap.mjs found; the fixture skips with the reason when there is none. */
function browser(): { chromium: string | null; reason: string | null } {
  const file = join(root, 'node_modules', '.cache', 'creonow-browser.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  return { chromium: null, reason: '还没有运行 node scripts/bootstrap.mjs --for test。' }
}

const { chromium, reason } = browser()
const electron = programIn(join(root, 'node_modules', 'electron'))
const noElectron = electron ? null : '这台电脑上没有 Electron 的程序（npm 包里不含它）。'

export default defineConfig<HostUse>({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  workers: 1,
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
  use: { locale: 'zh-CN', viewport: { width: 1360, height: 880 }, trace: 'retain-on-failure' },
  projects: [
    {
      name: 'chromium-web',
      use: {
        browserName: 'chromium',
        missing: chromium ? null : reason,
        launchOptions: {
          ...(chromium ? { executablePath: chromium } : {}),
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
          ],
        },
      },
    },
    { name: 'electron', use: { electronPath: electron, missing: noElectron } },
  ],
})
