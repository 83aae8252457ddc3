import type { Page } from '@playwright/test'
import { outOfReach } from '../support/reach.ts'
import { openSampleWithVolume } from '../support/tour/books.ts'
import { atRest } from '../support/tour/look.ts'
import { bookTour } from '../support/tour/tour.ts'
import { welcomeScreens } from '../support/tour/welcomeScreens.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES

// A window of 1,280 × 900 at 200 % has half as many pixels of its own.
const zoomed = { width: 640, height: 450 }

/** Looks at each screen and remembers what cannot be reached there. */
function reachOf(page: Page) {
  const outside: Record<string, string[]> = {}
  let screens = 0
  let controls = 0
  return {
    async look(screen: string) {
      await atRest(page, 60)
      if (pictures) await page.screenshot({ path: `${pictures}/${screen} ${zoomed.width}.png` })
      const { faults, looked } = await outOfReach(page)
      if (faults.length > 0) outside[screen] = faults
      screens += 1
      controls += looked
    },
    done() {
      expect(outside).toEqual({})
      expect(screens).toBeGreaterThan(4)
      expect(controls).toBeGreaterThan(50)
    },
  }
}

test.describe('every control can be reached at 200 % zoom', whole, () => {
  // In English: its words are the longer ones.
  test.beforeEach(({ page }) => page.getByRole('button', { name: 'Switch to English' }).click())

  test('of the first screens', async ({ page, dataFolder }) => {
    await page.setViewportSize(zoomed)
    const { look, done } = reachOf(page)
    await welcomeScreens({ page, look, language: 'en', folder: dataFolder })
    done()
  })

  for (const { part, visit } of bookTour)
    test(`of ${part}`, async ({ page, dataFolder }) => {
      const { look, done } = reachOf(page)
      await openSampleWithVolume(page, dataFolder)
      await page.setViewportSize(zoomed)
      // The page makes drawers of its sides once it knows its new size.
      await page.locator('.shell-narrow').waitFor()
      await visit({ page, look, name: '铜哨' })
      done()
    })
})
