import { axeFaults } from '../support/axe.ts'
import { caretToEnd, openSample } from '../support/pages.ts'
import { useSlowModel } from '../support/slowModel.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

const shots = process.env.SHOTS

test('Ctrl+K goes to a chapter, a sheet, a skill or a command by keyboard alone', async ({ page }) => {
  await openSample(page)
  await caretToEnd(page)
  const palette = page.getByTestId('palette')
  const field = palette.getByRole('combobox')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toBeFocused()
  if (shots) await page.screenshot({ path: `${shots}/palette-light.png` })
  expect(await axeFaults(page, { within: '.palette' })).toEqual([])

  await page.keyboard.type('没有这一章')
  await expect(palette.getByRole('status')).toHaveText('没有找到。')
  await field.fill('的')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await field.fill('1')
  await expect(palette.getByRole('option', { selected: true })).toContainText('浸水的信')
  await page.keyboard.press('Enter')
  await expect(page.locator('.top-bar')).toContainText('浸水的信')
  await expect(page.locator('.cm-content')).toBeFocused()

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('用词')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('sheet-terminology')).toBeFocused()

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('jsdx')
  await expect(palette.getByRole('option', { selected: true })).toContainText('浸水的信')
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await page.getByTestId('sheet-terminology').focus()
  await page.keyboard.press('?')
  const shortcuts = page.getByTestId('shortcuts')
  await expect(shortcuts).toContainText('全书查找和替换Ctrl+Shift+F')
  expect(await axeFaults(page, { within: '[data-testid=shortcuts]' })).toEqual([])
  if (shots) await page.screenshot({ path: `${shots}/shortcuts.png` })
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)

  await page.locator('.top-bar').getByRole('button', { name: 'Switch to English' }).click()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('polish')
  await expect(palette.getByRole('option', { selected: true })).toContainText('Skills')
  if (shots) await page.screenshot({ path: `${shots}/palette-en.png` })
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('ai-skill-polish')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByTestId('ai-input')).toBeFocused()

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('export')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /Export/ })).toBeVisible()
})

test(
  'the search in the chapter shows its count, and that nothing matches, in both languages',
  whole,
  async ({ page }) => {
    await openSample(page)
    await caretToEnd(page)
    await page.keyboard.type('铜哨响了，铜哨又响了，再没有第三声。')
    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.type('铜哨又响')
    const count = page.locator('.cm-search-count')
    await expect(count).toHaveText('1 处')
    await page.keyboard.press('Enter')
    await expect(count).toHaveText('1 / 1')
    await page.locator('.cm-search [name="search"]').fill('铜哨吹破')
    await page.keyboard.press('Enter')
    await expect(count).toHaveText('没有找到')
    expect(await axeFaults(page, { within: '.cm-search' })).toEqual([])
    if (shots) await page.screenshot({ path: `${shots}/find.png` })
    // An input method may be quicker than the count's first turn.
    await page.locator('.cm-search [name="close"]').click()
    await page.evaluate(() => {
      const pressed = { key: 'f', code: 'KeyF', ctrlKey: true, bubbles: true, cancelable: true }
      document.querySelector('.cm-content')?.dispatchEvent(new KeyboardEvent('keydown', pressed))
      const field = document.querySelector<HTMLInputElement>('.cm-search [name="search"]')
      if (!field) throw new Error('no panel')
      field.value = '铜哨'
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    })
    await expect(count).toHaveText(/\d 处/)
    await page.locator('.cm-search [name="search"]').fill('铜哨吹破')
    await page.locator('.top-bar').getByRole('button', { name: 'Switch to English' }).click()
    await expect(count).toHaveText('Nothing found')
  },
)

test('a suggestion of several paragraphs is as high as the text it becomes', whole, async ({ page }) => {
  await openSample(page)
  const model = await useSlowModel(page)
  await caretToEnd(page)
  await page.keyboard.press('Enter')
  await page.getByTestId('ai-run').click()
  await model.asked()
  model.write('雾散了。\n\n“林远，”许三娘说，“走。”\n\n他下了台阶。')
  model.end()
  await expect(page.getByTestId('ai-suggestion-accept')).toBeVisible()
  const parts = page.locator('.cm-suggestion > span')
  const shown = await parts.evaluateAll((spans) => spans.map((span) => span.textContent))
  expect(shown).toEqual(['雾散了。', '', '“林远，”许三娘说，“走。”', '', '他下了台阶。'])
  const heights = await page
    .locator('.cm-suggestion-paragraph')
    .evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect().height))
  await page.getByTestId('ai-suggestion-accept').click()
  const lines = page.locator('.cm-line')
  await expect(lines.last()).toHaveText(shown.at(-1) ?? '')
  const written = await lines.evaluateAll((all, count) => {
    return all.slice(-count).map((line) => line.getBoundingClientRect().height)
  }, heights.length)
  expect(heights.map(Math.round)).toEqual(written.map(Math.round))
})
