import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import { chapterTitle, openRow, openSample } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

const shots = process.env.SHOTS

/** Every file of the manuscript, in a data folder somewhere below `folder`. */
async function manuscriptBelow(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    /manuscript\/[^/]+\.md$/.test(name),
  )
  const read = async (name: string) => [name, (await readFile(join(folder, name))).toString('base64')]
  return Object.fromEntries(await Promise.all(names.sort().map(read)))
}

const typeAtEnd = async (page: Page, words: string) => {
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(words)
  await expect(page.getByText(/^已保存 \d/)).toBeVisible()
}

test('yesterday’s book is restored in four presses, byte for byte, and the restoring is taken back in one', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  const text = page.locator('.cm-content')
  const before = await manuscriptBelow(dataFolder)
  await openRow(page, 'snapshots-open')
  const sheet = page.getByTestId('snapshots')
  await sheet.getByRole('textbox').fill('昨天的书')
  await sheet.getByTestId('snapshot-make').click()
  await expect(sheet.getByTestId('snapshot')).toHaveCount(1)
  await expect(sheet.getByTestId('snapshot-compare')).toContainText('和现在的书一样')
  await sheet.locator('.sheet-header button').click()

  // A day of work: words, a new chapter, a deleted one.
  await typeAtEnd(page, '雾散了，林远走下台阶。')
  await page.getByRole('button', { name: '新建一章' }).click()
  await expect(text).not.toContainText('雾散了')
  await page.keyboard.type('新章')
  await page.keyboard.press('Enter')
  await typeAtEnd(page, '新的一章。')
  const today = await manuscriptBelow(dataFolder)
  expect(today).not.toEqual(before)

  let presses = 0
  const press = async (locator: ReturnType<Page['getByTestId']>) => {
    presses += 1
    await locator.click()
  }
  await press(page.getByTestId('snapshots-open'))
  const compare = sheet.getByTestId('snapshot-compare')
  await press(sheet.getByTestId('snapshot').filter({ hasText: '昨天的书' }).getByRole('radio'))
  await expect(compare).toContainText('改过 1 章，新增 1 章，删去 0 章')
  await compare.getByRole('button', { name: '看看改了什么' }).click()
  await expect(compare.locator('ins')).toContainText('雾散了，林远走下台阶。')
  expect(await axeFaults(page, { within: '[data-testid=snapshots]' })).toEqual([])
  if (shots) await page.screenshot({ path: `${shots}/snapshots-light.png` })
  await press(sheet.getByTestId('snapshot-restore'))
  await expect(compare).toContainText('那时没有的 1 章会进回收站')
  await press(compare.getByRole('button', { name: '恢复', exact: true }))
  await expect(sheet).toContainText('1 章进了回收站')
  expect(presses).toBe(4)
  expect(await manuscriptBelow(dataFolder)).toEqual(before)

  await sheet.getByRole('button', { name: '撤销恢复' }).click()
  await expect(sheet).toContainText('已撤销')
  expect(await manuscriptBelow(dataFolder)).toEqual(today)
  await sheet.locator('.sheet-header button').click()
  await chapterTitle(page, '灯塔下的信').click()
  await expect(page.getByRole('banner')).toContainText('灯塔下的信')
  // Only what is near the caret is in the page.
  await text.click()
  await page.keyboard.press('ControlOrMeta+End')
  await expect(text).toContainText('雾散了，林远走下台阶。')
})

test(
  'some chapters of a snapshot come back alone, in English and from the palette',
  whole,
  async ({ page }) => {
    await openSample(page)
    const text = page.locator('.cm-content')
    await openRow(page, 'snapshots-open')
    const sheet = page.getByTestId('snapshots')
    await sheet.getByTestId('snapshot-make').click()
    await expect(sheet.getByTestId('snapshot')).toHaveCount(1)
    await sheet.locator('.sheet-header button').click()
    await typeAtEnd(page, '雾散了。')
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('snapshots')
    await page.keyboard.press('Enter')
    const compare = sheet.getByTestId('snapshot-compare')
    await expect(compare).toContainText('1 chapters changed, 0 added')
    await compare.getByRole('checkbox').check()
    if (shots) {
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.screenshot({ path: `${shots}/snapshots-dark-en.png` })
    }
    await compare.getByTestId('snapshot-restore-chosen').click()
    await expect(text).not.toContainText('雾散了。')
    await expect(compare).toContainText('The book is as it was.')
    await sheet.getByTestId('snapshot-delete').click()
    await expect(sheet.getByTestId('snapshot')).toHaveCount(1)
    await sheet.getByRole('button', { name: 'Undo deleting' }).click()
    await expect(sheet.getByTestId('snapshot')).toHaveCount(2)
  },
)
