import type { Page } from '@playwright/test'

/**
 * What a person can read or is read to: texts, labels, titles, fields; not the manuscript nor a prompt, and nothing
 * inside of `except`.
 */
export const wordsOn = (page: Page, except?: string): Promise<string[]> =>
  page.evaluate((left) => {
    const own =
      '.cm-content, .chunk-text, .chunk-line, .prompt-text, .line-list, .history-prose, pre, textarea, code'
    const found: string[] = []
    for (const element of document.querySelectorAll('body, body *')) {
      if (element.closest('script, style') || (left && element.closest(left))) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext', 'alt'])
        found.push(element.getAttribute(name) ?? '')
      if (element.closest(own)) continue
      // A select's value is in a field that nobody sees; its words are on its button.
      const isField = element instanceof HTMLInputElement && element.ariaHidden !== 'true'
      if (isField && ['text', 'search', 'url', 'number'].includes(element.type)) found.push(element.value)
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent?.trim() ?? '')
    }
    return [...new Set(found.filter((words) => words !== ''))]
  }, except)
