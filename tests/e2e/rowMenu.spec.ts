import { chapterTitle, openSample } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'

test('a right click on a chapter opens the menu of its button, once, and the window is named after the chapter', async ({
  page,
}) => {
  await openSample(page)
  await expect(page).toHaveTitle(/灯塔下的信 · 雾港来信 · CreoNow$/)
  const row = chapterTitle(page, '灯塔下的信')
  await row.click({ button: 'right' })
  const items = page.getByRole('menuitem')
  const byClick = await items.allTextContents()
  await page.keyboard.press('Escape')
  await expect(items).toHaveCount(0)
  const line = page.locator('.chapter-line', { has: row })
  await line.hover()
  await line.locator('.chapter-more').click()
  expect([byClick.length > 4, await items.allTextContents()]).toEqual([true, byClick])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/row-menu.png` })
})

test('the link to the place of the caret is copied without a word of the book, and what cannot be copied is shown', async ({
  page,
}) => {
  await openSample(page)
  await page.evaluate(() => {
    Object.assign(window, { copied: [] })
    const clipboard = {
      writeText: async (text: string) => {
        if (Reflect.get(window, 'copied').push(text) > 1) throw new Error('refused')
      },
    }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard })
  })
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+Home')
  const copy = async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('复制到光标')
    await page.keyboard.press('Enter')
  }
  await copy()
  await expect(page.getByTestId('copied-link')).toContainText('链接已经复制。')
  await copy()
  await expect(page.getByTestId('copied-link')).toContainText('请自己选中')
  const copied = await page.evaluate(() => Reflect.get(window, 'copied'))
  expect(copied).toEqual([copied[1], expect.stringMatching(/^creonow:\/\/open\/[\w-]+\/c_[\w-]+\?at=0$/)])
  await expect(page.getByTestId('copied-link')).toContainText(copied[0])
})
