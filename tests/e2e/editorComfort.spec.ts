import { axeFaults } from '../support/axe.ts'
import { caretToEnd, openSample, runSkill } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

/** Set to a folder to look at the pictures. */
const shots = process.env.CREONOW_PICTURES

test('undo takes back a sentence also through an input method, and a double click selects a word', async ({
  page,
}) => {
  await openSample(page)
  const text = page.locator('.cm-content')
  await caretToEnd(page)
  await page.keyboard.press('Enter')
  const keys = await page.context().newCDPSession(page)
  for (const words of ['雾散了', '。', '他走下', '台阶']) {
    await keys.send('Input.imeSetComposition', { text: words, selectionStart: 1, selectionEnd: 1 })
    await keys.send('Input.insertText', { text: words })
  }
  await expect(text).toContainText('雾散了。他走下台阶')
  const place = await page.evaluate(() => {
    const node = [...document.querySelectorAll('.cm-line')].at(-1)?.lastChild
    const range = document.createRange()
    const length = node?.textContent?.length ?? 0
    if (!node) return { x: 0, y: 0 }
    range.setStart(node, length - 1)
    range.setEnd(node, length)
    const { left, top, height } = range.getBoundingClientRect()
    return { x: left + 2, y: top + height / 2 }
  })
  await page.mouse.dblclick(place.x, place.y)
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe('台阶')
  await caretToEnd(page)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text).not.toContainText('他走下台阶')
  await expect(text).toContainText('雾散了。')
})

test(
  'the list of chapters is one place for the Tab key, and the arrow keys go through it',
  whole,
  async ({ page }) => {
    await openSample(page)
    const list = page.locator('.chapter-list')
    await expect(list.locator('[tabindex="0"]')).toHaveCount(2)
    await page.locator('.chapter-row[aria-current]').focus()
    // Both before the next frame is drawn, as fast fingers or a busy machine send them.
    await page.evaluate(() => {
      for (const key of ['ArrowUp', 'ArrowUp'])
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
    await expect(page.locator('.chapter-row:focus')).toContainText('许三娘的账本')
    await page.keyboard.press('Tab')
    await expect(page.locator('.chapter-more:focus')).toHaveAccessibleName(/许三娘的账本/)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Home')
    await expect(page.locator('.chapter-row:focus')).toContainText('浸水的信')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('banner')).toContainText('浸水的信')
    await expect(list.locator('[tabindex="0"]')).toHaveCount(2)
  },
)

test(
  'the words of today and their goal are shown under the text, those of AI apart, also after a reload',
  whole,
  async ({ page }) => {
    await openSample(page)
    await caretToEnd(page)
    const today = page.getByTestId('today-words')
    await expect(today).toHaveText('今日 0 字')
    await page.keyboard.insertText('雾散了，𠮷野走下台阶。')
    await expect(today).toHaveText('今日 11 字')
    await today.click()
    const dialog = page.getByTestId('goal-dialog')
    await dialog.getByRole('textbox').fill('２0')
    if (shots) await page.screenshot({ path: `${shots}/goal-zh.png` })
    expect(await axeFaults(page, { within: '.dialog' })).toEqual([])
    await page.keyboard.press('Escape')
    await expect(today).toHaveText('今日 11 / 20 字')
    await caretToEnd(page)
    await runSkill(page)
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(today).toContainText('已到目标')
    await expect(today).toHaveAttribute('title', /其中采纳 AI 的 \d+ 字/)
    await page.reload()
    await expect(today).toContainText('已到目标')
    if (shots) await page.screenshot({ path: `${shots}/today-zh.png` })
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await expect(today).toContainText('/ 20 words today · goal reached')
    if (!shots) return
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 900, height: 700 })
    await today.click()
    await page.screenshot({ path: `${shots}/goal-en-dark.png` })
  },
)

test('focus, typewriter and full screen have a key each, last over a reload, and Escape leads back', async ({
  page,
}) => {
  await openSample(page)
  await caretToEnd(page)
  const names = page.getByRole('button', { name: '标出正文里的人名和设定' })
  await expect(names).toHaveAttribute('title', '标出正文里的人名和设定 · F7')
  await names.click()
  await expect(names).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('F7')
  await expect(names).toHaveAttribute('aria-pressed', 'false')
  await page.locator('.cm-content').focus()
  await page.keyboard.press('F8')
  await expect(page.locator('.cm-current')).toHaveCount(1)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(page.locator('.cm-current')).not.toHaveCount(1)
  if (shots) await page.screenshot({ path: `${shots}/focus-light.png` })
  const colors = page
    .locator('.cm-line')
    .evaluateAll((all) => all.map((line) => getComputedStyle(line).color))
  expect(new Set(await colors).size).toBe(2)
  await page.keyboard.press('ArrowDown')

  await page.keyboard.press('F9')
  await page.keyboard.insertText('雾')
  const fromMiddle = () =>
    page.evaluate(() => {
      const caret = document.querySelector('.cm-cursor-primary')?.getBoundingClientRect()
      const room = document.querySelector('.cm-scroller')?.getBoundingClientRect()
      if (!caret || !room) return Number.NaN
      return Math.abs((caret.top + caret.bottom) / 2 - (room.top + room.bottom) / 2)
    })
  await expect.poll(fromMiddle).toBeLessThan(20)
  await page.keyboard.press('ControlOrMeta+Home')
  await expect.poll(fromMiddle).toBeLessThan(20)

  await page.keyboard.press('F11')
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await expect(page.locator('.chapter-list')).toHaveCount(0)
  await page.reload()
  await expect(page.locator('.cm-content')).toBeVisible()
  await page.locator('.cm-content').click()
  await expect(page.locator('.cm-focus-mode.cm-typewriter')).toHaveCount(1)
  await expect(page.getByRole('banner')).toHaveCount(0)
  expect(await axeFaults(page)).toEqual([])
  if (shots) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.keyboard.press('Shift+ArrowUp')
    await page.screenshot({ path: `${shots}/full-dark.png` })
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.locator('.chapter-list')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.insertText('关掉专注')
  await page.keyboard.press('Enter')
  await expect(page.locator('.cm-current')).toHaveCount(0)
})

test(
  'names are underlined on demand, and a key shows the card that opens the entry',
  whole,
  async ({ page }) => {
    await openSample(page)
    await page.getByText('“问着了。”魏伯说').click()
    await page.keyboard.press('F7')
    const names = page.locator('.cm-name')
    await expect(names.filter({ hasText: '魏伯' }).first()).toBeVisible()
    await names.filter({ hasText: '魏伯' }).first().hover()
    const card = page.getByTestId('name-card')
    await expect(card).toContainText('魏伯')
    await expect(card).toContainText('人物')
    if (shots) await page.screenshot({ path: `${shots}/names-zh.png` })
    expect(await axeFaults(page, { within: '.name-card' })).toEqual([])
    await page.mouse.move(5, 5)
    await expect(card).toHaveCount(0)
    // The caret goes to a name, and the card comes with its button in focus.
    await names.filter({ hasText: '魏伯' }).first().click()
    await page.keyboard.press('Alt+Enter')
    await expect(card.getByRole('button')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.locator('.cm-content')).toBeFocused()
    await page.keyboard.press('Alt+Enter')
    await expect(card.getByRole('button')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('codex')).toContainText('魏伯')
    if (shots) {
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.getByRole('button', { name: 'Switch to English' }).click()
      await names.first().hover()
      await expect(card).toBeVisible()
      await page.screenshot({ path: `${shots}/names-en-dark.png` })
    }
    await page.keyboard.press('F7')
    await expect(names).toHaveCount(0)
  },
)
