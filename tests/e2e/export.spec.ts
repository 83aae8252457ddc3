import { readFile } from 'node:fs/promises'
import { chooseOption } from '../support/chooseOption.ts'
import { openSample } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'

test('the book is saved as one file, with what was just typed and without marks', async ({ page }) => {
  await openSample(page)
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('雾散了。')
  await page.getByRole('button', { name: '导出全书' }).click()
  const dialog = page.getByTestId('book-export')
  await dialog.getByRole('radio', { name: '纯文本，一个文件' }).check()
  const saving = page.waitForEvent('download')
  await dialog.getByTestId('book-export-start').click()
  const download = await saving
  expect(download.suggestedFilename()).toBe('雾港来信.txt')
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('雾散了。')
  expect(text).not.toMatch(/[#*]/)
  await expect(dialog).toContainText('已导出')
  // Some chapters alone, for another program.
  await dialog.getByRole('radio', { name: '富文本' }).check()
  await chooseOption(dialog.getByLabel('从'), /灯塔下的信/)
  const savingSome = page.waitForEvent('download')
  await dialog.getByTestId('book-export-start').click()
  const some = await savingSome
  expect(some.suggestedFilename()).toBe('雾港来信.rtf')
  await expect(dialog).toContainText(/已导出 \d 篇/)
  expect((await readFile(await some.path())).subarray(0, 6).toString()).toBe('{\\rtf1')
  if (process.env.SHOTS) await page.screenshot({ path: process.env.SHOTS })
})
