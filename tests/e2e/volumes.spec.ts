import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import { chapterFile, openSample, readText, sampleFolder } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

const volume = (page: Page, title: string) => page.locator('.volume-row').filter({ hasText: title })
const titles = (page: Page) => page.locator('.chapter-list .chapter-title')

const body = (count: number) => `\u3000\u3000${'话说天下大势，分久必合，合久必分。'.repeat(count)}\r\n`
const book = [
  `\uFEFF第一卷 桃园\r\n\r\n第一回 宴桃园豪杰三结义\r\n${body(60)}`,
  `第二回 张翼德怒鞭督邮\r\n${body(60)}`,
  `\u3000\u3000第二卷　许都\r\n\r\n第三回 议温明董卓叱丁原\r\n${body(60)}`,
  `第四回 废汉帝陈留践位\r\n${body(60)}`,
].join('\r\n')

/** Opens the menu of a chapter or volume by the keyboard and chooses an item. */
async function choose(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `「${title}」的更多操作` }).press('Enter')
  await page.getByRole('menuitem', { name: item, exact: true }).press('Enter')
}
const scenes = (page: Page) => page.locator('.scene-row .chapter-title')
const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: '撤销' }).click()

test('an imported book is listed under its volumes, which can be folded, made, renamed, moved and removed', async ({
  page,
  dataFolder,
}) => {
  const file = join(dataFolder, '三国.txt')
  await writeFile(file, book)
  await page.getByTestId('welcome-import').click()
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByLabel('作品名')).toHaveValue('三国')
  await page
    .getByLabel(/文件夹/)
    .first()
    .fill(join(dataFolder, '书'))
  await page.locator('.welcome-form button[type=submit]').click()
  const all = [
    ...['第一卷 桃园', '第一回 宴桃园豪杰三结义', '第二回 张翼德怒鞭督邮'],
    ...['第二卷 许都', '第三回 议温明董卓叱丁原', '第四回 废汉帝陈留践位'],
  ]
  await expect(titles(page)).toHaveText(all)
  await expect(page.locator('.chapter-number')).toHaveCount(0)
  const lengths = await page.locator('.chapter-list .chapter-length').allTextContents()
  const [first = 0, one = 0, two = 0] = lengths.map((length) => Number(length.replaceAll(',', '')))
  expect(first).toBe(one + two)

  // From a chapter to the left stands its volume, once more folds it.
  await page.locator('.chapter-row').nth(1).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(volume(page, '桃园')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(titles(page)).toHaveText(all.toSpliced(1, 2))
  await expect(volume(page, '桃园')).toHaveAttribute('aria-expanded', 'false')
  await expect(volume(page, '桃园')).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(volume(page, '许都')).toBeFocused()
  await expect(page.locator('.chapter-list [data-row][tabindex="0"]')).toHaveCount(1)
  const axe = await axeFaults(page, { within: 'nav' })
  expect(axe.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])

  await page.reload()
  await expect(titles(page)).toHaveText(all.toSpliced(1, 2))
  await volume(page, '桃园').click()
  await expect(titles(page)).toHaveText(all)

  const files = ['001', '002', '003', '004'].map((prefix) => chapterFile(join(dataFolder, '书'), prefix))
  const bytes = async () => Promise.all((await Promise.all(files)).map((path) => readFile(path, 'utf8')))
  const before = await bytes()
  await choose(page, '第二回 张翼德怒鞭督邮', '从这一章起分卷')
  await page.getByRole('textbox', { name: '新一卷的卷名' }).fill('南阳')
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText(all.toSpliced(2, 0, '第二卷 南阳'))
  await expect(page.locator('[data-row]').filter({ hasText: '第二回' })).toBeFocused()
  expect(await bytes()).toEqual(before.with(1, `第二卷 南阳\r\n\r\n${before[1]}`))
  // The chapter's row, its volume's row, and that one's title.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: '第二卷 南阳' }).fill('第一卷·下 南阳')
  await page.keyboard.press('Enter')
  await expect(volume(page, '第一卷·下 南阳')).toBeFocused()
  await choose(page, '第一卷·下 南阳', '取消分卷（章节保留）')
  await expect(titles(page)).toHaveText(all)
  // Before that the way back of the renaming may still be there.
  await expect(page.getByRole('status').filter({ hasText: '「第一卷·下 南阳」已取消' })).toBeVisible()
  await undo(page)
  await expect(volume(page, '第一卷·下 南阳')).toBeVisible()
  await choose(page, '第一卷·下 南阳', '取消分卷（章节保留）')
  await expect(titles(page)).toHaveText(all)
  expect(await bytes()).toEqual(before)
  await expect(page.locator('[data-row]').filter({ hasText: '第二回' })).toBeFocused()

  // A chapter that moves by key hands its volume's title to the next one.
  await page.locator('[data-row]').filter({ hasText: '第三回' }).press('Alt+ArrowDown')
  const handed = '卷名「第二卷 许都」交给了「第四回 废汉帝陈留践位」。'
  await expect(page.getByRole('status').filter({ hasText: handed })).toBeVisible()
  await expect(titles(page)).toHaveText([...all.slice(0, 4), all[5] ?? '', all[4] ?? ''])
  await undo(page)
  await expect(titles(page)).toHaveText(all)
  expect(await bytes()).toEqual(before)

  // Dragged onto a volume's row, folded or not, a chapter becomes the last of that volume.
  await volume(page, '许都').click()
  await page.locator('[data-row]').filter({ hasText: '第一回' }).dragTo(volume(page, '许都'))
  await expect(page.getByRole('status').filter({ hasText: '宴桃园豪杰三结义' })).toBeVisible()
  await volume(page, '许都').click()
  await expect(titles(page)).toHaveText([all[0] ?? '', ...all.slice(2), all[1] ?? ''])
  await undo(page)
  await expect(titles(page)).toHaveText(all)
  expect(await bytes()).toEqual(before)

  // Scenes below the open chapter: pressed, moved by key and dragged; the file keeps its line endings.
  const scene = (title: string) => `## ${title}\r\n\r\n\u3000\u3000𠮷${title}。\r\n`
  const start = `第四回 废汉帝陈留践位\r\n\r\n引子。\r\n\r\n`
  const [last = ''] = (await Promise.all(files)).slice(-1)
  const stored = (...order: readonly string[]) => start + order.map(scene).join('\r\n')
  await writeFile(last, stored('夜宴', '出城', '渡河'))
  await page.locator('[data-row]').filter({ hasText: '第四回' }).click()
  await expect(scenes(page)).toHaveText(['夜宴', '出城', '渡河'])
  await page.locator('.scene-row').nth(1).click()
  await expect(page.locator('.cm-content')).toBeFocused()
  const caretLine = () =>
    page.evaluate(() => getSelection()?.anchorNode?.parentElement?.closest('.cm-line')?.textContent)
  await expect.poll(caretLine).toBe('## 出城')
  await page.locator('.scene-row').nth(2).press('Alt+ArrowUp')
  await expect(scenes(page)).toHaveText(['夜宴', '渡河', '出城'])
  await expect(page.locator('.scene-row').nth(1)).toBeFocused()
  await expect.poll(() => readFile(last, 'utf8')).toBe(stored('夜宴', '渡河', '出城'))
  await page.locator('.scene-row').nth(0).dragTo(page.locator('.scene-row').nth(2))
  await expect(scenes(page)).toHaveText(['渡河', '出城', '夜宴'])
  await expect.poll(() => readFile(last, 'utf8')).toBe(stored('渡河', '出城', '夜宴'))
  await undo(page)
  await expect(scenes(page)).toHaveText(['夜宴', '渡河', '出城'])
  await page.locator('.cm-content').focus()
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => readFile(last, 'utf8')).toBe(stored('夜宴', '出城', '渡河'))
})

