import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import { chooseOption } from '../support/chooseOption.ts'
import { chapterFile, chapterTitle, openSample, readText, sampleFolder, writeText } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

const rows = (page: Page) => page.locator('.chapter-row .chapter-title')
const row = (page: Page, title: string) =>
  page.locator('.chapter-line').filter({ has: chapterTitle(page, title) })

/** Opens a chapter's menu by the keyboard and chooses an item. */
async function choose(page: Page, title: string, item: string): Promise<void> {
  await row(page, title).getByRole('button').last().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.getByRole('menuitem', { name: item, exact: true }).press('Enter')
}

async function rename(page: Page, title: string, next: string): Promise<void> {
  await choose(page, title, '改名')
  await page.getByRole('textbox', { name: title }).fill(next)
  await page.keyboard.press('Enter')
}

test('a renamed and moved chapter takes its words, its rule and the unsaved text along, and undo leads back', async ({
  page,
  dataFolder,
}) => {
  await openSample(page, '数水谣')
  const project = await sampleFolder(dataFolder)
  const rules = join(project, '.creonow/rules/constraints.json')
  const before = { rules: await readText(rules), names: await readdir(join(project, 'manuscript')) }

  // Typed a moment ago and not saved yet.
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('没有存过的一句。')
  await rename(page, '数水谣', '第五章　水谣')
  await expect(page.getByRole('banner')).toContainText('水谣')
  await expect(page.locator('.cm-content')).toContainText('没有存过的一句。')
  await expect(page.locator('[data-row]').filter({ hasText: '水谣' })).toBeFocused()
  expect(await readText(await chapterFile(project, '005'))).toContain('没有存过的一句。')
  expect(await readText(rules)).toBe(before.rules)

  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+Home')
  await expect(page.locator('.cm-line').first()).toHaveText('# 第五章　水谣')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('又一句。')
  await choose(page, '水谣', '下移')
  await expect(rows(page).nth(5)).toHaveText(/水谣$/)
  await expect(rows(page).nth(4)).toHaveText(/名册$/)
  const moved = (await readdir(join(project, 'manuscript'))).find((name) => name.includes('水谣')) ?? ''
  expect(await readText(rules)).toBe(before.rules)
  expect(await readText(join(project, 'manuscript', moved))).toContain('又一句。')

  const notice = page.getByRole('status').filter({ hasText: '已移动' })
  await notice.getByRole('button', { name: '撤销' }).click()
  await expect(rows(page).nth(4)).toHaveText(/水谣$/)
  await rename(page, '水谣', '第五章　数水谣')
  await expect(rows(page).nth(4)).toHaveText(/数水谣$/)
  // Left by a click elsewhere, the field has still been answered; by Escape it has not.
  await row(page, '数水谣').getByRole('button').first().press('F2')
  await page.getByRole('textbox', { name: '数水谣' }).fill('第五章　数')
  await page.locator('.cm-content').click()
  await expect(rows(page).nth(4)).toHaveText(/数$/)
  await row(page, '数').getByRole('button').first().press('F2')
  await page.getByRole('textbox', { name: '第五章　数' }).fill('不要')
  await page.keyboard.press('Escape')
  await expect(rows(page).nth(4)).toHaveText(/数$/)
  await expect(page.locator('.cm-content')).toContainText('又一句。')
  expect((await readdir(join(project, 'manuscript'))).length).toBe(before.names.length)
})

