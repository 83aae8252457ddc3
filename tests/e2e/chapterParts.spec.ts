import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import { chapterTitle, openChapter } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

const titles = (page: Page) => page.locator('.chapter-list .chapter-title')
const notice = (page: Page) =>
  page.locator('.notice[role=status], [role=status]').filter({ hasText: /撤销|Undo/ })

async function openBook(page: Page, folder: string, texts: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(join(folder, 'manuscript'), { recursive: true })
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, 'manuscript', name), text)
  await page.getByTestId('welcome-open').click()
  await page.locator('.folder-field input').fill(folder)
  await page.locator('.welcome-form button[type=submit]').click()
}

/** Loads the page again with a connection on which answers can be delayed. */
async function delayAnswers(page: Page) {
  const waiting: (() => void)[] = []
  let channel: string | null = null
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer()
    const delayed = new Set<unknown>()
    socket.onMessage((frame) => {
      const request = JSON.parse(String(frame))
      if (request.channel !== undefined && request.channel === channel) delayed.add(request.id)
      server.send(frame)
    })
    server.onMessage((frame) => {
      const deliver = () => socket.send(frame)
      if (delayed.delete(JSON.parse(String(frame)).id)) waiting.push(deliver)
      else deliver()
    })
  })
  await page.reload()
  return {
    delay(next: string) {
      channel = next
    },
    count: () => waiting.length,
    release() {
      channel = null
      for (const deliver of waiting.splice(0)) deliver()
    },
  }
}

/** Files change their names while they are read, so names and texts are apart. */
const filesOf = async (folder: string) =>
  (await readdir(join(folder, 'manuscript'))).filter((name) => name.endsWith('.md')).sort()
const textsOf = async (folder: string) =>
  Promise.all((await filesOf(folder)).map((name) => readFile(join(folder, 'manuscript', name), 'utf8')))

