import { join } from 'node:path'
import { axeFaults } from '../support/axe.ts'
import { chooseOption } from '../support/chooseOption.ts'
import { openRow, openSample } from '../support/pages.ts'
import { showChapters } from '../support/tour/look.ts'
import { sharedNames } from '../support/tour/sharedNames.ts'
import { expect, test } from '../support/webApp.ts'
import { wholeBut } from '../support/whole.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES

const words = {
  zh: { entry: '林远', saved: '文笔', world: '打开世界设定', unstated: '没有写' },
  en: { entry: '林远', saved: '文笔', world: 'Open the world', unstated: 'Not stated' },
} as const

for (const language of ['zh', 'en'] as const)
  test(
    `ties, timeline, knowledge and voice of a book are shown, and the voice is written by one press, in ${language}`,
    wholeBut(language === 'zh'),
    async ({ page }) => {
      const its = words[language]
      if (language === 'en') await page.getByRole('button', { name: 'Switch to English' }).click()
      await openSample(page)
      const look = async (name: string) => {
        for (const [theme, width] of [
          ['light', 1440],
          ['dark', 1024],
          ['light', 1920],
        ] as const) {
          await page.emulateMedia({ colorScheme: theme })
          await page.setViewportSize({ width, height: 900 })
          expect(await axeFaults(page)).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
          if (pictures !== undefined)
            await page.screenshot({ path: join(pictures, `${name}-${width}-${theme}-${language}.png`) })
        }
        await page.setViewportSize({ width: 1440, height: 900 })
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await openRow(page, 'ties-open')
      const ties = page.getByTestId('ties')
      await expect(ties.getByTestId('ties-picture').locator('circle').first()).toBeVisible()
      expect(await ties.getByTestId('tie').count()).toBeGreaterThan(3)
      await look('ties')
      await showChapters(page)
      await openRow(page, 'timeline-open')
      const timeline = page.getByTestId('timeline')
      await expect(timeline.getByTestId('timeline-picture').locator('circle').first()).toBeVisible()
      expect(await timeline.getByTestId('event').count()).toBeGreaterThan(3)
      await look('timeline')
      await showChapters(page)
      await openRow(page, 'knowledge-open')
      const knowledge = page.getByTestId('knowledge')
      await chooseOption(knowledge.getByRole('combobox'), /数水谣/)
      const secret = knowledge.getByTestId('fact').filter({ hasText: '瞒着所有人' })
      await expect(secret).toContainText(its.unstated)
      await look('knowledge')
      expect(await sharedNames(page)).toEqual([])
      await secret.getByRole('button', { name: /浸水的信/ }).press('Enter')
      await expect(page.getByRole('banner')).toContainText('浸水的信')
      await showChapters(page)
      await openRow(page, 'voice-open')
      const voice = page.getByTestId('voice')
      await expect(voice.getByTestId('voice-sheet')).toBeVisible()
      await voice.getByTestId('voice-save').click()
      await expect(voice.getByTestId('voice-saved')).toContainText(its.saved)
      await look('voice')
      await voice.getByRole('button', { name: its.world }).press('Enter')
      await expect(page.getByTestId('sheet-world')).toContainText(its.saved)
      await showChapters(page)
      await openRow(page, 'ties-open')
      await ties.getByRole('button', { name: its.entry }).first().press('Enter')
      await expect(page.getByTestId('codex')).toBeVisible()
    },
  )
