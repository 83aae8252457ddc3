import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openRow, openSample } from '../support/pages.ts'
import { textLines } from '../support/textLines.ts'
import { twinsOn } from '../support/twins.ts'
import { expect, test } from '../support/webApp.ts'
import { whole, wholeBut } from '../support/whole.ts'

/** CSS px. At 640 a window of 1,280 is zoomed to 200 %. From the widest on: a window that grows opens its panel. */
const widths = [2560, 1920, 1440, 1280, 1024, 900, 640]
const sheets = [
  ...['profile', 'world', 'style', 'terminology', 'constraints', 'memory', 'synopses', 'threads', 'notes'],
  ...['ties', 'timeline', 'knowledge', 'voice', 'changes', 'checks', 'snapshots', 'statistics', 'skills'],
  'budget',
]

/** At 18 px type: what a line has at least, and how many columns stand beside the text at most. */
const law = {
  wide: { least: { characters: 26, letters: 45 }, most: 2 },
  small: { least: { characters: 26, letters: 45 }, most: 1 },
  zoomed: { least: { characters: 16, letters: 28 }, most: 0 },
} as const

const sentence =
  'She had not expected the harbour to be so quiet, nor the lamps along the quay to be out already, and she walked on without looking back at the boat that had brought her there. '

/** A book whose paragraphs have many lines at every width. */
async function openLongLines(page: Page, folder: string): Promise<void> {
  const project = join(folder, 'quay')
  await mkdir(join(project, 'manuscript'), { recursive: true })
  await mkdir(join(project, '.creonow'), { recursive: true })
  await writeFile(join(project, '.creonow/project.json'), '{"id":"quay","name":"The Quay","language":"en"}')
  await writeFile(
    join(project, 'manuscript/001-Quay.md'),
    `# Quay\n\n${`${sentence.repeat(4)}\n\n`.repeat(6)}`,
  )
  await page.getByTestId('welcome-open').click()
  await page.locator('.folder-field input').fill(project)
  await page.locator('.welcome-form button[type=submit]').click()
  await page.locator('.cm-content').waitFor()
}

/** Looks at the text at every width and remembers where it has fewer characters or letters a line than the law says. */
function lawOf(page: Page) {
  const table: Record<string, string[]> = {}
  const faults: string[] = []
  return {
    async look(name: string) {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await page.waitForFunction((expected) => window.innerWidth === expected, width)
        // The page hears of its size, and draws what follows from it.
        await page.evaluate(
          () =>
            new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
        )
        const { characters, letters, sideways, columns } = await textLines(page)
        table[name] = [
          ...(table[name] ?? []),
          letters === null ? `${characters}` : `${characters} · ${letters}`,
        ]
        const { least, most } = law[width < 900 ? 'zoomed' : width < 1280 ? 'small' : 'wide']
        if (characters < least.characters || (letters !== null && letters < least.letters))
          faults.push(`${name}, ${width} px: ${characters} characters, ${letters} letters`)
        if (sideways > 0) faults.push(`${name}, ${width} px: ${sideways} px beside the window`)
        if (columns > most) faults.push(`${name}, ${width} px: ${columns} columns beside the text`)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.locator('.panel').waitFor()
    },
    done(screens: number) {
      console.info(
        Object.entries({ px: widths.map(String), ...table })
          .map(([name, row]) => `${name.padEnd(12)} ${row.map((each) => each.padStart(8)).join('')}`)
          .join('\n'),
      )
      expect(faults).toEqual([])
      expect(Object.values(table).flat()).toHaveLength(screens * widths.length)
    },
  }
}

test('a Chinese text has 26 characters a line beside list, panel and codex from 900 px on, and 16 at 200 % zoom', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSample(page)
  const { look, done } = lawOf(page)
  await look('text')
  await openRow(page, 'style-open')
  await page.locator('.sheet').waitFor()
  await look('style')
  await page.locator('.sheet-header button').click()
  await openRow(page, 'codex-kind-character')
  await page.getByTestId('codex').waitFor()
  await look('codex')
  done(3)
})

