import { axeFaults } from '../support/axe.ts'
import { caretToEnd, openSample } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

test('quotes, dash and ellipsis are typed as the chapter has them, and undo at once gives back the keys', async ({
  page,
}) => {
  await openSample(page)
  await caretToEnd(page)
  await page.keyboard.press('Enter')
  const line = page.locator('.cm-line').last()
  await page.keyboard.type('他说："𠮷--走...\'雾\'"')
  await expect(line).toHaveText('他说：“𠮷——走……‘雾’”')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(line).toHaveText('他说：“𠮷——走……‘雾’"')
  await page.keyboard.press('Enter')
  await page.keyboard.type('--')
  await expect(line).toHaveText('——')
  await page.keyboard.type('-')
  await expect(line).toHaveText('---')
  await page.keyboard.press('Enter')
  await page.keyboard.type('"雾--')
  await expect(line).toHaveText('“雾——')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(line).toHaveText('“雾--')
  await page.keyboard.type('-')
  await expect(line).toHaveText('“雾---')
})

test('what an input method composes and what is pasted stays as it came, and the key behind it does not', async ({
  page,
}) => {
  await openSample(page)
  await caretToEnd(page)
  await page.keyboard.press('Enter')
  const line = page.locator('.cm-line').last()
  const keys = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  for (const [composed, committed] of [
    ['"', '"'],
    ['wu', '雾'],
    ["wu'ga", "'"],
    ['-', '-'],
    ['-', '-'],
    ['.', '.'],
    ['..', '..'],
  ] as const) {
    await compose(composed)
    await keys.send('Input.insertText', { text: committed })
  }
  await expect(line).toHaveText(`"雾'--...`)
  await page.keyboard.press('Enter')
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '"')
    const target = document.querySelector('.cm-content')
    target?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(line).toHaveText('"')
  await page.keyboard.press('Enter')
  await compose('zou')
  await keys.send('Input.insertText', { text: '走' })
  await page.keyboard.type('"雾"')
  await expect(line).toHaveText('走“雾”')
})

test(
  'smart typing is switched off in the settings, stays off over a reload, and the palette switches it on',
  whole,
  async ({ page }) => {
    await openSample(page)
    await page.getByRole('button', { name: '设置' }).first().click()
    const settings = page.getByTestId('settings')
    const choice = settings.getByRole('checkbox', { name: '引号、破折号、省略号照本章的写法' })
    await expect(choice).toBeChecked()
    expect(await axeFaults(page, { within: '.dialog' })).toEqual([])
    await choice.click()
    await expect(choice).not.toBeChecked()
    await page.keyboard.press('Escape')
    await page.reload()
    await caretToEnd(page)
    await page.keyboard.press('Enter')
    const line = page.locator('.cm-line').last()
    await page.keyboard.type('"走"--...')
    await expect(line).toHaveText('"走"--...')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.insertText('智能标点')
    await page.keyboard.press('Enter')
    await expect(page.locator('.cm-content')).toBeVisible()
    await caretToEnd(page)
    await page.keyboard.press('Enter')
    await page.keyboard.type('"走"')
    await expect(line).toHaveText('“走”')
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.insertText('smart typing')
    await expect(page.getByTestId('palette').getByRole('option', { selected: true })).toHaveText(
      /Turn smart typing of quotes, dashes and ellipses off/,
    )
  },
)