test(
  'a chapter is moved far away, and the dialog and the menu can be read by everybody',
  whole,
  async ({ page }) => {
    await openSample(page, '退潮')
    await row(page, '退潮').getByRole('button').last().click()
    const menu = await axeFaults(page, { within: '[role=menu]' })
    expect(menu.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    await page.getByRole('menuitem', { name: '移到…' }).click()
    const dialog = page.getByTestId('chapter-move')
    await expect(dialog.getByLabel('放在哪里')).toBeFocused()
    await chooseOption(dialog.getByLabel('放在哪里'), '最前面')
    const axe = await axeFaults(page, { within: '[data-testid=chapter-move]' })
    expect(axe.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    await dialog.getByRole('button', { name: '移动' }).click()
    await expect(rows(page).first()).toHaveText(/退潮$/)
    const list = await axeFaults(page, { within: 'nav' })
    expect(list.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  },
)

test('a deleted chapter comes back by undo, and from the trash', async ({ page, dataFolder }) => {
  await openSample(page, '名册')
  const project = await sampleFolder(dataFolder)
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('没有存过的一句。')
  await choose(page, '名册', '删除')
  await expect(row(page, '名册')).toHaveCount(0)
  await expect(page.getByRole('banner')).toContainText('旧码头')
  const notice = page.getByRole('status').filter({ hasText: '已删除「第六章　名册」' })
  await notice.getByRole('button', { name: '撤销' }).click()
  await expect(rows(page).nth(5)).toHaveText(/名册$/)
  await expect(page.locator('.cm-content')).toContainText('没有存过的一句。')

  await choose(page, '名册', '删除')
  await expect(row(page, '名册')).toHaveCount(0)
  await page.reload()
  await page.getByTestId('chapters-trash').click()
  const dialog = page.getByRole('dialog', { name: '回收站' })
  const axe = await axeFaults(page, { within: '[role=dialog]' })
  expect(axe.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  await dialog.getByRole('button', { name: '放回' }).click()
  await expect(rows(page).nth(5)).toHaveText(/名册$/)
  expect(await readText(await chapterFile(project, '006'))).toContain('没有存过的一句。')
})

test('a chapter that is in two versions says why no other one opens, until one of them is chosen', async ({
  page,
  dataFolder,
}) => {
  await openSample(page, '名册')
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText('这里写的一句。')
  await writeText(
    await chapterFile(await sampleFolder(dataFolder), '006'),
    '# 第六章　名册\n\n别处写的一句。\n',
  )
  const mine = page.getByRole('button', { name: '保留我写的' })
  await expect(mine).toBeVisible()
  await chapterTitle(page, '退潮').click()
  const why = page.getByText('这一章还没有存上，先在上面处理好')
  await expect(why).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('名册')
  await mine.click()
  await chapterTitle(page, '退潮').click()
  await expect(page.getByRole('banner')).toContainText('退潮')
  await expect(why).toHaveCount(0)
})

test(
  'what another window typed into a chapter that is moved is in its file',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page, '名册')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByText('雾港来信').first().click()
    await chapterTitle(other, '名册').click()
    await expect(other.locator('.cm-content')).toBeVisible()
    await choose(page, '名册', '移到…')
    await chooseOption(page.getByTestId('chapter-move').getByLabel('放在哪里'), '最前面')
    await other.locator('.cm-content').click()
    await other.keyboard.press('ControlOrMeta+End')
    await other.keyboard.type('另一扇窗里的一句。')
    await page.getByTestId('chapter-move').getByRole('button', { name: '移动' }).click()
    await expect(rows(other).first()).toHaveText(/名册$/)
    const project = await sampleFolder(dataFolder)
    await expect.poll(async () => readText(await chapterFile(project, '006'))).toContain('另一扇窗里的一句。')
    expect((await readdir(join(project, 'manuscript'))).filter((name) => name.includes('名册')).length).toBe(
      1,
    )
  },
)

test('a chapter is added by one press, with the number that comes next as its name, ready to be written', async ({
  page,
  dataFolder,
}) => {
  await openSample(page, '无名船')
  const manuscript = join(await sampleFolder(dataFolder), 'manuscript')
  const first = await readText(join(manuscript, '011-无名船.md'))
  await page.getByTestId('new-chapter').click()
  await expect(rows(page).last()).toHaveText('第十二章')
  await expect(page.getByRole('banner')).toContainText('第十二章')
  await expect(page.locator('.cm-content')).toBeFocused()
  await page.keyboard.type('雾散了，𠮷人上岸。')
  const file = join(manuscript, '012-第十二章.md')
  await expect
    .poll(() => readText(file).catch(() => ''))
    .toMatch(/^# 第十二章\n\n[\u3000]*雾散了，𠮷人上岸。\n?$/)
  await page.getByTestId('new-chapter').click()
  await expect(rows(page).last()).toHaveText('第十三章')
  expect(await readText(join(manuscript, '011-无名船.md'))).toBe(first)
})
