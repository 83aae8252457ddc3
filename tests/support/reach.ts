import type { Page } from '@playwright/test'

/**
 * Controls that can be seen and used but not reached: scrolled to as the Tab key does, one lies outside of the window, below something else, or in a part that only a program can scroll to. What a dialog, a menu or a drawer
 * covers on purpose is not looked at.
 */
export const outOfReach = (page: Page): Promise<{ readonly faults: string[]; readonly looked: number }> =>
  page.evaluate(() => {
    const controls =
      'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=menuitem], [role=tab], [role=radio], [role=option], [role=slider], [tabindex="0"]'
    const layers = ['.menu', '[role=dialog]', '.shell-narrow:has(.scrim) :is(.rail, .side, .sheet, .top-bar)']
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    const tops = layers.map(shown).find((found) => found.length > 0) ?? [document.body]

    /** What of the window a control can be seen in: whatever scrolls or cuts around it. */
    const roomOf = (element: Element) => {
      const room = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
      for (let one = element.parentElement; one !== null && one !== document.body; one = one.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(one)
        const box = one.getBoundingClientRect()
        if (overflowX !== 'visible') {
          room.left = Math.max(room.left, box.left)
          room.right = Math.min(room.right, box.right)
        }
        if (overflowY !== 'visible') {
          room.top = Math.max(room.top, box.top)
          room.bottom = Math.min(room.bottom, box.bottom)
        }
      }
      return room
    }
    /**
     * The name's card goes with the mouse, the dock as soon as the buttons at the text are in sight, what is at a
     * selection and the names for an @ with Escape.
     */
    const givesWay = '.cm-tooltip, [data-testid=suggestion-dock], [data-at-selection], .chat-names'
    const isHidden = (value: string) => value === 'hidden' || value === 'clip'
    /** Whoever cannot run a program never gets to what is scrolled to here. */
    const hiddenScroll = (element: Element) => {
      for (let one = element.parentElement; one !== null; one = one.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(one)
        if ((one.scrollTop > 1 && isHidden(overflowY)) || (one.scrollLeft > 1 && isHidden(overflowX)))
          return one
      }
      return null
    }
    const name = (element: Element) =>
      `<${element.tagName.toLowerCase()} ${element.className}> ${(
        element.getAttribute('aria-label') ??
        element.textContent ??
        ''
      )
        .trim()
        .slice(0, 40)}`
    const whatHinders = (control: Element): string | null => {
      // Where the field itself is drawn by its label, that is what one presses.
      const field = control instanceof HTMLInputElement && control.getBoundingClientRect().width <= 1
      const element = (field && control.labels?.[0]) || control
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const scrolled = hiddenScroll(element)
      if (scrolled !== null) {
        scrolled.scrollTo(0, 0)
        return `only scrolled to by a program, in ${name(scrolled)}`
      }
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const room = roomOf(element)
      const fits = (from: number, to: number, begin: number, end: number) =>
        to - from > end - begin ? from < end - 8 && to > begin + 8 : from >= begin - 1 && to <= end + 1
      if (!fits(left, right, room.left, room.right) || !fits(top, bottom, room.top, room.bottom))
        return `cut off: ${[left, right, top, bottom].map(Math.round).join(' ')}`
      const middle = (from: number, to: number, begin: number, end: number) =>
        (Math.max(from, begin) + Math.min(to, end)) / 2
      const there = document.elementFromPoint(
        middle(left, right, room.left, room.right),
        middle(top, bottom, room.top, room.bottom),
      )
      if (there?.closest(givesWay)) return null
      const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined
      return element.contains(there) || label?.contains(there)
        ? null
        : `below ${there === null ? 'nothing' : name(there)}`
    }
    const faults: string[] = []
    let looked = 0
    const places = [...document.querySelectorAll('*')]
      .filter(
        ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
          scrollHeight > clientHeight || scrollWidth > clientWidth,
      )
      .map((element) => [element, element.scrollTop, element.scrollLeft] as const)
    for (const control of tops.flatMap((top) => [...top.querySelectorAll(controls)])) {
      const { width, height } = control.getBoundingClientRect()
      const isSeen = control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      if (!isSeen || width === 0 || height === 0 || control.matches(':disabled, [aria-disabled=true]'))
        continue
      if (control.closest('[inert], [aria-hidden=true], .visually-hidden') !== null) continue
      looked += 1
      const hindered = whatHinders(control)
      if (hindered !== null) faults.push(`${name(control)} is ${hindered}`)
    }
    for (const [element, top, left] of places) element.scrollTo({ top, left, behavior: 'instant' })
    return { faults, looked }
  })
