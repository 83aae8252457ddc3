import type { Page } from '@playwright/test'
import { chooseOption } from '../support/chooseOption.ts'
import { callFromPage, openSample } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

/** Counts how often the browser's dialog would have opened; until `afterprint` it is open. */
const playDialog = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: printed() + 1 }) })
    const printed = () => Number(Reflect.get(window, 'printed'))
  })
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
const styleOf = (page: Page, selector: string, name: string) =>
  page.evaluate(
    ([element, property]) =>
      getComputedStyle(document.querySelector(element) as Element).getPropertyValue(property),
    [selector, name] as const,
  )

test('the chosen chapters print with a title page, indents and what was just typed, and nothing of the window', async ({
  page,
}) => {
  await openSample(page)
  await playDialog(page)
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('雾散了。')
  await page.keyboard.press('ControlOrMeta+p')
  const dialog = page.getByTestId('print')
  await chooseOption(dialog.getByLabel('从'), /灯塔下的信/)
  await chooseOption(dialog.getByLabel('到'), 0)
  await expect(dialog.getByTestId('print-start')).toBeDisabled()
  await expect(dialog).toContainText('后一章在前一章之前。')
  await chooseOption(dialog.getByLabel('到'), /灯塔下的信/)
  await dialog.getByTestId('print-start').click()
  await expect(dialog).toContainText('已交给打印。')
  expect(await page.evaluate(() => Reflect.get(window, 'printed'))).toBe(1)
  const book = page.locator('.printed-book')
  await expect(book).toBeHidden()
  await expect(page.locator('#root')).toBeVisible()

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.locator('#root')).toBeHidden()
  await expect(dialog).toBeHidden()
  await expect(book.locator('section')).toHaveCount(2)
  await expect(book.locator('.title-page')).toContainText('雾港来信')
  await expect(book).toContainText('雾散了。')
  const paragraph = '.printed-book section:not(.title-page) p'
  const size = Number.parseFloat(await styleOf(page, paragraph, 'font-size'))
  expect([
    Math.round(Number.parseFloat(await styleOf(page, paragraph, 'text-indent'))),
    await styleOf(page, '.title-page p', 'text-indent'),
    await styleOf(page, '.title-page p', 'text-align'),
    await styleOf(page, paragraph, 'color'),
    await book.locator('[href], [style], script').count(),
  ]).toEqual([Math.round(size * 2), '0px', 'center', 'rgb(0, 0, 0)', 0])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/print.png`, fullPage: true })

  const pdf = await page.pdf({
    preferCSSPageSize: true,
    ...(process.env.SHOTS && { path: `${process.env.SHOTS}/print.pdf` }),
  })
  expect(pagesOf(pdf)).toBeGreaterThan(2)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(book).toHaveCount(0)
  await expect(page.locator('#root')).toBeVisible()
})

test(
  'an exported web page prints each chapter from a page of its own, without the measure of the screen',
  whole,
  async ({ page }) => {
    await openSample(page)
    const [answer] = await callFromPage(page, [['projects:list', {}]])
    const { projectId } = Object(answer).data.projects[0]
    const [, exported] = await callFromPage(page, [
      ['projects:openKnown', { projectId }],
      ['book:export', { projectId, format: 'html' }],
    ])
    const html = Buffer.from(Object(exported).data.base64, 'base64').toString('utf8')
    const alone = await page.context().newPage()
    await alone.setContent(html)
    const chapters = await alone.locator('section').count()
    expect(await alone.locator('body').evaluate((body) => getComputedStyle(body).maxWidth)).not.toBe('none')
    await alone.emulateMedia({ media: 'print' })
    const breaks = await alone
      .locator('section')
      .evaluateAll((sections) => sections.map((section) => getComputedStyle(section).breakBefore))
    expect(breaks).toEqual(['auto', ...Array.from({ length: chapters - 1 }, () => 'page')])
    expect(await alone.locator('body').evaluate((body) => getComputedStyle(body).maxWidth)).toBe('none')
    expect(pagesOf(await alone.pdf({ preferCSSPageSize: true }))).toBeGreaterThanOrEqual(chapters)
    await alone.close()
  },
)
