import type { Page } from '@playwright/test'

/** A screen worth a picture, and how to get there from the welcome page. */
interface Screen {
  readonly name: string
  readonly show: (page: Page) => Promise<void>
  readonly isNarrow?: boolean
}

async function openSample(page: Page, chapter = '灯塔下的信'): Promise<void> {
  await page.getByTestId('welcome-sample').click()
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
  await openSample(page)
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
    async show(page) {
      await openSample(page)
      await continueText(page)
    },
  },
  {
    name: 'viewer',
    async show(page) {
      await openSample(page)
      await continueText(page)
      await page.getByTestId('ai-context-toggle').click()
      await page.getByTestId('ai-context-layer-rules').waitFor()
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'ask',
    async show(page) {
      await openSample(page)
      await continueText(page)
      await page.getByTestId('ai-context-toggle').click()
      await page.getByRole('tab', { name: '问' }).click()
      const panel = page.getByTestId('ai-context-ask')
      await panel.getByRole('textbox').fill('许三娘的账本里写了什么？')
      await panel.getByRole('button', { name: '找答案' }).click()
      await panel.locator('.ask-answer').first().waitFor()
    },
  },
  {
    name: 'codex',
    async show(page) {
      await openSample(page)
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
      await openSample(page)
      await page.keyboard.press('ControlOrMeta+Shift+F')
      await page.getByTestId('book-search-text').fill('铜哨')
      await page.getByTestId('book-search-hit').first().waitFor()
    },
  },
  {
    name: 'history',
    async show(page) {
      await openSample(page)
      await page.keyboard.type('雾散了，林远走下台阶。')
      await page.getByText(/^已保存 \d/).waitFor()
      await page.locator('.chapter-line:has([aria-current]) .chapter-more').click()
      await page.getByRole('menuitem', { name: '历史版本' }).click()
      await page.getByTestId('history-version').first().waitFor()
    },
  },
  {
    name: 'outline',
    async show(page) {
      await openSample(page)
      await page.getByTestId('rail-outline').click()
      await page.getByTestId('outline').waitFor()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'names',
    async show(page) {
      await openSample(page)
      await page.keyboard.press('F7')
      await page.locator('.cm-name').last().hover()
      await page.getByTestId('name-card').waitFor()
    },
  },
  {
    name: 'versions',
    async show(page) {
      await openSample(page)
      await continueText(page)
      await page.getByTestId('ai-card-retry').click()
      await page.getByTestId('ai-versions').getByText('对照 2 版').click()
      await page.locator('.run-version').last().scrollIntoViewIfNeeded()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'agent',
    async show(page) {
      await openSample(page)
      await page.getByTestId('ai-tab-agent').click()
      await page.getByTestId('agent-input').fill('许三娘的账本里，哪些章提到了铜哨？')
      await page.getByTestId('agent-run').click()
      await page.getByTestId('agent-end').waitFor()
    },
  },
  { name: 'style', show: sheet('style') },
  { name: 'terminology', show: sheet('terminology') },
  { name: 'world', show: sheet('world') },
  { name: 'profile', show: sheet('profile') },
  { name: 'skills', show: sheet('skills') },
  { name: 'budget', show: sheet('budget') },
]