test.describe('an English text has 45 letters a line, and room for 26 characters, from 900 px on', () => {
  test.beforeEach(async ({ page, dataFolder }) => {
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
    await openLongLines(page, dataFolder)
  })

  test('beside the panel, the viewer, the search and the history', whole, async ({ page }) => {
    const { look, done } = lawOf(page)
    await look('text')
    for (const tab of ['chat', 'agent', 'write']) {
      await page.getByTestId(`ai-tab-${tab}`).click()
      await look(tab)
    }
    await page.locator('.resize-handle').focus()
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowLeft')
    await look('wide panel')
    await page.getByTestId('ai-context-toggle').click()
    await look('viewer')
    await page.getByRole('button', { name: 'Widen' }).click()
    await look('wide viewer')
    await page.getByTestId('ai-context-toggle').click()
    await page.keyboard.press('ControlOrMeta+Shift+F')
    await page.getByTestId('book-search').waitFor()
    await look('search')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('Versions of this chapter')
    await page.keyboard.press('Enter')
    await page.locator('.side-history').waitFor()
    await look('history')
    done(9)
  })

  for (const some of [sheets.slice(0, 8), sheets.slice(8)])
    test(`beside the sheets from ${some[0]} to ${some.at(-1)}`, whole, async ({ page }) => {
      const { look, done } = lawOf(page)
      for (const sheet of some) {
        await openRow(page, `${sheet}-open`)
        await page.locator('.sheet').waitFor()
        await look(sheet)
        await page.locator('.sheet-header button').click()
      }
      done(some.length)
    })
})

test('below 1,280 px the left column, the panel and a sheet take each other’s place, and each is one press away', async ({
  page,
}) => {
  await openSample(page)
  await page.setViewportSize({ width: 1024, height: 800 })
  const [left, panel, sheet] = [page.locator('.side-left'), page.locator('.panel'), page.locator('.sheet')]
  const part = (name: string) => page.getByTestId(`rail-${name}`)
  const panelButton = page.locator('.top-bar > button').last()
  await expect(panel).toBeVisible()
  await expect(left).toBeHidden()
  for (const name of ['chapters', 'rules']) {
    await part(name).click()
    await expect(left).toBeVisible()
    await expect(panel).toBeHidden()
  }
  await openRow(page, 'style-open')
  await expect(sheet).toBeVisible()
  await expect(left).toBeHidden()
  await expect(part('rules')).toHaveAttribute('aria-pressed', 'true')
  await panelButton.click()
  await expect(panel).toBeVisible()
  await expect(sheet).toBeHidden()
  for (const other of ['文风', '对话']) {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type(other)
    await page.keyboard.press('Enter')
    await expect(other === '文风' ? sheet : panel).toBeVisible()
  }
  await expect(sheet).toBeHidden()
  await panelButton.click()
  await expect(panel).toBeHidden()
  await expect(left).toBeVisible()
})

for (const [language, names] of [
  ['zh', ['章节', '大纲', '设定', '规矩', '搜索']],
  ['en', ['Chapters', 'Outline', 'Codex', 'Rules', 'Search']],
] as const)
  test(
    `the rail shows one part of the book at a time in the left column, by mouse and by keyboard, in ${language}`,
    wholeBut(language === 'zh'),
    async ({ page }) => {
      if (language === 'en') await page.getByRole('button', { name: 'Switch to English' }).click()
      await page.setViewportSize({ width: 1440, height: 900 })
      await openSample(page)
      const rail = page.getByTestId('rail')
      const part = (at: number) => rail.getByRole('button', { name: names[at] ?? '', exact: true })
      const pressed = async () => rail.locator('[aria-pressed=true]').allTextContents()
      await expect(rail.getByRole('button')).toHaveText([...names])
      expect(await pressed()).toEqual([names[0]])
      const seen = [
        ...['.chapter-list', '[data-testid=outline]', '[data-testid=codex-kind-character]'],
        '[data-testid=style-open]',
      ]
      for (const [at, selector] of [...seen, '[data-testid=book-search]'].entries()) {
        if (at > 0) await part(at).click()
        await expect(page.locator(selector)).toBeVisible()
        expect(await pressed()).toEqual([names[at]])
        const { twins, looked } = await twinsOn(page)
        expect(twins).toEqual([])
        expect(looked).toBeGreaterThan(20)
        for (const other of seen.filter((each) => each !== selector))
          await expect(page.locator(other)).toBeHidden()
        // The outline may stand beside another part: it is put away by itself.
        if (at === 1) await part(at).click()
      }
      await expect(page.getByTestId('book-search-text')).toBeFocused()
      // One stop of the Tab key, arrows inside, and a second press puts the column away.
      await part(3).focus()
      await page.keyboard.press('Home')
      await expect(part(0)).toBeFocused()
      for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page.getByTestId('codex-kind-character')).toBeVisible()
      expect(await rail.locator('[tabindex="0"]').allTextContents()).toEqual([names[2]])
      await page.keyboard.press('Space')
      await expect(page.locator('.side-left')).toHaveCount(0)
      expect(await pressed()).toEqual([])
      await page.keyboard.press('Enter')
      await page.getByTestId('codex-kind-character').click()
      expect(await pressed()).toEqual([names[2]])
      await page.keyboard.press('Escape')
      await expect(page.getByTestId('codex-kind-character')).toBeVisible()
    },
  )
