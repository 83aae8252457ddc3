import type { Page } from '@playwright/test'
import { showChapters, showText, type Walk } from './look.ts'

const menuItem = { rename: 0, moveTo: 3, beginVolume: 6, renumber: 8, history: 10, remove: 11 } as const

async function chapterMenu(page: Page, item: keyof typeof menuItem): Promise<void> {
  await showChapters(page)
  await page.locator('nav .chapter-list [tabindex="0"]').first().focus()
  await page.keyboard.press('End')
  // The last chapter is open to all of them: the one at hand may be what a volume begins with.
  const line =
    item === 'remove' || item === 'beginVolume'
      ? page.locator('nav .chapter-line').last()
      : page.locator('nav .chapter-line:has([aria-current])')
  await line.locator('.chapter-more').press('Enter')
  await page.locator('.menu-item').nth(menuItem[item]).click()
}

/** A long list holds no more than what is seen of it: the first line that is a volume comes into sight. */
async function volumeLine(page: Page): Promise<void> {
  const list = page.locator('nav .chapter-list')
  await list.locator('[tabindex="0"]').first().focus()
  await page.keyboard.press('Home')
  await list.locator('.volume-row').first().waitFor()
}

/** Menus of chapters and volumes, their fields, the bin, the outline with its cards. */
export async function chapterScreens({ page, look }: Walk): Promise<void> {
  await showChapters(page)
  for (const [row, name] of [
    ['.chapter-line:has([aria-current])', 'a chapter'],
    ['.chapter-line:has(.volume-row)', 'a volume'],
  ] as const) {
    if (name === 'a volume') await volumeLine(page)
    const line = page.locator(`nav ${row}`).first()
    await line.locator('.chapter-more').press('Enter')
    await page.getByRole('menu').waitFor()
    await look(`menu of ${name}`)
    await page.locator('.menu-item').first().click()
    await page.locator('nav .chapter-list input').waitFor()
    await look(`another title for ${name}`)
    await page.keyboard.press('Escape')
    await page.locator('nav .chapter-list input').waitFor({ state: 'detached' })
    await showChapters(page)
  }
  await chapterMenu(page, 'beginVolume')
  await look('a new volume')
  await page.keyboard.press('Escape')
  await chapterMenu(page, 'moveTo')
  await page.getByTestId('chapter-move').waitFor()
  await look('where a chapter goes')
  await page.keyboard.press('Escape')
  await chapterMenu(page, 'renumber')
  await page.getByTestId('chapter-renumber').waitFor()
  await look('the first number of chapters')
  await page.keyboard.press('Escape')
  await chapterMenu(page, 'remove')
  await page.getByTestId('chapters-trash').waitFor()
  await look('a chapter is deleted')
  await page.getByTestId('chapters-trash').click()
  await look('bin of chapters')
  await page.locator('.trash-list button').click()
  await page.getByTestId('chapters-trash').waitFor({ state: 'detached' })
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape')

  await page.getByTestId('rail-outline').click()
  const outline = page.getByTestId('outline')
  await outline.waitFor()
  await look('outline')
  await outline.locator('.outline-card .synopsis-row .button').first().click()
  await outline.locator('.outline-card textarea').first().waitFor()
  await look('outline, a synopsis is written')
  await outline.locator('.outline-card .chapter-more').first().press('Enter')
  await page.getByRole('menu').waitFor()
  await look('outline, menu of a card')
  await page.keyboard.press('Escape')
  await outline.getByTestId('plan-card').first().getByRole('button').click()
  await outline.getByTestId('plan-text').waitFor()
  await look('outline, a plan is written')
  await outline.getByTestId('planned-open').click()
  await look('outline, chapters are planned')
  await page.getByTestId('rail-outline').click()
  await outline.waitFor({ state: 'detached' })
}

/** A chapter's history with two versions, one against the other, and one brought back. */
export async function historyScreens({ page, look, name }: Walk): Promise<void> {
  await showText(page)
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(`${name}.`)
  await page.locator('[data-testid=save-state][data-state=saved]').first().waitFor()
  await chapterMenu(page, 'history')
  await page.getByTestId('history-version').first().waitFor()
  await look('history')
  await page.getByTestId('history-restore').click()
  await page.locator('.history .notice').waitFor()
  await look('history, a version is back')
  await page.locator('.history .notice button').first().click()
  await page.getByTestId('history-version').last().getByRole('radio').check()
  await look('history, an older version')
  await page.keyboard.press('Escape')
}
