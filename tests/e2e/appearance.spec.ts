import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import { caretToEnd, openSample, openViewer, runSkill } from '../support/pages.ts'
import { atRest } from '../support/tour/look.ts'
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

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [
    { width: 1024, height: 700 },
    { width: 1280, height: 800 },
  ].map((viewport) => ({ colorScheme, viewport })),
)

test('no text is clipped and WCAG AA holds in light and dark, at 1280×800 and 1024×700', async ({ page }) => {
  const look = async (name: string) => {
    const found: Record<string, unknown> = {}
    for (const { colorScheme, viewport } of looks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      await atRest(page, 60)
      if (pictures && viewport.width === 1280)
        await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`) })
      const clipped = await clippedText(page)
      const violations = await axeFaults(page, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] })
      const faults = violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])
      found[`${colorScheme}, ${viewport.width}×${viewport.height}`] = { clipped, faults }
    }
    const nothing = { clipped: [], faults: [] }
    expect(found).toEqual({
      'light, 1024×700': nothing,
      'light, 1280×800': nothing,
      'dark, 1024×700': nothing,
      'dark, 1280×800': nothing,
    })
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await openSample(page)
  await page.setViewportSize({ width: 1024, height: 700 })
  await caretToEnd(page)
  await runSkill(page)
  await look('main')
  await openViewer(page)
  await page.getByRole('button', { name: '加宽' }).click()
  await look('viewer')
})
