import type { Page } from '@playwright/test'

/**
 * Controls in sight that have the name and the target of another one. What a control is about is its row: the item of a
 * list, the field or the card it stands in; the row of a chapter is the same one in every list.
 */
export const twinsOn = (page: Page): Promise<{ readonly twins: string[]; readonly looked: number }> =>
  page.evaluate(() => {
    const controls =
      'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=menuitem], [role=tab]'
    const rows = 'li, article, fieldset, tr, dialog, [role=dialog], [role=menu], [data-row]'
    const modal = [...document.querySelectorAll('[role=dialog], [role=menu]')].findLast((one) =>
      one.checkVisibility(),
    )
    const wordsOf = (element: Element | null | undefined) =>
      (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    const nameOf = (control: Element) => {
      const labels =
        control instanceof HTMLInputElement ? [...(control.labels ?? [])].map(wordsOf).join(' ') : ''
      return control.getAttribute('aria-label') ?? (labels || wordsOf(control))
    }
    const targetOf = (control: Element) =>
      control.getAttribute('href') ??
      control.closest('[data-row]')?.getAttribute('data-row') ??
      wordsOf(control.closest(rows)).slice(0, 200)
    const seen = new Map<string, number>()
    let looked = 0
    for (const control of (modal ?? document).querySelectorAll(controls)) {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      if (control.closest('[inert], [aria-hidden=true]') !== null || nameOf(control) === '') continue
      looked += 1
      const isRadio = control instanceof HTMLInputElement && control.type === 'radio'
      const key = `${isRadio ? `${control.name} ` : ''}${nameOf(control)} → ${targetOf(control)}`
      seen.set(key, (seen.get(key) ?? 0) + 1)
    }
    return { twins: [...seen].filter(([, count]) => count > 1).map(([key]) => key), looked }
  })
