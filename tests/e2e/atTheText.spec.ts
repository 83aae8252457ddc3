import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import {
  callFromPage,
  caretToEnd,
  chapterFile,
  openChapter,
  openSample,
  readText,
  sampleFolder,
} from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { wholeBut } from '../support/whole.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES

/** Selects the first characters of a line of the text by keys. */
async function select(page: Page, line: number, characters: number): Promise<void> {
  await page.locator('.cm-line').nth(line).click()
  await page.keyboard.press('Home')
  for (let at = 0; at < characters; at += 1) await page.keyboard.press('Shift+ArrowRight')
}

/** Looks at what stands at the selection in both themes and at two widths: no fault of axe, no selected line covered. */
async function lookAt(page: Page, selector: string, name: string, least = 1): Promise<void> {
  for (const [theme, width] of [
    ['light', 1440],
    ['dark', 1024],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    await expect(page.locator(selector)).toBeInViewport({ ratio: 1 })
    if (pictures) await page.screenshot({ path: `${pictures}/${name} ${theme} ${width}.png` })
    expect(await axeFaults(page, { within: selector })).toEqual([])
    const covered = await page.evaluate((selected) => {
      const box = document.querySelector(selected)?.getBoundingClientRect()
      const lines = [...document.querySelectorAll('.cm-selectionBackground')]
      const boxes = lines.map((line) => line.getBoundingClientRect())
      return [
        boxes.length,
        boxes.filter((line) => box && line.top < box.bottom && line.bottom > box.top).length,
      ]
    }, selector)
    expect([(covered[0] ?? 0) >= least, covered[1]]).toEqual([true, 0])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a selection that rests gets its buttons, by mouse and by key, and each does what its command does', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSample(page)
  const bar = page.getByRole('toolbar', { name: '选中的文字' })
  await select(page, 2, 6)
  await expect(bar.getByRole('button')).toHaveText([
    '润色',
    '改写',
    '扩写',
    '要求…',
    '提问',
    '批注',
    '伏笔',
    '设定卡',
  ])
  await lookAt(page, '.selection-bar', 'bar zh')
  // Escape hides it and moves nothing; the key calls it again, with the focus in it.
  await page.locator('.cm-content').focus()
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  const selected = () => page.evaluate(() => getSelection()?.toString().length)
  expect(await selected()).toBe(6)
  await page.keyboard.press('Alt+F10')
  await expect(bar.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(bar.getByRole('button', { name: '改写' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await expect(page.locator('.cm-content')).toBeFocused()

  const line = await page.locator('.cm-line').nth(4).boundingBox()
  if (line === null) throw new Error('no line')
  await page.mouse.move(line.x + 60, line.y + 16)
  await page.mouse.down()
  await page.mouse.move(line.x + 200, line.y + 16, { steps: 4 })
  await expect(bar).toBeHidden()
  await page.mouse.up()
  const words = await page.evaluate(() => getSelection()?.toString() ?? '')
  await bar.getByRole('button', { name: '润色' }).click()
  await expect(page.getByTestId('ai-suggestion-accept')).toBeVisible()
  await expect(page.locator('.cm-replaced')).toHaveText(words)
  // While it waits there are no buttons of this kind.
  await page.keyboard.press('Alt+F10')
  await expect(bar).toBeHidden()
  await page.getByTestId('ai-suggestion-discard').click()

  await select(page, 2, 4)
  await bar.getByRole('button', { name: '提问' }).click()
  await expect(page.getByTestId('chat-input')).toBeFocused()
  await select(page, 2, 4)
  const name = await page.evaluate(() => getSelection()?.toString() ?? '')
  await bar.getByRole('button', { name: '设定卡' }).click()
  await expect(page.getByTestId('codex').getByLabel('名字', { exact: true })).toHaveValue(name.trim())

  await page.getByRole('button', { name: 'Switch to English' }).click()
  // What is drawn anew in the other language may take the focus once more.
  await expect(page.getByRole('button', { name: '切换到中文' })).toBeVisible()
  await expect(page.getByTestId('codex').getByLabel('Name', { exact: true })).toHaveValue(name.trim())
  await select(page, 2, 5)
  await expect(bar).toBeHidden()
  const english = page.getByRole('toolbar', { name: 'Selected text' })
  await expect(english.getByRole('button')).toHaveText([
    ...['Polish', 'Rewrite', 'Expand', 'Instruct…', 'Ask', 'Note', 'Thread', 'Codex entry'],
  ])
  await callFromPage(page, [
    [
      'settings:update',
      {
        patch: {
          editor: { fontSizePx: 18, lineHeight: 1.95, measureEm: 38, face: 'serif', selectionBar: false },
        },
      },
    ],
  ])
  await page.reload()
  await expect(page.locator('.cm-content')).toBeVisible()
  await select(page, 2, 5)
  await page.waitForFunction(() => new Promise((done) => setTimeout(() => done(true), 700)))
  await expect(english).toBeHidden()
  await page.keyboard.press('Alt+F10')
  await expect(english).toBeVisible()
})

test('an instruction at the caret or a selection is carried out there, and stays with its chapter until then', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSample(page)
  const line = page.getByTestId('order-input')
  const lines = page.locator('.cm-content .cm-line')
  await caretToEnd(page)
  const lastLine = lines.last()
  const before = await lastLine.textContent()
  await page.keyboard.press('ControlOrMeta+i')
  await expect(line).toBeFocused()
  // What an input method composes and commits is of the field, never of the manuscript.
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: 'xia', selectionStart: 3, selectionEnd: 3 })
  await page.keyboard.press('Escape')
  await expect(line).toBeFocused()
  await keyboard.send('Input.insertText', { text: '下雨了，' })
  await line.press('End')
  await page.keyboard.type('他没有伞')
  await expect(line).toHaveValue(/下雨了，.*他没有伞$/)
  const typed = await line.inputValue()
  await lookAt(page, '.order-line', 'order zh', 0)
  await line.press('Escape')
  await expect(line).toBeHidden()
  await expect(page.locator('.cm-content')).toBeFocused()
  expect(await lastLine.textContent()).toBe(before)

  await openChapter(page, '名册')
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+i')
  await expect(line).toHaveValue('')
  await line.press('Escape')
  await openChapter(page, '灯塔下的信')
  await caretToEnd(page)
  await page.keyboard.press('ControlOrMeta+i')
  await expect(line).toHaveValue(typed)
  await expect(page.getByTestId('order-run')).toHaveText('续写')
  await line.press('Enter')
  await expect(page.getByTestId('ai-suggestion-accept')).toBeVisible()
  await expect(page.getByTestId('ai-runs')).toContainText(typed)
  await expect(page.locator('.cm-replaced')).toHaveCount(0)
  await page.getByTestId('ai-suggestion-discard').click()

  await page.getByRole('button', { name: 'Switch to English' }).click()
  await select(page, 2, 6)
  const words = await page.evaluate(() => getSelection()?.toString() ?? '')
  await page.getByRole('toolbar').getByRole('button', { name: 'Instruct…' }).click()
  await expect(line).toBeFocused()
  await expect(line).toHaveValue('')
  await page.keyboard.type('colder')
  await lookAt(page, '.order-line', 'order en')
  await expect(page.getByTestId('order-run')).toHaveText('Rewrite')
  await page.getByTestId('order-run').click()
  await expect(page.getByTestId('ai-suggestion-accept')).toBeVisible()
  await expect(page.locator('.cm-replaced')).toHaveText(words)
  await page.keyboard.press('Escape')
  await expect(page.locator('.cm-replaced')).toHaveCount(0)
})

for (const language of ['zh', 'en'] as const)
  test(
    `a note is written on a selection, marked in the margin, edited, done and put back, in ${language}`,
    wholeBut(language === 'zh'),
    async ({ page, dataFolder }) => {
      const its = {
        zh: {
          note: '批注',
          about: '这里要改：口令换成三长两短。',
          done: '已处理',
          remove: '删除',
          back: '放回去',
        },
        en: {
          note: 'Note',
          about: 'Change this: two short, one long.',
          done: 'Done',
          remove: 'Delete',
          back: 'Put it back',
        },
      }[language]
      if (language === 'en') await page.getByRole('button', { name: 'Switch to English' }).click()
      await page.setViewportSize({ width: 1440, height: 900 })
      await openSample(page)
      const chapter = await chapterFile(await sampleFolder(dataFolder), '010')
      const before = await readText(chapter)
      await select(page, 2, 6)
      const words = await page.evaluate(() => getSelection()?.toString() ?? '')
      await page.getByRole('toolbar').getByRole('button', { name: its.note, exact: true }).click()
      const field = page.getByTestId('note-new').getByRole('textbox')
      await expect(field).toBeFocused()
      // Of what an input method commits here nothing reaches the manuscript.
      const keyboard = await page.context().newCDPSession(page)
      await keyboard.send('Input.imeSetComposition', { text: 'zhe', selectionStart: 3, selectionEnd: 3 })
      await keyboard.send('Input.insertText', { text: its.about })
      await field.press('ControlOrMeta+Enter')
      const card = page.getByTestId('note')
      await expect(card.getByRole('textbox')).toHaveValue(its.about)
      await expect(page.locator('.cm-note')).toHaveText(words)
      await expect(page.locator('.cm-note')).toHaveAttribute('title', its.about)
      expect(await readText(chapter)).toBe(before)
      for (const [theme, width] of [
        ['light', 1440],
        ['dark', 1024],
      ] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await page.setViewportSize({ width, height: 900 })
        await expect(card).toBeVisible()
        if (pictures) await page.screenshot({ path: `${pictures}/notes ${language} ${theme} ${width}.png` })
        expect(await axeFaults(page, { within: '[data-testid=notes]' })).toEqual([])
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      // The mark stays on its words, and the list leads to them.
      await page.locator('.cm-line').nth(2).click()
      await page.keyboard.press('ControlOrMeta+Home')
      await page.keyboard.type('# ')
      await expect(page.locator('.cm-note')).toHaveText(words)
      await page.keyboard.press('ControlOrMeta+z')
      await card.locator('button.note-words').click()
      await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(words)
      await card.getByRole('button', { name: its.remove }).click()
      await expect(card).toHaveCount(0)
      await expect(page.locator('.cm-note')).toHaveCount(0)
      await page.getByTestId('notes').getByRole('button', { name: its.back }).click()
      await expect(page.locator('.cm-note')).toHaveText(words)
      await card.getByRole('button', { name: its.done, exact: true }).click()
      await expect(card).toHaveCount(0)
      await expect(page.locator('.cm-note')).toHaveCount(0)
      const folder = join(await sampleFolder(dataFolder), '.creonow/notes')
      const [file = ''] = await readdir(folder)
      const [stored] = JSON.parse(await readText(join(folder, file))).notes
      expect([stored.text, stored.anchor.exact, typeof stored.resolvedAt]).toEqual([
        its.about,
        words,
        'string',
      ])
    },
  )
