import { join } from 'node:path'
import { axeFaults } from '../support/axe.ts'
import { openChapter, openSample, readText, sampleFolder } from '../support/pages.ts'
import { showChapters } from '../support/tour/look.ts'
import { expect, test } from '../support/webApp.ts'
import { wholeBut } from '../support/whole.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES

const words = {
  zh: {
    paid: '在选中处收',
    reopen: '重新打开',
    drop: '放弃',
    remove: '删除',
    restore: '放回去',
    groups: ['未收', '已收', '放弃'],
    refused: /先选中/,
  },
  en: {
    paid: 'Paid at the selection',
    reopen: 'Open again',
    drop: 'Drop',
    remove: 'Delete',
    restore: 'Put it back',
    groups: ['Open', 'Paid', 'Dropped'],
    refused: /Select the text/,
  },
} as const

for (const language of ['zh', 'en'] as const)
  test(
    `a selected sentence is planted with F4, shown again by a click, and paid, in ${language}`,
    wholeBut(language === 'zh'),
    async ({ page, dataFolder }) => {
      const its = words[language]
      if (language === 'en') await page.getByRole('button', { name: 'Switch to English' }).click()
      await page.setViewportSize({ width: 1440, height: 900 })
      await openSample(page)
      const file = join(await sampleFolder(dataFolder), '.creonow/threads.json')
      const stored = async () => JSON.parse(await readText(file)).threads
      const select = async () => {
        await page.locator('.cm-line').nth(2).click()
        await page.keyboard.press('Home')
        for (let at = 0; at < 8; at += 1) await page.keyboard.press('Shift+ArrowRight')
      }
      const sheet = page.getByTestId('threads')
      await page.locator('.cm-content').click()
      await page.keyboard.press('F4')
      await sheet.getByTestId('thread-plant').click()
      await expect(sheet.getByText(its.refused)).toBeVisible()
      await select()
      await page.keyboard.press('F4')
      const card = sheet.getByTestId('thread')
      await expect(card).toHaveCount(1)
      const [{ title, state, marks }] = await stored()
      expect([state, marks[0].anchor.exact]).toEqual(['planted', title])
      await expect(sheet.getByRole('heading', { level: 3 })).toContainText(its.groups[0])
      for (const [theme, width] of [
        ['light', 1440],
        ['dark', 1024],
      ] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await page.setViewportSize({ width, height: 900 })
        if (width === 1024 && !(await sheet.isVisible())) await page.keyboard.press('F4')
        if (pictures) await page.screenshot({ path: `${pictures}/threads ${language} ${theme} ${width}.png` })
        const serious = (await axeFaults(page, {})).filter(
          ({ impact }) => impact === 'serious' || impact === 'critical',
        )
        expect(serious.map(({ id }) => id)).toEqual([])
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await showChapters(page)
      await openChapter(page, '数水谣')
      await page.keyboard.press('F4')
      await sheet.locator('.thread-sentence').click()
      await expect(page.getByRole('banner')).toContainText('灯塔下的信')
      await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(title)
      await card.getByRole('button', { name: its.paid }).click()
      await expect(sheet.getByRole('heading', { level: 3 })).toContainText(its.groups[1])
      expect((await stored())[0].state).toBe('paid')
      await card.getByRole('button', { name: its.reopen }).press('Enter')
      await card.getByRole('button', { name: its.drop }).press('Enter')
      await expect(sheet.getByRole('heading', { level: 3 })).toContainText(its.groups[2])
      const [before] = await stored()
      await card.getByRole('button', { name: its.remove }).click()
      await expect(card).toHaveCount(0)
      expect(await stored()).toEqual([])
      await sheet.getByRole('button', { name: its.restore }).click()
      await expect(card).toHaveCount(1)
      expect(await stored()).toEqual([before])
    },
  )
