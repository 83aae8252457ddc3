import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import iconv from 'iconv-lite'
import { axeFaults } from '../support/axe.ts'
import { caretToEnd, readText, runSkill } from '../support/pages.ts'
import { expect, startWebApp, test, type WebApp } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

// A host of its own, whose home is a folder of the test: what is proposed lies below the home.
async function firstVisit(browser: Browser | null, dataFolder: string, locale: string) {
  const home = join(dataFolder, '家')
  await mkdir(join(home, '小说'), { recursive: true })
  const app = await startWebApp({
    dataFolder: join(dataFolder, 'data'),
    env: { HOME: home, USERPROFILE: home },
  })
  const context = await browser?.newContext({ locale, reducedMotion: 'reduce' })
  const page = await context?.newPage()
  if (page === undefined || context === undefined) throw new Error('no browser')
  await page.goto(app.link)
  return { page, home, app, close: () => leave(page, app) }
}

async function leave(page: Page, app: WebApp) {
  await page.context().close()
  await app.stop()
}

/** Drops a file somewhere on the window: `bytes`, and behind them `line` so many times, which the page puts together. */
async function drop(page: Page, name: string, bytes: Buffer, line = '', lines = 0) {
  const transfer = await page.evaluateHandle(
    ([fileName, base64, one, times]) => {
      const data = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0))
      const made = new DataTransfer()
      made.items.add(new File([data, one.repeat(times)], fileName))
      return made
    },
    [name, bytes.toString('base64'), line, lines] as const,
  )
  await page.dispatchEvent('h1', 'drop', { dataTransfer: transfer })
}

/** Presses the button of this name in the moment it appears during `act`: whoever looks for it may come too late. */
async function pressAsSoonAsThere(page: Page, name: string, act: () => Promise<void>) {
  const pressed = page.evaluate(
    (label) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          const button = [...document.querySelectorAll('button')].find(
            ({ textContent }) => textContent === label,
          )
          if (button === undefined) return
          observer.disconnect()
          button.click()
          resolve()
        })
        observer.observe(document.body, { childList: true, subtree: true })
      }),
    name,
  )
  await act()
  await pressed
}

const chinese = ['一', '二', '三']
  .map((n) => `第${n}章 雾起\r\n\r\n${'　　林远把信折好，放回胸前的口袋，没有作声。\r\n'.repeat(40)}`)
  .join('')
const english = ['I', 'II', 'III']
  .map(
    (n) =>
      `Chapter ${n}\n\n${'Lin folded the letter, put it back into his pocket, and said nothing.\n\n'.repeat(30)}`,
  )
  .join('')

