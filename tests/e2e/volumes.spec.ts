import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/webApp.ts'

const volume = (page: Page, title: string) => page.locator('.volume-row').filter({ hasText: title })
const titles = (page: Page) => page.locator('.chapter-list .chapter-title')

const body = (count: number) => `\u3000\u3000${'话说天下大势，分久必合，合久必分。'.repeat(count)}\r\n`
const book = [
  `\uFEFF第一卷 桃园\r\n\r\n第一回 宴桃园豪杰三结义\r\n${body(60)}`,
  `第二回 张翼德怒鞭督邮\r\n${body(60)}`,
  `\u3000\u3000第二卷　许都\r\n\r\n第三回 议温明董卓叱丁原\r\n${body(60)}`,
  `第四回 废汉帝陈留践位\r\n${body(60)}`,
].join('\r\n')

test('an imported book stands under its volumes, which are folded by key and stay so', async ({
  page,
  dataFolder,
}) => {
  const file = join(dataFolder, '三国.txt')
  await writeFile(file, book)
  await page.getByTestId('welcome-import').click()
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.locator('.welcome-form input:not([type=file])').first()).toHaveValue('三国')
  await page
    .getByLabel(/文件夹/)
    .first()
    .fill(join(dataFolder, '书'))
  await page.locator('.welcome-form button[type=submit]').click()
  const all = [
    ...['第一卷 桃园', '第一回 宴桃园豪杰三结义', '第二回 张翼德怒鞭督邮'],
    ...['第二卷 许都', '第三回 议温明董卓叱丁原', '第四回 废汉帝陈留践位'],
  ]
  await expect(titles(page)).toHaveText(all)
  await expect(page.locator('.chapter-number')).toHaveCount(0)
  const lengths = await page.locator('.chapter-list .chapter-length').allTextContents()
  const [first = 0, one = 0, two = 0] = lengths.map((length) => Number(length.replaceAll(',', '')))
  expect(first).toBe(one + two)

  // From a chapter to the left stands its volume, once more folds it.
  await page.locator('.chapter-row').nth(1).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(volume(page, '桃园')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(titles(page)).toHaveText(all.toSpliced(1, 2))
  await expect(volume(page, '桃园')).toHaveAttribute('aria-expanded', 'false')
  await expect(volume(page, '桃园')).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(volume(page, '许都')).toBeFocused()
  await expect(page.locator('.chapter-list [tabindex="0"]')).toHaveCount(1)
  const axe = await new AxeBuilder({ page }).include('nav').analyze()
  expect(axe.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])

  await page.reload()
  await expect(titles(page)).toHaveText(all.toSpliced(1, 2))
  await volume(page, '桃园').click()
  await expect(titles(page)).toHaveText(all)
})
