import { axeFaults } from '../support/axe.ts'
import { openSample } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

const shots = process.env.SHOTS

test('a word is found in the whole book, jumped to, replaced but for one place, and put back', async ({
  page,
}) => {
  await openSample(page)
  const text = page.locator('.cm-content')
  await text.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('铜哨响了，铜哨又响了。')
  // What was just typed is found: it is saved first.
  await page.keyboard.press('ControlOrMeta+Shift+F')
  const panel = page.getByTestId('book-search')
  await panel.getByTestId('book-search-text').fill('铜哨')
  const total = panel.getByTestId('book-search-total')
  await expect(total).toHaveText(/^\d+ 处，\d+ 章$/)
  const hits = panel.getByTestId('book-search-hit')
  const fresh = hits.filter({ hasText: '铜哨响了' })
  await expect(fresh).toHaveCount(2)
  expect(await axeFaults(page, { within: '.book-search' })).toEqual([])
  if (shots) await page.screenshot({ path: `${shots}/search-light.png` })

  // By keyboard: to the list, down, and into the text.
  await hits.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(hits.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe('铜哨')

  await panel.getByTestId('book-search-replacing').check()
  await panel.getByTestId('book-search-replacement').fill('银哨')
  await expect(hits.first().locator('ins')).toHaveText('银哨')
  await hits.last().focus()
  await page.keyboard.press('Space')
  await expect(hits.last().locator('ins')).toHaveCount(0)
  if (shots) await page.screenshot({ path: `${shots}/search-replace.png` })
  await panel.getByTestId('book-replace').click()
  await expect(panel).toContainText('已在')
  await expect(total).toHaveText('1 处，1 章')
  await hits.first().click()
  await expect(text).toContainText('银哨响了，铜哨又响了。')
  if (shots) await page.screenshot({ path: `${shots}/search-replaced.png` })
  await panel.getByRole('button', { name: '撤销替换' }).click()
  await expect(panel).toContainText('已撤销替换')
  await expect(text).toContainText('铜哨响了，铜哨又响了。')

  // The notice has taken its button along, and the focus is where one goes on.
  await expect(panel.getByTestId('book-search-text')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('.chapter-row[aria-current]')).toBeVisible()
})

test(
  'names leave longer names alone, a wrong or endless expression says so, in English and a narrow window',
  whole,
  async ({ page }) => {
    await openSample(page)
    await page.getByTestId('rail-search').click()
    const panel = page.getByTestId('book-search')
    const total = panel.getByTestId('book-search-total')
    // Of many hits only those are drawn that are seen, and the arrow keys lead to the others.
    const drawn = panel.getByTestId('book-search-chapter')
    await panel.getByTestId('book-search-text').fill('，')
    await expect(total).toHaveText(/^[\d,]+ 处，11 章$/)
    await expect(drawn.first()).toHaveAccessibleName(/浸水的信/)
    expect(await drawn.count()).toBeLessThan(5)
    await panel.getByTestId('book-search-hit').first().focus()
    for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowDown')
    await expect(drawn.nth(1).locator(':focus')).toBeInViewport()
    await panel.getByRole('radio', { name: '正则' }).check()
    await panel.getByTestId('book-search-text').fill('(雾')
    await expect(panel.getByRole('alert')).toContainText('正则表达式写得不对')
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await expect(panel.getByRole('alert')).toContainText('no regular expression')
    await panel.getByTestId('book-search-text').fill('([^。]+)+。$x')
    await expect(panel.getByRole('alert')).toContainText('took too long')
    await panel.getByRole('radio', { name: 'Name' }).check()
    await panel.getByTestId('book-search-text').fill('林远')
    await expect(total).toHaveText(/found, chapters/)
    if (shots) {
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.screenshot({ path: `${shots}/search-dark-en.png` })
      await page.setViewportSize({ width: 900, height: 700 })
      await page.screenshot({ path: `${shots}/search-narrow-en.png` })
    }
  },
)
