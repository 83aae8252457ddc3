import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { axeFaults } from '../support/axe.ts'
import { openRow, openSample, readText, sampleFolder } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { wholeBut } from '../support/whole.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES

const words = {
  zh: { dead: '死者说话', intend: '就是这样写的', restore: '重新列出', folded: /已说明/ },
  en: {
    dead: 'The dead speak',
    intend: 'It is meant',
    restore: 'List it again',
    folded: /Meant as they are/,
  },
} as const

for (const language of ['zh', 'en'] as const)
  test(
    `a contradiction is listed with both sentences, shown by a click and waved away, in ${language}`,
    wholeBut(language === 'en'),
    async ({ page, dataFolder }) => {
      const its = words[language]
      if (language === 'en') await page.getByRole('button', { name: 'Switch to English' }).click()
      await page.setViewportSize({ width: 1440, height: 900 })
      await openSample(page)
      const folder = await sampleFolder(dataFolder)
      const chapter = join(folder, 'manuscript/010-灯塔下的信.md')
      const line = '欧阳雪说：“船该开了，别等了。”'
      const card = [
        '---\nname: 欧阳雪\nprogressions:\n  - from: manuscript/003-港务处.md',
        '    text: 欧阳雪死在码头。\n    state: 已死\n---\n',
      ].join('\n')
      await writeFile(join(folder, '.creonow/characters/欧阳雪.md'), card)
      await writeFile(chapter, `${(await readText(chapter)).trimEnd()}\n\n${line}\n`)
      await openRow(page, 'checks-open')
      const sheet = page.getByTestId('checks')
      const finding = sheet.getByTestId('finding')
      await expect(finding).toHaveCount(1)
      await expect(finding).toContainText(its.dead)
      await expect(finding).toContainText(line)
      await expect(finding).toContainText('欧阳雪死在码头。')
      await expect(sheet.getByTestId('readiness')).toBeVisible()
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        if (pictures) await page.screenshot({ path: `${pictures}/checks ${language} ${theme}.png` })
        const serious = (await axeFaults(page, {})).filter(
          ({ impact }) => impact === 'serious' || impact === 'critical',
        )
        expect(serious.map(({ id }) => id)).toEqual([])
      }
      await finding.locator('.check-sentence').click()
      await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(line)
      await finding.getByRole('button', { name: its.intend }).click()
      await expect(sheet.getByText(its.folded)).toBeVisible()
      const stored = JSON.parse(await readText(join(folder, '.creonow/decisions.json')))
      expect(stored.intended).toMatchObject([{ rule: 'dead' }])
      await sheet.getByText(its.folded).click()
      await finding.getByRole('button', { name: its.restore }).click()
      await expect(sheet.getByText(its.folded)).toHaveCount(0)
      await expect(finding).toHaveCount(1)
    },
  )
