import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import { callFromPage, openSample, readText, sampleFolder } from '../support/pages.ts'
import { atRest } from '../support/tour/look.ts'
import { twinsOn } from '../support/twins.ts'
import { expect, test } from '../support/webApp.ts'
import { whole, wholeBut } from '../support/whole.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES

/** The files and titles of the book in their order. */
async function storedOrder(dataFolder: string): Promise<string[]> {
  const book = JSON.parse(await readText(join(await sampleFolder(dataFolder), '.creonow/book.json')))
  return book.chapters.map(({ file, title }: { file?: string; title?: string }) => file ?? title ?? '')
}

async function lookAt(page: Page, name: string) {
  for (const [theme, width] of [
    ['light', 1440],
    ['dark', 1024],
    ['light', 2560],
    ['dark', 900],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    await atRest(page)
    if (pictures) await page.screenshot({ path: `${pictures}/${name} ${theme} ${width}.png` })
    const serious = (await axeFaults(page, {})).filter(
      ({ impact }) => impact === 'serious' || impact === 'critical',
    )
    expect(serious.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    const { twins, looked } = await twinsOn(page)
    expect(twins).toEqual([])
    expect(looked).toBeGreaterThan(20)
    const beside = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await page.evaluate(beside)).toBe(0)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

const its = {
  zh: {
    titles: ['夜渡', '断桥', '旧信', '钟声', '鱼符', '骨笛', '灯下', '合符', '上岸', '𠮷雨'],
    add: '加 10 章',
    thread: '半枚鱼符',
    counts: '写了 11 章，计划 10 章',
  },
  en: {
    titles: ['Ferry', 'Bridge', 'Letter', 'Bell', 'Token', 'Flute', 'Lamp', 'Match', 'Shore', 'Rain'],
    ...{ add: 'Add 10', thread: 'The half token', counts: '11 written, 10 planned' },
  },
} as const

for (const language of ['zh', 'en'] as const)
  test(
    `the outline takes the place of the text: ten chapters are planned, moved and moved back by keyboard, and Escape leads back to the caret, in ${language}`,
    wholeBut(language === 'zh'),
    async ({ page, dataFolder }) => {
      const { titles, add, thread, counts } = its[language]
      if (language === 'en') await page.getByRole('button', { name: 'Switch to English' }).click()
      await page.setViewportSize({ width: 1440, height: 900 })
      await openSample(page)
      const text = page.locator('.cm-content')
      await text.click()
      await page.keyboard.press('ControlOrMeta+Home')
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.insertText('①')
      const outline = page.getByTestId('outline')
      const card = (title: string) => outline.getByRole('article').filter({ hasText: title })
      const row = (title: string) => outline.locator('[data-row]').filter({ hasText: title })

      // In the place of the text, at the chapter that is open, without the list of chapters beside it.
      await page.getByTestId('rail-outline').press('Enter')
      await expect(row('灯塔下的信')).toBeFocused()
      await expect(text).toBeHidden()
      await expect(page.locator('.chapter-list')).toBeHidden()
      const { projectId } = (await callFromPage(page, [['projects:list', {}]]).then(
        ([answer]) => (answer as { data: { projects: { projectId: string }[] } }).data.projects[0],
      )) ?? { projectId: '' }
      const documentId = (await row('灯塔下的信').getAttribute('data-row')) ?? ''
      await callFromPage(page, [
        ['projects:openKnown', { projectId }],
        ['threads:create', { projectId, title: thread, due: documentId }],
      ])
      await expect(card('灯塔下的信').getByRole('listitem').filter({ hasText: thread })).toBeVisible()

      await outline.getByTestId('planned-open').press('Enter')
      await page.keyboard.insertText(titles.join('\n'))
      await outline.getByRole('button', { name: add }).press('Enter')
      await expect(row(titles[9])).toBeFocused()
      await expect(card(titles[9])).toHaveClass(/outline-planned/)
      await expect(outline.locator('.outline-head')).toContainText(counts)
      const before = await storedOrder(dataFolder)
      expect(before.slice(-10)).toEqual([...titles])

      // Keys: through the cards, a chapter one place up, and back.
      await page.keyboard.press('ArrowLeft')
      await expect(row(titles[8])).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect(row(titles[8])).not.toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(row(titles[8])).toBeFocused()
      await page.keyboard.press('Alt+ArrowUp')
      const moved = before.toSpliced(-3, 2, titles[8], titles[7])
      await expect.poll(() => storedOrder(dataFolder)).toEqual(moved)
      await expect(row(titles[8])).toBeFocused()
      await expect(page.locator('.notices')).toContainText(titles[8])
      await page.keyboard.press('ControlOrMeta+z')
      await expect.poll(() => storedOrder(dataFolder)).toEqual(before)
      await lookAt(page, `outline ${language}`)

      await page.keyboard.press('Home')
      await expect(row('浸水的信')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(outline).toHaveCount(0)
      await expect(text).toBeFocused()
      await expect(page.locator('.chapter-list')).toBeVisible()
      await page.keyboard.insertText('②')
      await expect(text).toContainText('①②')
      // The same button leads there and back too, and a card to its chapter.
      await page.getByTestId('rail-outline').click()
      await expect(outline).toBeVisible()
      await page.getByTestId('rail-outline').click()
      await expect(text).toBeFocused()
      await page.keyboard.insertText('③')
      await expect(text).toContainText('①②③')
      await page.getByTestId('rail-outline').click()
      await row('退潮').click()
      await expect(outline).toHaveCount(0)
      await expect(page.getByRole('banner')).toContainText('退潮')
      await expect(text).toBeFocused()
    },
  )

test(
  'at 200 % zoom the outline has the window but for the rail, and what is gone to in the text is seen',
  whole,
  async ({ page }) => {
    await openSample(page)
    await page.setViewportSize({ width: 640, height: 450 })
    await page.locator('.shell-narrow').waitFor()
    await page.getByTestId('rail-outline').click()
    const outline = page.getByTestId('outline')
    await expect(outline.getByRole('article').first()).toBeVisible()
    expect((await outline.boundingBox())?.width).toBeGreaterThan(580)
    // A chapter of the palette, a place of the search, a command at the text: each is seen at once.
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('退潮')
    await page.keyboard.press('Enter')
    await expect(outline).toHaveCount(0)
    await expect(page.getByRole('banner')).toContainText('退潮')
    await page.getByTestId('rail-outline').click()
    await page.keyboard.press('ControlOrMeta+Shift+F')
    await page.getByTestId('book-search-text').fill('退潮')
    await page.getByTestId('book-search-hit').first().click()
    await expect(outline).toHaveCount(0)
    await expect(page.locator('.cm-content')).toBeVisible()
  },
)
