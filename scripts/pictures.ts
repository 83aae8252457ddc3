import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type BrowserContextOptions, chromium } from '@playwright/test'
import { type Language, screens } from './pictures/screens.ts'

/**
 * Takes the pictures of `docs/images` anew: every main screen with the offline model in both themes, in Chinese with the
 * sample novel; in `en` those of the English README. `npm run pictures -- [name | zh | en]…`
 */
const root = resolve(import.meta.dirname, '..')
const images = join(root, 'docs', 'images')
const chosen = process.argv.slice(2)
const isLanguage = (name: string): name is Language => name === 'zh' || name === 'en'
const chosenLanguages = chosen.filter(isLanguage)
const wanted = chosen.filter((name) => !isLanguage(name))
const languages: readonly Language[] = chosenLanguages.length > 0 ? chosenLanguages : ['zh', 'en']
const folders = { zh: images, en: join(images, 'en') }
const locales = { zh: 'zh-CN', en: 'en-US' }
const mostTries = 6
/** For a computer that is busy, as in the tests of the page. */
const mostMs = 120_000
/** Until the other theme is drawn. */
const themeMs = 500
const found = await readFile(join(root, 'node_modules', '.cache', 'creonow-browser.json'), 'utf8')
const { chromium: program } = JSON.parse(found) as { chromium: string | null } // written by scripts/setup/browser.mjs
if (program === null) throw new Error('Chromium is needed: node scripts/bootstrap.mjs --for test')

await mkdir(folders.en, { recursive: true })
const browser = await chromium.launch({
  executablePath: program,
  env: { ...process.env, LANG: 'C.UTF-8' } as Record<string, string>, // what is not set is not passed on
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
})
for (const language of languages)
  for (const screen of screens) {
    if (wanted.length > 0 && !wanted.includes(screen.name)) continue
    if (language === 'en' && !screen.isEnglishToo) continue
    await takePictures(screen, language)
  }
await browser.close()

/** Takes a screen in both themes, again where this computer was too busy for a whole one. */
async function takePictures(
  { name, show, isNarrow }: (typeof screens)[number],
  language: Language,
): Promise<void> {
  const take = async (link: string) => {
    const viewport = isNarrow ? { width: 900, height: 800 } : { width: 1280, height: 800 }
    const options: BrowserContextOptions = {
      ...{ colorScheme: 'light', viewport, locale: locales[language], reducedMotion: 'reduce' },
    }
    const context = await browser.newContext(options)
    const page = await context.newPage()
    page.setDefaultTimeout(mostMs)
    await page.goto(link)
    await show(page)
    // What has just been done is told for some seconds; the caret blinks.
    await page.addStyleTag({ content: '.cm-cursorLayer { display: none }' }).catch(() => undefined)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(themeMs)
      await page.screenshot({ path: join(folders[language], `${name}-${colorScheme}.png`) })
      process.stdout.write(`${language} ${name}-${colorScheme}.png\n`)
    }
    await context.close()
  }
  let tries = 1
  while (!(await withHost(take)) && tries < mostTries) tries += 1
}

/**
 * A web host on an empty data folder, which is gone afterwards. False when this computer was too busy to read all of
 * the book in time: the picture then tells of that.
 */
async function withHost(task: (link: string) => Promise<void>): Promise<boolean> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'creonow-pictures-'))
  const child = spawn(
    process.execPath,
    [join(root, 'scripts/start.mjs'), '--web', '--json', '--port', '0', '--data', dataFolder],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let isWhole = true
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.includes('source unavailable')) isWhole = false
    else process.stderr.write(`${line}\n`)
  })
  try {
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    const { link } = JSON.parse(String(line)) as { link: string } // what the host prints with --json
    await task(link)
    return isWhole
  } finally {
    child.kill('SIGINT')
    await once(child, 'exit')
    await rm(dataFolder, { recursive: true, force: true })
  }
}
