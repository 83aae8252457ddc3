import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { openSample } from '../support/pages.ts'
import { outOfReach } from '../support/reach.ts'
import { openSampleWithVolume } from '../support/tour/books.ts'
import { atRest, showChapters } from '../support/tour/look.ts'
import { bookTour } from '../support/tour/tour.ts'
import { welcomeScreens } from '../support/tour/welcomeScreens.ts'
import { expect, test } from '../support/webApp.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES

const wide = { width: 1280, height: 900 }
const narrow = { width: 900, height: 700 }
// A window of 1,280 × 900 at 200 % has half as many pixels of its own.
const zoomed = { width: 640, height: 450 }

async function unanswered(): Promise<never> {
  await pause(10_000)
  throw new Error('no answer')
}

/** A browser gives a window in full screen no other size: it is left, and entered again in the new one. */
async function resize(page: Page, size: typeof wide): Promise<void> {
  const full = page.locator('.shell-full')
  const isFull = await full.isVisible()
  if (isFull) await page.keyboard.press('F11')
  await page.waitForFunction(() => document.fullscreenElement === null)
  // The page has left it a moment before its window has, which then refuses a size or never answers.
  await expect(() => Promise.race([page.setViewportSize(size), unanswered()])).toPass()
  if (!isFull) return
  await page.keyboard.press('F11')
  await full.waitFor()
}

/** Looks at each screen in both small sizes and remembers what cannot be reached there. */
function reachOf(page: Page) {
  const outside: Record<string, string[]> = {}
  let screens = 0
  let controls = 0
  return {
    async look(screen: string) {
      for (const size of [zoomed, narrow]) {
        await resize(page, size)
        await atRest(page, 60)
        if (pictures) await page.screenshot({ path: `${pictures}/${screen} ${size.width}.png` })
        const { faults, looked } = await outOfReach(page)
        if (faults.length > 0) outside[`${screen}, ${size.width} px`] = faults
        screens += 1
        controls += looked
      }
    },
    done() {
      expect(outside).toEqual({})
      expect(screens).toBeGreaterThan(9)
      expect(controls).toBeGreaterThan(100)
    },
  }
}

test.describe('every control can be reached at 900 px and at 200 % zoom', () => {
  // In English: its words are the longer ones.
  test.beforeEach(({ page }) => page.getByRole('button', { name: 'Switch to English' }).click())

  test('of the first screens', async ({ page, dataFolder }) => {
    await page.setViewportSize(narrow)
    const { look, done } = reachOf(page)
    await welcomeScreens({ page, look, language: 'en', folder: dataFolder })
    done()
  })

  for (const { part, visit } of bookTour)
    test(`of ${part}`, async ({ page, dataFolder }) => {
      const { look, done } = reachOf(page)
      await openSampleWithVolume(page, dataFolder)
      await page.setViewportSize(narrow)
      // The page makes drawers of its sides once it knows its new size.
      await page.locator('.shell-narrow').waitFor()
      await visit({ page, look, name: '铜哨' })
      done()
    })
})

test('the outline leaves the text a part of the window at 200 % zoom, and the page goes on', async ({
  page,
}) => {
  await openSample(page)
  await page.setViewportSize(zoomed)
  // The page makes drawers of its sides once it knows its new size.
  await page.locator('.shell-narrow').waitFor()
  await showChapters(page)
  await page.getByRole('navigation').getByRole('button', { name: '大纲' }).click()
  await expect(page.getByTestId('outline').getByRole('article').first()).toBeVisible()
  expect((await page.locator('.cm-content').boundingBox())?.width).toBeGreaterThan(200)
  await page.locator('.cm-content').press('ControlOrMeta+End')
  await page.keyboard.insertText('雾散了。')
  await expect(page.getByTestId('save-state').first()).toHaveAttribute('data-state', 'saved')
})
