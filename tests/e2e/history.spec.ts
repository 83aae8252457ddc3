import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import { openSample } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

const shots = process.env.SHOTS

const openHistory = async (page: Page) => {
  await page.locator('.chapter-line:has([aria-current]) .chapter-more').click()
  await page.getByRole('menuitem', { name: '历史版本' }).click()
  return page.getByTestId('history')
}

test('what was there before typing can be compared, restored, and the restoring taken back', async ({
  page,
}) => {
  await openSample(page)
  const text = page.locator('.cm-content')
  const sheet = await openHistory(page)
  await expect(sheet).toContainText('还没有历史版本')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.locator('.chapter-row[aria-current]')).toBeFocused()

  await text.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('雾散了，林远走下台阶。')
  await expect(page.getByText(/^已保存 \d/)).toBeVisible()
  await openHistory(page)
  const version = sheet.getByTestId('history-version')
  await expect(version).toHaveCount(1)
  await expect(version).toContainText('本次修改前')
  await expect(sheet.locator('ins')).toHaveText('雾散了，林远走下台阶。')
  expect(await axeFaults(page, { within: '.history' })).toEqual([])
  if (shots) await page.screenshot({ path: `${shots}/history-light.png` })

  await sheet.getByTestId('history-restore').click()
  await expect(text).not.toContainText('雾散了')
  await expect(sheet).toContainText('恢复之前的文字也留了一版')
  await expect(version).toHaveCount(2)
  await sheet.getByRole('button', { name: '撤销恢复' }).click()
  await expect(text).toContainText('雾散了，林远走下台阶。')

  // The arrow keys go through the versions. The list comes anew after the restoring was taken back, with its first chosen.
  await expect(async () => {
    await version.first().getByRole('radio').focus()
    await page.keyboard.press('ArrowDown')
    await expect(version.nth(1).getByRole('radio')).toBeChecked({ timeout: 3000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test(
  'an accepted AI text has a version before it, and English and a narrow window show it too',
  whole,
  async ({ page }) => {
    await openSample(page)
    const text = page.locator('.cm-content')
    await text.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('雾散了。')
    await page.getByTestId('ai-run').click()
    await page.getByTestId('ai-card-accept').click()
    await expect(page.getByText(/^已保存 \d/)).toBeVisible()
    const sheet = await openHistory(page)
    const ai = sheet.getByTestId('history-version').filter({ hasText: '采纳 AI 前' })
    await ai.getByRole('radio').check()
    await sheet.getByTestId('history-restore').click()
    await expect(text).toContainText('雾散了。')
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await expect(sheet).toContainText('before AI text went in')
    await expect(sheet).toContainText('Today')
    if (shots) {
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.screenshot({ path: `${shots}/history-dark-en.png` })
      await page.setViewportSize({ width: 900, height: 700 })
      await page.screenshot({ path: `${shots}/history-narrow-en.png` })
    }
  },
)
