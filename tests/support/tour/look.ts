import type { Page } from '@playwright/test'

/** Told of each screen that a walk comes to. */
export type Look = (screen: string) => Promise<void>

/** A walk through the screens of one book; the same in both languages and at every width. */
export interface Walk {
  readonly page: Page
  readonly look: Look
  /** A name that stands in the codex and in the chapter that is open. */
  readonly name: string
}

/** The list of chapters in the left column; in a narrow window it is a drawer, and a sheet may stand in its place. */
export async function showChapters(page: Page): Promise<void> {
  const list = page.locator('nav.side-left .chapter-scroller')
  if (await list.isVisible()) return
  await page.getByTestId('rail-chapters').click()
  await list.waitFor()
}

/** The AI panel; in a narrow window it is a drawer. */
export async function showPanel(page: Page): Promise<void> {
  if (await page.locator('.panel').isVisible()) return
  await page.locator('.top-bar button').last().click()
  await page.locator('.panel').waitFor()
}

/** The text alone, without drawers over it. */
export async function showText(page: Page): Promise<void> {
  if (await page.locator('.scrim').isVisible()) await page.keyboard.press('Escape')
  await page.locator('.scrim').waitFor({ state: 'detached' })
  await page.locator('.cm-content').focus()
}

/** Resolves when nothing has changed on the page for a while. */
export const atRest = (page: Page, quietMs = 100) =>
  page.evaluate(
    (quiet) =>
      new Promise<void>((resolve) => {
        let pause = setTimeout(done, quiet)
        const watcher = new MutationObserver(() => {
          clearTimeout(pause)
          pause = setTimeout(done, quiet)
        })
        watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        function done() {
          watcher.disconnect()
          resolve()
        }
      }),
    quietMs,
  )