test('an author gets from an empty data folder to a continued paragraph of a novel without typing, in Chinese', async ({
  sharedBrowser,
  dataFolder,
}) => {
  test.skip(sharedBrowser === null, 'the folder list is the browser’s')
  const { page, home, close } = await firstVisit(sharedBrowser, dataFolder, 'zh-CN')
  await expect(page.getByText('还没有打开过')).toBeVisible()
  await drop(page, '雾港旧事.txt', iconv.encode(chinese, 'gb18030'))
  const preview = page.getByTestId('import-preview')
  await expect(preview).toContainText('gb18030')
  await expect(preview.getByRole('list', { name: '章节' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('radio', { name: '中文' })).toBeChecked()
  await expect(page.getByLabel('文件夹', { exact: true })).toHaveValue('~/Documents/CreoNow/雾港旧事')
  await page.getByTestId('folder-browse').click()
  const picker = page.getByTestId('folder-picker')
  await picker.getByRole('button', { name: '小说' }).click()
  await expect(picker).toContainText('这里没有别的文件夹')
  const violations = await axeFaults(page, { within: '.welcome-form' })
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
  await picker.getByRole('button', { name: '放在这里' }).click()
  await page.getByRole('button', { name: '导入', exact: true }).click()

  const chapters = page.locator('nav.side-left').getByRole('listitem')
  await expect(page.getByRole('banner')).toContainText('雾港旧事')
  await expect(page.locator('.cm-content')).toBeVisible()
  await expect(chapters.first()).toBeVisible()
  const manuscript = join(home, '小说/雾港旧事/manuscript')
  const names = (await readdir(manuscript)).toSorted()
  expect((await Promise.all(names.map((name) => readText(join(manuscript, name))))).join('')).toBe(chinese)
  await caretToEnd(page)
  const written = await runSkill(page)
  await page.getByTestId('ai-suggestion-accept').click()
  const firstWords = written.slice(0, 8)
  await expect.poll(() => readText(join(manuscript, names[0] ?? ''))).toContain(firstWords)

  // The list knows it, with date and length; a second of the same name goes beside it.
  await page.locator('.top-project').click()
  await expect(page.locator('.recent-facts')).toContainText(/2026|20\d\d.*字/)
  await drop(page, '雾港旧事.txt', Buffer.from(chinese))
  await expect(preview).toBeVisible()
  await page.getByTestId('folder-browse').click()
  await picker.getByRole('button', { name: '小说' }).click()
  await expect(picker.getByRole('button', { name: '雾港旧事' })).toBeVisible()
  await picker.getByRole('button', { name: '放在这里' }).click()
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await expect(page.locator('.cm-content')).toBeVisible()
  expect((await readdir(join(home, '小说'))).toSorted()).toEqual(['雾港旧事', '雾港旧事 2'])
  await page.locator('.top-project').click()
  await page
    .getByRole('button', { name: /去掉「雾港旧事」/ })
    .first()
    .click()
  await expect(page.locator('.recent-project')).toHaveCount(1)
  expect(await readdir(join(home, '小说'))).toHaveLength(2)
  await close()
})

test(
  'an author gets there in English too: an English book is recognised by its words and continued in English',
  whole,
  async ({ sharedBrowser, dataFolder }) => {
    test.skip(sharedBrowser === null, 'the folder list is the browser’s')
    const { page, home, close } = await firstVisit(sharedBrowser, dataFolder, 'en-US')
    // Nobody has set a language: the browser's counts.
    await expect(page.getByTestId('welcome-import')).toBeVisible()
    await expect(page.locator('body')).not.toContainText(/\p{Script=Han}/u)
    await drop(page, 'Fog Harbour.txt', Buffer.from(english))
    await expect(page.getByRole('list', { name: 'Chapters' }).getByRole('listitem')).toHaveCount(3)
    await expect(page.getByRole('radio', { name: 'English' })).toBeChecked()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('banner')).toContainText('Fog Harbour')
    await expect(page.locator('.cm-content')).toBeVisible()
    await caretToEnd(page)
    expect(await runSkill(page)).not.toMatch(/\p{Script=Han}/u)
    await page.getByTestId('ai-suggestion-accept').click()
    const project = join(home, 'Documents/CreoNow/Fog Harbour')
    expect(JSON.parse(await readText(join(project, '.creonow/project.json')))).toMatchObject({
      language: 'en',
    })
    await close()
  },
)

test(
  'a refused file and a refused folder say why under their own fields, and a cancelled import leaves nothing',
  whole,
  async ({ sharedBrowser, dataFolder }) => {
    test.skip(sharedBrowser === null, 'the folder list is the browser’s')
    const { page, home, close } = await firstVisit(sharedBrowser, dataFolder, 'zh-CN')
    await page.getByTestId('welcome-import').click()
    await page.locator('input[type=file]').setInputFiles({
      name: '封面.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    })
    await expect(page.locator('.import-status')).toContainText(/只能导入|不能导入/)
    await expect(page.getByRole('button', { name: '导入', exact: true })).toBeDisabled()
    const line = '　　林远把信折好，放回胸前的口袋，没有作声。\n'
    expect(line.length * 360_000).toBeGreaterThan(8_000_000)
    await drop(page, '长篇.txt', Buffer.from('第一章 雾\n'), line, 360_000)
    await expect(page.getByTestId('import-preview')).toBeVisible()
    await page.getByLabel('文件夹', { exact: true }).fill('不是完整的路径')
    await page.getByRole('button', { name: '导入', exact: true }).click()
    await expect(page.locator('.welcome-form').getByRole('alert')).toContainText('完整的路径')
    await page.getByLabel('文件夹', { exact: true }).fill('~/小说/长篇')
    await pressAsSoonAsThere(page, '取消导入', () =>
      page.getByRole('button', { name: '导入', exact: true }).click(),
    )
    await expect(page.getByTestId('import-progress')).toHaveCount(0)
    // Whoever looks at once may see what is being taken back.
    await expect.poll(() => readdir(join(home, '小说/长篇/manuscript'))).toEqual([])
    // The same again, to its end.
    await page.getByRole('button', { name: '导入', exact: true }).click()
    await expect(page.locator('.cm-content')).toBeVisible({ timeout: 120_000 })
    expect(await readdir(join(home, '小说/长篇/manuscript'))).toHaveLength(1)
    await close()
  },
)
