import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { useAgentModel } from '../support/agentModel.ts'
import { axeFaults } from '../support/axe.ts'
import { openSample, readText, sampleFolder } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES

async function lookAt(page: Page, name: string) {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      if (pictures) await page.screenshot({ path: `${pictures}/${name} ${theme} ${width}.png` })
    }
    const faults = await axeFaults(page, {})
    const serious = faults.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

interface StoredChapter {
  readonly title?: string
  readonly file?: string
  readonly status?: string
  readonly label?: string
  readonly plan?: { readonly text?: string; readonly beats: readonly { readonly text: string }[] }
}

async function storedChapters(dataFolder: string): Promise<readonly StoredChapter[]> {
  return JSON.parse(await readText(join(await sampleFolder(dataFolder), '.creonow/book.json'))).chapters
}

const storedNamed = async (dataFolder: string, name: string) =>
  (await storedChapters(dataFolder)).find(({ title, file }) => (title ?? file ?? '').includes(name))

test('chapters are planned in front of another one and undone, and the table of the plan is filled in by keyboard and saved', async ({
  page,
  dataFolder,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSample(page)
  await page.getByTestId('rail-outline').click()
  const outline = page.getByTestId('outline')
  const row = (title: string) => outline.locator('[data-row]').filter({ hasText: title })
  await row('数水谣').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '在前面计划几章…' }).click()
  await expect(page.getByRole('textbox', { name: '要写的章节' })).toBeFocused()
  await page.keyboard.insertText('夜渡：不点灯\n断桥')
  await page.getByRole('button', { name: '加 2 章' }).press('Enter')
  await expect(row('断桥')).toBeFocused()
  const titles = async () => (await storedChapters(dataFolder)).map(({ title, file }) => title ?? file ?? '')
  expect((await titles()).slice(4, 7)).toEqual(['夜渡', '断桥', expect.stringContaining('数水谣')])
  await page.keyboard.press('Control+z')
  await expect.poll(titles).toHaveLength(11)
  await row('数水谣').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '在前面计划几章…' }).click()
  await page.keyboard.insertText('夜渡：不点灯\n断桥')
  await page.getByRole('button', { name: '加 2 章' }).press('Enter')

  await outline.getByRole('radio', { name: '表格' }).check()
  const table = outline.getByTestId('plan-table')
  const cell = (title: string, column: string) =>
    table.getByRole('row').filter({ hasText: title }).locator(`[data-column="${column}"]`)
  await outline.getByTestId('plan-columns').press('Enter')
  await outline.getByRole('checkbox', { name: '标签' }).press('Space')
  await outline.getByTestId('plan-columns').press('Enter')
  await cell('夜渡', 'title').focus()
  await page.keyboard.press('ArrowRight')
  await expect(cell('夜渡', 'status')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('初稿')
  await page.keyboard.press('Tab')
  await expect(cell('夜渡', 'label')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('=夜戏')
  await page.keyboard.press('Enter')
  await expect(cell('断桥', 'label')).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.insertText('不要')
  await page.keyboard.press('Escape')
  await expect(cell('断桥', 'label')).toBeFocused()
  await expect.poll(async () => (await storedNamed(dataFolder, '夜渡'))?.label).toBe('=夜戏')
  const stored = await storedNamed(dataFolder, '夜渡')
  expect([stored?.status, (await storedNamed(dataFolder, '断桥'))?.label]).toEqual(['draft', undefined])
  await cell('夜渡', 'beats').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('上船')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.insertText('靠岸')
  await page.keyboard.press('Enter')
  await expect(cell('断桥', 'beats')).toBeFocused()
  const beats = async () => (await storedNamed(dataFolder, '夜渡'))?.plan?.beats.map(({ text }) => text)
  await expect.poll(beats).toEqual(['上船', '靠岸'])
  const saving = page.waitForEvent('download')
  await outline.getByTestId('plan-csv').press('Enter')
  const csv = await readFile(await (await saving).path(), 'utf8')
  expect(csv.split('\r\n')[5]).toBe(`5,夜渡,初稿,'=夜戏,,0,不点灯,"1. 上船\n2. 靠岸",`)
  await lookAt(page, 'table zh')

  // In the list of chapters, where it may be filtered.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByTestId('rail-outline').click()
  const list = page.locator('.chapter-list')
  await expect(
    list.locator('.chapter-row').filter({ hasText: '夜渡' }).getByTestId('chapter-status'),
  ).toHaveText('初稿 · =夜戏')
  await page.getByTestId('chapter-filter').press('Enter')
  await page.getByRole('option', { name: '初稿' }).click()
  await expect(list.locator('.chapter-row')).toHaveCount(1)
  await lookAt(page, 'list filtered zh')
})

test('an answer of the chat becomes chapters with beats, beats and cards, each shown, unticked and changed before it is stored', async ({
  page,
  dataFolder,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSample(page)
  const answers = [
    '**第十二章：夜渡**\n- 不点灯\n- 三道湾\n\n**第十三章：断桥**\n- 魏伯数船\n\n**第十四章：旧信**\n- 笔迹',
    '新人物：\n\n- **魏老大**（渡工）：知道那夜谁上过船。\n- **林远**：灯塔看守的儿子。',
  ]
  const model = await useAgentModel(page, () => answers.shift() ?? '好。')
  await page.getByTestId('ai-tab-chat').click()
  const ask = async (words: string) => {
    await page.getByTestId('chat-input').fill(words)
    await page.keyboard.press('Enter')
  }
  await ask('规划后面三章')
  const answer = page.getByTestId('chat-assistant')
  await answer.first().getByTestId('extract').press('Enter')
  const dialog = page.getByTestId('extract-dialog')
  await expect(dialog.getByRole('radio', { name: '章节' })).toBeChecked()
  const rows = dialog.getByTestId('extract-row')
  await expect(rows).toHaveCount(3)
  await rows.nth(1).getByRole('checkbox').press('Space')
  await rows.nth(0).getByRole('textbox', { name: '第 1 章的步骤' }).fill('不点灯\n过三道湾')
  await lookAt(page, 'extract zh')
  await dialog.getByTestId('extract-store').press('Enter')
  await expect(dialog).toHaveCount(0)
  const planned = (await storedChapters(dataFolder)).slice(-2)
  expect(planned.map(({ title, plan }) => [title, plan?.beats.map(({ text }) => text)])).toEqual([
    ['第十二章 夜渡', ['不点灯', '过三道湾']],
    ['第十四章 旧信', ['笔迹']],
  ])

  await answer.first().getByTestId('extract').press('Enter')
  await dialog.getByRole('radio', { name: '本章的步骤' }).check()
  await expect(rows).toHaveCount(3)
  await dialog.getByTestId('extract-store').press('Enter')
  const beats = async () => (await storedNamed(dataFolder, '灯塔下的信'))?.plan?.beats.length
  await expect.poll(beats).toBe(3)

  await ask('谁在场')
  await answer.nth(1).getByTestId('extract').press('Enter')
  await expect(dialog.getByRole('radio', { name: '设定卡' })).toBeChecked()
  // The codex has him.
  await expect(rows.nth(1).getByRole('checkbox')).not.toBeChecked()
  await dialog.getByTestId('extract-store').press('Enter')
  const card = join(await sampleFolder(dataFolder), '.creonow/characters/魏老大.md')
  await expect.poll(() => readFile(card, 'utf8').catch(() => '')).toContain('渡工\n知道那夜谁上过船。')
  await model.close()
})
