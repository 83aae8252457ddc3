import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'

/** What is given to every action. */
interface OnPage {
  readonly page: Page
  readonly keys: CDPSession
}

export interface Action {
  readonly name: string
  readonly act: (on: OnPage) => Promise<void>
}

const words = ['夜里起了雾', '，', '船还没有靠岸', '。', '他把灯举高', '，', '没有人应声', '。']
/** Longer than the rest after which the page saves, counts and asks for a preview. */
const settleMs = 1600

const caretTo = async (page: Page, key: 'Home' | 'End') => {
  await page.locator('.cm-content').focus()
  await page.keyboard.press(`ControlOrMeta+${key}`)
  await sleep(300)
}

const typeSome = async (page: Page) => {
  for (let round = 0; round < 4; round += 1)
    for (const word of words) {
      await page.keyboard.insertText(word)
      await sleep(90)
    }
  await page.keyboard.press('Enter')
  await sleep(settleMs)
}

const compose = async ({ keys }: OnPage) => {
  for (let round = 0; round < 3; round += 1)
    for (const word of words) {
      for (let length = 1; length <= word.length; length += 1) {
        const text = word.slice(0, length)
        await keys.send('Input.imeSetComposition', { text, selectionStart: length, selectionEnd: length })
        await sleep(40)
      }
      await keys.send('Input.insertText', { text: word })
      await sleep(60)
    }
  await sleep(settleMs)
}

/** From top to end with the wheel; a chapter that takes more than so many turns of it goes on at its end. */
const scrollThrough = async (page: Page, selector: string, turns: number) => {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`nothing to scroll: ${selector}`)
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height, 600) / 2)
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, 900)
    await sleep(40)
  }
}

const openRow = async (page: Page, index: number) => {
  await page.locator('.chapter-row').nth(index).click()
  await sleep(settleMs)
}

/** What a writer does in a long book, in this order; each waits until its own work is over. */
export const actions: readonly Action[] = [
  {
    name: 'open the book',
    async act({ page }) {
      await page.getByText('长篇').first().click()
      await page.locator('.cm-content').waitFor()
      await sleep(4000)
    },
  },
  {
    name: 'type in the middle',
    async act({ page }) {
      await caretTo(page, 'Home')
      for (let at = 0; at < 8; at += 1) await page.keyboard.press('PageDown')
      await page.keyboard.press('End')
      await typeSome(page)
    },
  },
  {
    name: 'type at the end',
    async act({ page }) {
      await caretTo(page, 'End')
      await typeSome(page)
    },
  },
  { name: 'type by IME', act: compose },
  {
    name: 'undo, redo',
    async act({ page }) {
      for (let at = 0; at < 6; at += 1) await page.keyboard.press('ControlOrMeta+z')
      for (let at = 0; at < 6; at += 1) await page.keyboard.press('ControlOrMeta+Shift+z')
      await sleep(settleMs)
    },
  },
  {
    name: 'scroll the chapter',
    async act({ page }) {
      await caretTo(page, 'Home')
      await scrollThrough(page, '.cm-scroller', 120)
      await caretTo(page, 'End')
      await caretTo(page, 'Home')
    },
  },
  {
    name: 'select all, find',
    async act({ page }) {
      await page.locator('.cm-content').focus()
      await page.keyboard.press('ControlOrMeta+a')
      await sleep(600)
      await page.keyboard.press('ControlOrMeta+Home')
      await page.keyboard.press('ControlOrMeta+f')
      await page.keyboard.type('一', { delay: 100 })
      await sleep(800)
      await page.keyboard.press('Enter')
      await sleep(300)
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'names underlined, typing',
    async act({ page }) {
      await page.locator('.cm-content').focus()
      await page.keyboard.press('F7')
      await sleep(1500)
      await typeSome(page)
      await page.keyboard.press('F7')
    },
  },
  {
    name: 'chapter list, scroll',
    async act({ page }) {
      await scrollThrough(page, '.chapter-scroller', 25)
      await sleep(500)
    },
  },
  {
    name: 'through chapters',
    async act({ page }) {
      for (const index of [3, 6, 9, 12]) await openRow(page, index)
    },
  },
  {
    name: 'palette, filter',
    async act({ page }) {
      await page.keyboard.press('ControlOrMeta+k')
      await page.locator('.palette-field').waitFor()
      await page.keyboard.type('第3', { delay: 80 })
      await sleep(300)
      await page.keyboard.press('Escape')
      await sleep(300)
    },
  },
  {
    name: 'back to the first chapter',
    async act({ page }) {
      await page.locator('.chapter-scroller').evaluate((list) => {
        list.scrollTop = 0
      })
      await sleep(500)
      await openRow(page, 0)
    },
  },
  {
    name: 'a run with the fake model',
    async act({ page }) {
      await caretTo(page, 'End')
      await sleep(settleMs)
      await page.getByTestId('ai-skill-continue').click()
      await page.getByTestId('ai-run').click()
      await page.getByTestId('ai-suggestion-accept').first().waitFor()
      await sleep(500)
      await page.keyboard.press('ControlOrMeta+Enter')
      await sleep(settleMs)
    },
  },
  {
    name: 'the viewer',
    async act({ page }) {
      await page.getByTestId('ai-context-toggle').click()
      await page.getByTestId('ai-context-panel').waitFor()
      await sleep(1500)
      await scrollThrough(page, '[data-testid=ai-context-panel]', 30)
    },
  },
  ...['原文', '比较', '问'].map((tab) => ({
    name: `the viewer: ${tab}`,
    async act({ page }: OnPage) {
      await page.getByRole('tab', { name: tab }).click()
      await sleep(1500)
      await scrollThrough(page, '[data-testid=ai-context-panel]', 15)
    },
  })),
  {
    name: 'the viewer: 原文, search',
    async act({ page }) {
      await page.getByRole('tab', { name: '原文' }).click()
      await page.getByRole('searchbox').first().click()
      await page.keyboard.type('的', { delay: 100 })
      await sleep(800)
      await page.keyboard.press('Enter')
      await sleep(800)
    },
  },
  {
    name: 'typing beside the viewer',
    async act({ page }) {
      await page.getByRole('tab', { name: '这次读到的' }).click()
      await caretTo(page, 'End')
      await typeSome(page)
      await page.getByTestId('ai-context-toggle').click()
    },
  },
  {
    name: 'the outline',
    async act({ page }) {
      await page.getByTestId('rail-outline').click()
      await page.getByTestId('outline').waitFor()
      await sleep(1000)
      await scrollThrough(page, '.outline-scroller', 30)
      await sleep(500)
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'search in the book',
    async act({ page }) {
      await page.keyboard.press('ControlOrMeta+Shift+f')
      await page.getByTestId('book-search-text').waitFor()
      await page.keyboard.type('不', { delay: 100 })
      await sleep(3000)
      await scrollThrough(page, '[data-testid=book-search]', 30)
      await page.keyboard.press('Escape')
      await sleep(500)
    },
  },
  {
    name: 'the history',
    async act({ page }) {
      await page.keyboard.press('ControlOrMeta+k')
      await page.locator('.palette-field').waitFor()
      await page.keyboard.type('历史')
      await page.keyboard.press('Enter')
      await page.getByTestId('history').waitFor()
      await sleep(800)
      await page.getByTestId('history-version').first().click()
      await sleep(2000)
    },
  },
]
