import type { Locator, Page } from '@playwright/test'
import { openSample } from '../support/pages.ts'
import { type SlowModel, useSlowModel } from '../support/slowModel.ts'
import { expect, test } from '../support/webApp.ts'

const selected = (page: Page) => page.evaluate(() => getSelection()?.toString() ?? '')

/** Selects the first line of a text with the mouse. */
async function dragOver(page: Page, text: Locator): Promise<void> {
  await text.scrollIntoViewIfNeeded()
  const [line] = await text.evaluate((element) =>
    [...element.getClientRects()].map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
  )
  if (line === undefined) throw new Error('the text is not drawn')
  const middle = (line.top + line.bottom) / 2
  await page.mouse.move(line.left + 1, middle)
  await page.mouse.down()
  await page.mouse.move(line.right - 1, middle, { steps: 5 })
  await page.mouse.up()
}

async function copied(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.keyboard.press('ControlOrMeta+c')
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Writes on while the first sentence is selected, ends, and sees what is selected and copied. */
async function selectionStays(page: Page, text: Locator, first: string, model: SlowModel): Promise<void> {
  await dragOver(page, text)
  expect(await selected(page)).toContain(first)
  const before = await selected(page)
  model.write('还有半句。')
  await expect(page.getByText('还有半句。').first()).toBeVisible()
  expect(await selected(page)).toBe(before)
  model.write('\n\n第二段开了头。')
  await expect(page.getByText('第二段开了头。').first()).toBeVisible()
  expect(await selected(page)).toBe(before)
  expect(await copied(page)).toBe(before)
}

test('an answer of a chat is selected with the mouse and copied while it is written, and after that', async ({
  page,
}) => {
  await openSample(page)
  const model = await useSlowModel(page)
  await page.getByTestId('ai-tab-chat').click()
  await page.getByTestId('chat-input').fill('后来呢？')
  await page.getByTestId('chat-send').click()
  await model.asked()
  model.write('雾散了一点。')
  const text = page.getByTestId('chat-messages').locator('.chat-text p').first()
  await expect(text).toContainText('雾散了一点。')
  await selectionStays(page, text, '雾散了一点', model)
  model.end()
  await expect(page.getByTestId('chat-assistant')).toBeVisible()
  await dragOver(page, text)
  const whole = await selected(page)
  expect(whole).toContain('雾散了一点。')
  expect(await copied(page)).toBe(whole)
  await model.close()
})
