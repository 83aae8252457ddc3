import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { icnsOf, icoOf, type SizedPng } from './packaging/iconFiles.ts'

// `npm run icons`: all icons of the packed app from packaging/icon.svg, drawn by the Chromium of the tests.

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'scripts', 'packaging', 'icons')
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const noted = await readFile(join(root, 'node_modules', '.cache', 'creonow-browser.json'), 'utf8')
const { chromium: program } = JSON.parse(noted) as { chromium: string | null } // written by scripts/setup/browser.mjs
if (program === null) throw new Error('Chromium is needed: node scripts/bootstrap.mjs --for test')
const svg = await readFile(join(root, 'scripts', 'packaging', 'icon.svg'), 'utf8')

await mkdir(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage()
const pictures: SizedPng[] = []
for (const size of sizes) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`)
  const bytes = await page.screenshot({ omitBackground: true })
  pictures.push({ size, bytes })
  await writeFile(join(folder, `${size}x${size}.png`), bytes)
}
await browser.close()
await writeFile(join(folder, 'icon.ico'), icoOf(pictures))
await writeFile(join(folder, 'icon.icns'), icnsOf(pictures))
process.stdout.write(`${sizes.length} sizes, icon.ico and icon.icns in ${folder}\n`)
