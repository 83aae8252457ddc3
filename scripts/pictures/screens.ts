import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { writeEnglishBook } from './englishBook.ts'

/** A screen worth a picture, and how to get there from the welcome page. */
interface Screen {
  readonly name: string
  readonly show: (page: Page) => Promise<void>
  readonly isNarrow?: boolean
  /** The English README shows it too. */
  readonly isEnglishToo?: boolean
}

/** What is pressed and typed on the way. */
const words = {
  zh: {
    chapter: '灯塔下的信',
    ask: '问',
    question: '许三娘的账本里写了什么？',
    find: '找答案',
    typed: '雾散了，林远走下台阶。',
    saved: /^已保存 \d/,
    history: '历史版本',
    compare: '对照 2 版',
    task: '许三娘的账本里，哪些章提到了铜哨？',
  },
  en: {
    chapter: 'The Letter under the Lighthouse',
    ask: 'Ask',
    question: 'What is in Mrs Hew’s ledger?',
    find: 'Find the answer',
    typed: 'The fog was gone when we came down.',
    saved: /^Saved \d/,
    history: 'History',
    compare: 'Compare 2 versions',
    task: 'Which chapters of the book have the brass whistle in them?',
  },
} as const

export type Language = keyof typeof words

/** The words of the language that a page is shown in. */
const wordsOf = async (page: Page) =>
  words[(await page.evaluate(() => navigator.language)).startsWith('zh') ? 'zh' : 'en']

/** The sample that comes with the app; in English a book of its own, from the form for folders. */
async function openBook(page: Page): Promise<void> {
  const { chapter } = await wordsOf(page)
  if (chapter === words.zh.chapter) await page.getByTestId('welcome-sample').click()
  else {
    const folder = await mkdtemp(join(tmpdir(), 'creonow-english-'))
    await writeEnglishBook(folder)
    await page.getByTestId('welcome-open').click()
    await page.locator('.folder-field input').fill(folder)
    await page.locator('.welcome-form button[type=submit]').click()
  }
  await page.locator('.chapter-row').filter({ hasText: chapter }).click()
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+End')
  // What would be read has been read once.
  await page.getByTestId('ai-context-meter').getByText(/\d/).first().waitFor()
}

async function continueText(page: Page): Promise<void> {
  await page.getByTestId('ai-run').click()
  await page.getByTestId('ai-suggestion-accept').waitFor()
}

/** A sheet of the column on the left, by its test id. */
const sheet = (name: string) => async (page: Page) => {
  await openBook(page)
  const open = page.getByTestId(`${name}-open`)
  if (!(await open.isVisible()))
    await page.getByTestId(name === 'world' ? 'rail-codex' : 'rail-rules').click()
  await open.click()
  await page.waitForTimeout(600)
}

export const screens: readonly Screen[] = [
  { name: 'welcome', show: async (page) => page.getByTestId('welcome-sample').waitFor() },
  {
    name: 'main',
    isEnglishToo: true,
    async show(page) {
      await openBook(page)
      await continueText(page)
    },
  },
  {
    name: 'viewer',
    isEnglishToo: true,
    async show(page) {
      await openBook(page)
      await continueText(page)
      await page.getByTestId('ai-context-toggle').click()
      await page.getByTestId('ai-context-layer-rules').waitFor()
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'ask',
    isEnglishToo: true,
    async show(page) {
      await openBook(page)
      await continueText(page)
      await page.getByTestId('ai-context-toggle').click()
      const { ask, question, find } = await wordsOf(page)
      await page.getByRole('tab', { name: ask, exact: true }).click()
      const panel = page.getByTestId('ai-context-ask')
      await panel.getByRole('textbox').fill(question)
      await panel.getByRole('button', { name: find }).click()
      await panel.locator('.ask-answer').first().waitFor()
    },
  },
  {
    name: 'codex',
    async show(page) {
      await openBook(page)
      await page.getByTestId('rail-codex').click()
      await page.getByTestId('codex-kind-character').click()
      await page
        .getByTestId('codex')
        .getByRole('button', { name: /许三娘/ })
        .first()
        .click()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'search',
    async show(page) {
      await openBook(page)
      await page.keyboard.press('ControlOrMeta+Shift+F')
      await page.getByTestId('book-search-text').fill('铜哨')
      await page.getByTestId('book-search-hit').first().waitFor()
    },
  },
  {
    name: 'history',
    isEnglishToo: true,
    async show(page) {
      await openBook(page)
      const { typed, saved, history } = await wordsOf(page)
      await page.keyboard.type(typed)
      await page.getByText(saved).waitFor()
      await page.locator('.chapter-line:has([aria-current]) .chapter-more').click()
      await page.getByRole('menuitem', { name: history }).click()
      await page.getByTestId('history-version').first().waitFor()
    },
  },
  {
    name: 'outline',
    isEnglishToo: true,
    async show(page) {
      await openBook(page)
      await page.getByTestId('rail-outline').click()
      await page.getByTestId('outline').waitFor()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'names',
    async show(page) {
      await openBook(page)
      await page.keyboard.press('F7')
      await page.locator('.cm-name').last().hover()
      await page.getByTestId('name-card').waitFor()
    },
  },
  {
    name: 'versions',
    isEnglishToo: true,
    async show(page) {
      await openBook(page)
      await continueText(page)
      await page.getByTestId('ai-card-retry').click()
      await page
        .getByTestId('ai-versions')
        .getByText((await wordsOf(page)).compare)
        .click()
      await page.locator('.run-version').last().scrollIntoViewIfNeeded()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'agent',
    isEnglishToo: true,
    async show(page) {
      await openBook(page)
      await page.getByTestId('ai-tab-agent').click()
      await page.getByTestId('agent-input').fill((await wordsOf(page)).task)
      await page.getByTestId('agent-run').click()
      await page.getByTestId('agent-end').waitFor()
    },
  },
  { name: 'style', show: sheet('style') },
  { name: 'terminology', isEnglishToo: true, show: sheet('terminology') },
  { name: 'world', show: sheet('world') },
  { name: 'profile', show: sheet('profile') },
  { name: 'skills', show: sheet('skills') },
  { name: 'budget', show: sheet('budget') },
]
