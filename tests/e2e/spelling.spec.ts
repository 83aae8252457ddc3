import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import iconv from 'iconv-lite'
import { axeFaults } from '../support/axe.ts'

import { callFromPage, caretToEnd, openSample } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole, wholeBut } from '../support/whole.ts'

const first =
  'Mr. Jarndyce recieved teh letter at the harbour of Borrioboola. The colour of the sky was grey.'

/** Imports an English book of two chapters and opens the first, in an interface of that language and colour. */
async function openEnglishBook(page: Page, dataFolder: string, settings: object): Promise<string> {
  const body = (text: string) =>
    `${text}\n\n${'The rain stopped upon the quay, and nobody spoke. '.repeat(40)}\n`
  const file = join(dataFolder, 'Low Water.txt')
  await writeFile(file, `Chapter 1\n\n${body(first)}\nChapter 2\n\n${body('A seperate room.')}`)
  await page.getByTestId('welcome-import').waitFor()
  await callFromPage(page, [['settings:update', { patch: settings }]])
  await page.reload()
  await page.getByTestId('welcome-import').click()
  await page.locator('input[type=file]').setInputFiles(file)
  const book = join(dataFolder, 'Low Water')
  await page.locator('.welcome-form input[type=text]').last().fill(book)
  await page.locator('.welcome-form button[type=submit]').click()
  await page.locator('[data-row]').filter({ hasText: 'Chapter 1' }).click()
  await expect(page.locator('.cm-content')).toContainText('Jarndyce')
  return book
}

const misspelt = (page: Page) => page.locator('.cm-misspelt')

for (const [language, theme, add, settingsName] of [
  ['zh', 'light', '加入本书的词', '设置'],
  ['en', 'dark', 'Add to this book’s words', 'Settings'],
] as const)
  test(
    `misspelt words of an English book are underlined, corrected and added, and names never are (${language}, ${theme})`,
    wholeBut(language === 'zh'),
    async ({ page, dataFolder }) => {
      const book = await openEnglishBook(page, dataFolder, { language, theme })
      await expect(misspelt(page)).toHaveText(['Jarndyce', 'recieved', 'teh', 'Borrioboola'])

      await misspelt(page).filter({ hasText: 'teh' }).click({ button: 'right' })
      const menu = page.getByTestId('spelling-menu')
      await expect(menu.getByRole('menuitem').first()).toHaveText('the')
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/spelling-${language}.png` })
      expect(await axeFaults(page, { within: '[role=menu]' })).toEqual([])
      await menu.getByRole('menuitem', { name: 'the', exact: true }).click()
      await expect(page.locator('.cm-content')).toContainText('recieved the letter')
      await expect(misspelt(page)).toHaveText(['Jarndyce', 'recieved', 'Borrioboola'])

      // By keyboard: the key for menus in the word, one down, Enter; the caret is behind the word afterwards.
      await misspelt(page).filter({ hasText: 'recieved' }).click()
      await page.keyboard.press('Shift+F10')
      await expect(menu.getByRole('menuitem').first()).toHaveText('received')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page.locator('.cm-content')).toContainText('Jarndyce received the letter')
      await page.keyboard.type('!')
      await expect(page.locator('.cm-content')).toContainText('received! the letter')

      await misspelt(page).filter({ hasText: 'Borrioboola' }).click({ button: 'right' })
      await menu.getByRole('menuitem', { name: add }).click()
      await expect(misspelt(page)).toHaveText(['Jarndyce'])

      await writeFile(
        join(book, '.creonow/characters/John Jarndyce.md'),
        '---\nname: John Jarndyce\ntype: character\nid: john-jarndyce\naliases: []\n---\nThe guardian.\n',
      )
      await expect(misspelt(page)).toHaveCount(0)

      await caretToEnd(page)
      await page.keyboard.type(' Jarndyce’s Borrioboola wrnog wierd')
      await expect(misspelt(page)).toHaveText(['wrnog'])
      await page.keyboard.type(' day')
      await expect(misspelt(page)).toHaveText(['wrnog', 'wierd'])

      // The way back from what was added by mistake, and the switch.
      await page.getByRole('button', { name: settingsName }).first().click()
      const settings = page.getByTestId('settings')
      await expect(page.getByTestId('book-words')).toContainText('Borrioboola')
      expect(await axeFaults(page, { within: '.dialog' })).toEqual([])
      await page.getByTestId('book-words').getByRole('button').click()
      await expect(page.getByTestId('book-words')).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(misspelt(page)).toHaveText(['Borrioboola', 'Borrioboola', 'wrnog', 'wierd'])
      await page.getByRole('button', { name: settingsName }).first().click()
      await settings.getByTestId('spelling-setting').click()
      await page.keyboard.press('Escape')
      await expect(misspelt(page)).toHaveCount(0)
    },
  )

test(
  'words of a list that was imported are marked in a Chinese book, corrected, waved away and taken out, and nothing else changes',
  whole,
  async ({ page, dataFolder }) => {
    const file = join(dataFolder, '平台词表.txt')
    await writeFile(file, iconv.encode('赌博网\r\n暗杀\r\n', 'gbk'))
    await openSample(page)
    await caretToEnd(page)
    await page.keyboard.type('他一愁莫展，看着赌博网。有人说起暗杀，又说暗杀。')
    await page.getByRole('button', { name: '设置' }).first().click()
    const lists = page.getByTestId('word-lists')
    await lists.getByRole('textbox').fill('一愁莫展=一筹莫展')
    await lists.getByTestId('word-add').click()
    await lists.locator('input[type=file]').setInputFiles(file)
    await expect(lists.getByTestId('word-list')).toHaveCount(2)
    await expect(lists).toContainText('收进 2 个词')
    await lists.scrollIntoViewIfNeeded()
    expect(await axeFaults(page, { within: '.dialog' })).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/word-lists.png` })
    await page.keyboard.press('Escape')

    const sensitive = page.locator('.cm-sensitive')
    await expect(misspelt(page)).toHaveText(['一愁莫展'])
    await expect(sensitive).toHaveText(['赌博网', '暗杀', '暗杀'])
    const menu = page.getByTestId('spelling-menu')
    await misspelt(page).click({ button: 'right' })
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/word-lists-menu.png` })
    expect(await axeFaults(page, { within: '[role=menu]' })).toEqual([])
    await menu.getByRole('menuitem', { name: '一筹莫展' }).click()
    await expect(page.locator('.cm-content')).toContainText('他一筹莫展，看着赌博网。')
    // By keyboard: the key for menus in the word, then Enter on the first entry.
    await sensitive.last().click()
    await page.keyboard.press('Shift+F10')
    await expect(menu.getByRole('menuitem').first()).toHaveText('这里不用管')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(sensitive).toHaveText(['赌博网', '暗杀'])
    await sensitive.first().click({ button: 'right' })
    await menu.getByRole('menuitem', { name: '从词表里去掉“赌博网”' }).click()
    await expect(sensitive).toHaveText(['暗杀'])
    await expect(page.locator('.cm-content')).toContainText('看着赌博网。有人说起暗杀，又说暗杀。')

    // In the whole book, from the search.
    await page.keyboard.press('ControlOrMeta+Shift+f')
    await page.getByTestId('listed-words').click()
    await expect(page.getByTestId('listed-word')).toHaveText([/^暗杀.*有人说起暗杀/])
    expect(await axeFaults(page, { within: '[data-testid=book-search]' })).toEqual([])
    await page.getByTestId('listed-word').click()
    await expect(page.locator('.cm-content')).toBeFocused()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('暗杀')
  },
)
