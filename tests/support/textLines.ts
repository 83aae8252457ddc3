import type { Page } from '@playwright/test'

/** What is drawn of the open chapter at one width of the window. */
export interface TextLines {
  /** Full-width characters that fit into a line, by the width of a real one. */
  readonly characters: number
  /** Letters, with spaces and marks, in the shortest full line of the English paragraphs in sight; null: none has three lines. */
  readonly letters: number | null
  /** Pixels of the page beside the window. */
  readonly sideways: number
  /** Columns beside the text, without what slides over it. */
  readonly columns: number
}

/** Measures the lines of the text as the browser breaks them: the first and the last line of a paragraph are not full. */
export const textLines = (page: Page): Promise<TextLines> =>
  page.evaluate(() => {
    const content = document.querySelector('.cm-content')
    if (content === null) throw new Error('no text')
    const { paddingLeft, paddingRight, font } = getComputedStyle(content)
    const room = content.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    const ruler = document.createElement('span')
    ruler.style.cssText = 'position:absolute;visibility:hidden;white-space:pre'
    ruler.style.font = font
    ruler.textContent = '字'.repeat(100)
    document.body.append(ruler)
    const character = ruler.getBoundingClientRect().width / 100
    ruler.remove()

    const rowsOf = (paragraph: Element): number[] => {
      const rows = new Map<number, number>()
      const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      while (walker.nextNode()) {
        const { length } = walker.currentNode.textContent ?? ''
        for (let at = 0; at < length; at += 1) {
          range.setStart(walker.currentNode, at)
          range.setEnd(walker.currentNode, at + 1)
          const top = Math.round(range.getBoundingClientRect().top)
          rows.set(top, (rows.get(top) ?? 0) + 1)
        }
      }
      return [...rows.values()].slice(1, -1)
    }
    const full = [...document.querySelectorAll('.cm-line:not(.cm-heading)')]
      .filter(({ textContent }) => !/\p{Script=Han}/u.test(textContent ?? ''))
      .slice(0, 6)
      .flatMap(rowsOf)
    const { scrollWidth, clientWidth } = document.documentElement
    const columns = [...document.querySelectorAll('.side, .sheet')].filter(
      (side) => side.clientWidth > 0 && getComputedStyle(side).position !== 'absolute',
    )
    return {
      characters: Math.floor(room / character + 0.01),
      letters: full.length === 0 ? null : Math.min(...full),
      sideways: scrollWidth - clientWidth,
      columns: columns.length,
    }
  })
