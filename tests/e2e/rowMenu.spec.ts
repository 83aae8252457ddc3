import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { chapterTitle, openSample } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

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

/** How far the left upper corner of the open menu is from a point, in pixels. */
async function distanceTo(page: Page, { x, y }: { readonly x: number; readonly y: number }) {
  const box = await page.getByRole('menu').boundingBox()
  return Math.max(Math.abs((box?.x ?? 1e4) - x), Math.abs((box?.y ?? 1e4) - y))
}
/** Clicks with the right button near the left end of a row; the place of the pointer. */
async function rightClick(page: Page, row: Locator) {
  const box = await row.boundingBox()
  const at = { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 8 }
  await page.mouse.click(at.x, at.y, { button: 'right' })
  return at
}

test(
  'a right click on a row of a volume, a chapter or a scene opens its menu at the pointer, the button its own below it',
  whole,
  async ({ page, dataFolder }) => {
    const file = join(dataFolder, '港.txt')
    const body = '雨停在码头上，没有人说话。'.repeat(60)
    const chapter = (title: string) => `${title}\n${body}\n`
    await writeFile(
      file,
      `第一卷 港\n${chapter('第一章 雨')}${chapter('第二章 雾')}第二卷 岸\n${chapter('第三章 灯')}`,
    )
    await page.getByTestId('welcome-import').click()
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByLabel('作品名')).toHaveValue('港')
    await page
      .getByLabel(/文件夹/)
      .first()
      .fill(join(dataFolder, '港'))
    await page.locator('.welcome-form button[type=submit]').click()
    await page.locator('[data-row]').filter({ hasText: '第二章' }).click()
    await page.locator('.cm-content').click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('\n\n## 夜宴\n\n酒。\n\n## 出城\n\n马。\n')
    await expect(page.locator('.scene-row')).toHaveCount(2)
    const rows = {
      volume: page.locator('.volume-row').first(),
      chapter: page.locator('[data-row]').filter({ hasText: '第三章' }),
      scene: page.locator('.scene-row').first(),
    }
    const items: Record<string, readonly string[]> = {}
    for (const [kind, row] of Object.entries(rows)) {
      const at = await rightClick(page, row)
      items[kind] = await page.getByRole('menuitem').allTextContents()
      expect([kind, (await distanceTo(page, at)) < 12]).toEqual([kind, true])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
    }
    expect(items.scene).toEqual(['上移', '下移'])
    expect(items.volume).toEqual([
      expect.stringMatching(/./),
      '在这一卷末尾计划几章…',
      '取消分卷（章节保留）',
    ])
    expect(items.chapter?.length).toBeGreaterThan(4)
    // The same menu by its button lies at the button.
    const line = page.locator('.chapter-line:has(.scene-row)').first()
    await line.hover()
    await line.locator('.chapter-more').click()
    const button = await line.locator('.chapter-more').boundingBox()
    const below = { x: button?.x ?? 0, y: (button?.y ?? 0) + (button?.height ?? 0) + 4 }
    expect((await distanceTo(page, below)) < 12).toBe(true)
  },
)

test(
  'the link to the place of the caret is copied without a word of the book, and what cannot be copied is shown',
  whole,
  async ({ page }) => {
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
  },
)
