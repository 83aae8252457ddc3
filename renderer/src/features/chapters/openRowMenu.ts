import type { MouseEvent } from 'react'

/** A right click on a row of the list opens the menu of its button at the pointer; in a field of the row the click is the field's. */
export const openRowMenu = (event: MouseEvent<HTMLElement>): void => {
  if ((event.target as Element).closest('input, textarea, [role="dialog"]') !== null) return // of an element always
  const button = event.currentTarget.querySelector<HTMLButtonElement>('.chapter-more')
  if (button === null) return
  event.preventDefault()
  if (button.getAttribute('aria-expanded') === 'true') return
  const { clientX, clientY } = event
  button.dispatchEvent(new globalThis.MouseEvent('click', { bubbles: true, clientX, clientY }))
}