test('a chapter is split at the caret, the book renumbered, two chapters merged, each with one undo', async ({
  page,
  dataFolder,
}) => {
  const folder = join(dataFolder, '书')
  const book = {
    '001-第一章 雾.md': '# 第一章 雾\r\n\r\n　　𠮷人进港。\r\n　　灯灭了。\r\n',
    '002-第二章 潮.md': '# 第二章 潮\n\n　　潮退了。\n',
    '003-第三章 灯.md': '# 第三章 灯\n\n　　灯又亮了。\n',
  }
  await openBook(page, folder, book)
  await openChapter(page, '雾')
  // In front of the second paragraph.
  await page.locator('.cm-line', { hasText: '灯灭了' }).click()
  await page.keyboard.press('Home')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('拆成')
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText(['第一章 雾', '第一章 雾（续）', '第二章 潮', '第三章 灯'])
  await expect(page.locator('.cm-content')).not.toContainText('灯灭了')
  await expect(notice(page)).toContainText('第一章 雾（续）')

  await page.getByRole('button', { name: '「第一章 雾」的更多操作' }).press('Enter')
  await page.getByRole('menuitem', { name: '从这里重排章号…' }).press('Enter')
  const form = page.getByTestId('chapter-renumber')
  await expect(form.getByRole('textbox', { name: '这一章是第几章' })).toBeFocused()
  await page.keyboard.type('零')
  await expect(form.getByRole('button', { name: '重排' })).toBeDisabled()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('１１')
  expect(await axeFaults(page, { within: '[data-testid=chapter-renumber]' })).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/renumber.png` })
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText(['第十一章 雾', '第十二章 雾（续）', '第十三章 潮', '第十四章 灯'])
  // The list hears of the files before the notice of the split is over.
  await expect(notice(page)).toContainText('改了 4 章的标题')
  await notice(page).getByRole('button', { name: '撤销' }).click()
  await expect(titles(page)).toHaveText(['第一章 雾', '第一章 雾（续）', '第二章 潮', '第三章 灯'])
  await page.getByRole('button', { name: '「第一章 雾」的更多操作' }).press('Enter')
  await page.getByRole('menuitem', { name: '从这里重排章号…' }).press('Enter')
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText(['第一章 雾', '第二章 雾（续）', '第三章 潮', '第四章 灯'])
  await expect(notice(page)).toContainText('改了 3 章的标题')
  await notice(page).getByRole('button', { name: '撤销' }).click()
  await expect(titles(page)).toHaveText(['第一章 雾', '第一章 雾（续）', '第二章 潮', '第三章 灯'])

  // The chapter that goes is open, with a word that is not saved yet.
  await openChapter(page, '潮')
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('浪')
  await page.getByRole('button', { name: '「第一章 雾（续）」的更多操作' }).press('Enter')
  await page.getByRole('menuitem', { name: '与下一章合并' }).press('Enter')
  await expect(titles(page)).toHaveText(['第一章 雾', '第一章 雾（续）', '第三章 灯'])
  await expect(page.locator('.cm-content')).toContainText('潮退了。')
  await expect(page.locator('.cm-content')).toContainText('浪')
  await notice(page).getByRole('button', { name: '撤销' }).click()
  await expect(titles(page)).toHaveText(['第一章 雾', '第一章 雾（续）', '第二章 潮', '第三章 灯'])
  expect(await textsOf(folder)).toContainEqual(expect.stringMatching(/潮退了。\s*浪\s*$/))
})

test(
  'files of an English book are named after their chapters by the palette, and nothing is done twice',
  whole,
  async ({ page, dataFolder }) => {
    const folder = join(dataFolder, 'book')
    await openBook(page, folder, {
      '001-a.md': '# Chapter One\n\nThe fog came in.\n',
      '002-b.md': '# Chapter Three\n\nThe tide went out.\n',
    })
    await openChapter(page, 'Chapter One')
    const run = async (words: RegExp) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('option', { name: words }).click()
    }
    await run(/从本章起重排章号|Renumber chapters/)
    await expect(titles(page)).toHaveText(['Chapter One', 'Chapter Two'])
    await run(/按章节整理文件名|Name files after/)
    await expect.poll(() => filesOf(folder)).toEqual(['001-Chapter One.md', '002-Chapter Two.md'])
    await run(/按章节整理文件名|Name files after/)
    await expect(page.getByText(/文件名已经和章节一致|named like their chapters already/)).toBeVisible()
  },
)

test('text that is typed while a chapter is made, left or split goes into no chapter but the one that opens', async ({
  page,
  dataFolder,
}) => {
  const folder = join(dataFolder, '书')
  await openBook(page, folder, {
    '001-第一章 雾.md': '# 第一章 雾\n\n　　雾来了。\n　　灯灭了。\n',
    '002-第二章 潮.md': '# 第二章 潮\n\n　　潮退了。\n',
  })
  await openChapter(page, '雾')
  const wire = await delayAnswers(page)
  const text = page.locator('.cm-content')
  await expect(text).toContainText('灯灭了')
  /** By the palette; what is typed while it is being done is typed into the text. */
  const orderAndType = async (words: string, channel: string) => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').fill(words)
    wire.delay(channel)
    await page.keyboard.press('Enter')
    await expect.poll(wire.count).toBe(1)
    await text.focus()
    await page.keyboard.type('早了')
    wire.release()
  }
  await page.locator('.cm-line', { hasText: '灯灭了' }).click()
  await page.keyboard.press('Home')
  await orderAndType('拆成', 'documents:split')
  await expect(titles(page)).toHaveText(['第一章 雾', '第一章 雾（续）', '第二章 潮'])
  await expect(text).not.toContainText('灯灭了')
  await orderAndType('新建', 'documents:create')
  await expect(titles(page)).toHaveCount(4)
  await expect(text).not.toContainText('雾来了')
  await expect(text).toHaveAttribute('contenteditable', 'true')
  await expect(text).toBeFocused()
  // It is left while its words are still being saved.
  wire.delay('documents:save')
  await page.keyboard.type('新的')
  await expect(text).toContainText('新的')
  await chapterTitle(page, '潮').click()
  await expect.poll(wire.count).toBe(1)
  await text.focus()
  await page.keyboard.type('早了')
  wire.release()
  await openChapter(page, '潮')
  await expect.poll(async () => (await textsOf(folder)).join('')).toContain('新的')
  expect((await textsOf(folder)).join('')).not.toContain('早了')
})