test(
  'titles and synopses are written on the cards of the outline, and cards change places',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page, '退潮')
    const project = await sampleFolder(dataFolder)
    await page.getByTestId('rail-outline').click()
    const outline = page.getByTestId('outline')
    const cards = outline.locator('.chapter-title')
    const card = (title: string) => outline.getByRole('article').filter({ hasText: title })
    await card('港务处').getByRole('button', { name: '写梗概：第三章　港务处' }).click()
    await outline.getByRole('textbox', { name: '「第三章　港务处」的梗概' }).fill('阿簪去港务处查名册。')
    await outline.getByRole('button', { name: '完成' }).click()
    await expect(card('港务处')).toContainText('阿簪去港务处查名册。')
    const axe = await axeFaults(page, { within: '[data-testid=outline]' })
    expect(axe.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])

    // By key: renamed, and moved below the next card, with its synopsis.
    await outline.locator('[data-row]').filter({ hasText: '港务处' }).press('F2')
    await outline.getByRole('textbox', { name: '「第三章　港务处」的新名字' }).fill('第三章　名册室')
    await page.keyboard.press('Enter')
    const row = outline.locator('[data-row]').filter({ hasText: '名册室' })
    await expect(row).toBeFocused()
    await row.press('Alt+ArrowDown')
    await expect(cards.nth(3)).toHaveText('第三章　名册室')
    await expect(card('名册室')).toContainText('阿簪去港务处查名册。')
    // By mouse: the card below it takes its place.
    await card('数水谣').getByRole('button').first().dragTo(card('名册室').getByRole('button').first())
    await expect(cards.nth(3)).toHaveText('第五章　数水谣')
    await expect(cards.nth(4)).toHaveText('第三章　名册室')
    const moved = (await readdir(join(project, 'manuscript'))).find((name) => name.includes('名册室')) ?? ''
    expect((await readText(join(project, 'manuscript', moved))).split('\n')[0]).toBe('# 第三章　名册室')
    await page.keyboard.press('Escape')
    await expect(outline).toBeHidden()
  },
)
