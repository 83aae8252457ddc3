import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import { caretToEnd, openSample, openViewer, runSkill } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'

/** Set to a folder to keep the pictures that the README shows. */
const pictures = process.env.CREONOW_PICTURES

/** Text that its own box cuts off, other than where an ellipsis says so. */
const clippedText = (page: Page) =>
  page.evaluate(() => {
    const clipped: string[] = []
    const isShortened = (element: Element): boolean => {
      for (let each: Element | null = element; each !== null; each = each.parentElement) {
        const { textOverflow, webkitLineClamp } = getComputedStyle(each)
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return true
      }
      return false
    }
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      if (!own || element.closest('.cm-editor, [aria-hidden="true"], .visually-hidden')) continue
      const style = getComputedStyle(element)
      if (element.getClientRects().length === 0 || isShortened(element)) continue
      const hidden = (value: string) => value === 'hidden' || value === 'clip'
      const wide = hidden(style.overflowX) && element.scrollWidth > element.clientWidth + 1
      const tall = hidden(style.overflowY) && element.scrollHeight > element.clientHeight + 1
      const box = element.getBoundingClientRect()
      const outside = box.right > window.innerWidth + 1 && !element.closest('[data-collapsed]')
      if (wide || tall || outside) clipped.push(`${element.className}: ${element.textContent?.slice(0, 40)}`)
    }
    return clipped
  })

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 1024, height: 700 },
  ]) {
    test(`no text is clipped and WCAG AA holds in ${colorScheme} at ${viewport.width}×${viewport.height}`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      await openSample(page)
      await caretToEnd(page)
      await runSkill(page)
      const look = async (name: string) => {
        if (pictures && viewport.width === 1280)
          await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`) })
        expect(await clippedText(page)).toEqual([])
        const violations = await axeFaults(page, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] })
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])).toEqual(
          [],
        )
      }
      await look('main')
      await openViewer(page)
      await page.getByRole('button', { name: '加宽' }).click()
      await look('viewer')
    })
  }
}
