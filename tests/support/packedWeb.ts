/**
 * Serves a packed app by the web host, and opens its page in Chromium. Usage: node packedWeb.ts <resources folder>
 * <data folder> <Chromium>, all absolute. App, page, sample and template are those of the packed app; the transport, which
 * no packed app has, is that of this repository. Prints one line of JSON with what the page showed.
 */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import type { AppOptions, createApp as CreateApp } from '../../main/src/app.ts'
import { startWebHost } from '../../main/src/hosts/web/webHost.ts'
import { createLogger } from '../../main/src/lib/logger.ts'
import { openSample, runSkill } from './pages.ts'

const [resources = '', dataFolder = '', executablePath = ''] = process.argv.slice(2)
const out = join(resources, 'app', 'out')
const { createApp }: { createApp: typeof CreateApp } = await import(
  pathToFileURL(join(out, 'main', 'app.js')).href
)
const logger = createLogger({ level: 'error' })
const options: AppOptions = {
  ...{ dataFolder, logger },
  samplesFolder: join(resources, 'samples'),
  templateFolder: join(resources, '.creonow-template'),
}
const app = await createApp(options)
const host = await startWebHost({ app, rendererFolder: join(out, 'renderer'), port: 0, logger })
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, LANG: 'C.UTF-8' } as Record<string, string>, // what is not set is not passed on
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
})
const page = await browser.newPage({ locale: 'zh-CN', reducedMotion: 'reduce' })
const faults: string[] = []
page.on('pageerror', ({ message }) => faults.push(message))
page.on('response', (response) => void (response.status() >= 400 && faults.push(response.url())))
await page.goto(host.link)
await openSample(page)
const written = await runSkill(page)
const shown = {
  title: await page.title(),
  chapters: await page.locator('.chapter-row').count(),
  hasText: ((await page.locator('.cm-content').textContent()) ?? '').length > 500,
  wrote: written.length > 0,
  faults,
}
await browser.close()
await host.dispose()
await app.dispose()
process.stdout.write(`${JSON.stringify(shown)}\n`)
