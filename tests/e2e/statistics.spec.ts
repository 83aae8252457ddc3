import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { axeFaults } from '../support/axe.ts'
import { openRow, openSample } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES
const msOfDay = 86_400_000

/** Three months of writing before today, by the clock of this machine. */
function history(now: number) {
  const dayOf = (moment: number) => new Intl.DateTimeFormat('sv-SE').format(new Date(moment))
  const past: Record<string, object> = {}
  for (let back = 90; back > 0; back--) {
    if (back % 7 === 0) continue
    const count = 400 + ((back * 373) % 3600)
    const ai = back % 3 === 0 ? Math.round(count / 4) : 0
    const paced = { words: count - ai, ms: (count - ai) * 2500 }
    past[dayOf(now - back * msOfDay)] = { words: count, ai, paced, goal: 3000 }
  }
  return { version: 2, goal: 3000, days: {}, past }
}

test('the days of a book are told by a calendar, a list and figures, by keys alone, in both languages and themes', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  const [projectId = ''] = await readdir(join(dataFolder, 'projects'))
  await writeFile(
    join(dataFolder, 'projects', projectId, 'dailyWords.json'),
    JSON.stringify(history(Date.now())),
  )
  const sheet = page.getByTestId('statistics')
  const shot = async (name: string, colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    expect(await axeFaults(page, { within: '[data-testid=statistics]' })).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    if (pictures !== undefined) {
      await page.screenshot({ path: join(pictures, `statistics-${name}-${colorScheme}.png`) })
      await sheet.getByTestId('statistics-chapters').scrollIntoViewIfNeeded()
      await page.screenshot({ path: join(pictures, `statistics-${name}-${colorScheme}-end.png`) })
    }
  }
  await openRow(page, 'statistics-open')
  await expect(sheet.getByTestId('statistics-figures')).toContainText('6 天，最长 6 天')
  const cells = sheet.getByTestId('statistics-calendar').getByRole('cell')
  await expect(
    cells.filter({ hasText: /\d+月\d+日: [\d,]+ 字 · 其中采纳 AI [\d,]+ 字/ }).first(),
  ).toBeVisible()
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('雾散了。')
  await expect(sheet.getByTestId('statistics-figures')).toContainText('7 天，最长 7 天')
  await shot('zh', 'light')
  await shot('zh', 'dark')

  await page.getByRole('button', { name: 'Switch to English' }).click()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('statistics')
  await page.keyboard.press('Enter')
  await expect(sheet).toContainText('Days in a row')
  await sheet.getByRole('button', { name: 'Set the goal' }).focus()
  await page.keyboard.press('Enter')
  await page.getByTestId('goal-dialog').getByRole('textbox').fill('4')
  await page.keyboard.press('Escape')
  await expect(sheet.getByTestId('statistics-figures')).toContainText('4 words')
  await shot('en', 'light')
  await page.setViewportSize({ width: 1024, height: 800 })
  await shot('en-1024', 'dark')
})
