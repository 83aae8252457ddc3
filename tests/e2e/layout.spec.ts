import type { Page } from '@playwright/test'
import { openSample } from '../support/pages.ts'
import { atRest } from '../support/tour/look.ts'
import { expect, test } from '../support/webApp.ts'

const widths = [900, 1024, 1280, 1440, 1920, 2560]
const sheets = [
  ...['profile', 'world', 'style', 'terminology', 'constraints', 'memory', 'synopses', 'threads', 'ties'],
  ...['timeline', 'voice', 'changes', 'checks', 'skills', 'budget'],
]

/** How much of the text is in a line, and what of the page is beside the window. */
const measured = (page: Page) =>
  page.evaluate(() => {
    const content = document.querySelector('.cm-content')
    if (content === null) throw new Error('no text')
    const { paddingLeft, paddingRight, fontSize } = getComputedStyle(content)
    const line = content.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    const { scrollWidth, clientWidth } = document.documentElement
    const sides = [...document.querySelectorAll('.side, .sheet')].filter((side) => side.clientWidth > 0)
    return {
      characters: Math.floor(line / Number.parseFloat(fontSize)),
      beside: scrollWidth - clientWidth,
      columns: sides.length,
    }
  })

test('the text has at least 26 characters a line beside every sheet at every width, and nothing scrolls sideways', async ({
  page,
}) => {
  const table: Record<string, number[]> = {}
  const faults: string[] = []
  const look = async (name: string) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.waitForFunction((expected) => window.innerWidth === expected, width)
      await atRest(page, 40)
      const { characters, beside, columns } = await measured(page)
      table[name] = [...(table[name] ?? []), characters]
      if (characters < 26) faults.push(`${name}, ${width} px: ${characters} characters`)
      if (beside > 0) faults.push(`${name}, ${width} px: ${beside} px beside the window`)
      if (columns > 2 || (columns > 1 && width >= 1000 && width < 1280))
        faults.push(`${name}, ${width} px: ${columns} columns beside the text`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.locator('.panel').waitFor()
  }
  await openSample(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await look('text')
  for (const sheet of sheets) {
    await page.getByTestId(`${sheet}-open`).click()
    await page.locator('.sheet').waitFor()
    await look(sheet)
    await page.locator('.sheet-header button').click()
  }
  await page.getByTestId('codex-kind-character').click()
  await look('codex')
  await page.keyboard.press('Escape')
  await page.getByRole('navigation').getByRole('button', { name: '大纲' }).click()
  await page.getByTestId('outline').waitFor()
  await look('outline')
  console.info(
    Object.entries(table)
      .map(([name, row]) => `${name}: ${row.join(' ')}`)
      .join('\n'),
  )
  expect(faults).toEqual([])
  expect(Object.values(table).flat()).toHaveLength((sheets.length + 3) * widths.length)
})

test('below 1,280 px chapters, panel and sheet take each other’s place, and each is one press away', async ({
  page,
}) => {
  await openSample(page)
  await page.setViewportSize({ width: 1024, height: 800 })
  const [chapters, panel] = [page.locator('nav.side-left'), page.locator('.panel')]
  const buttons = page.locator('.top-bar > button')
  await expect(panel).toBeVisible()
  await expect(chapters).toBeHidden()
  await buttons.first().click()
  await expect(chapters).toBeVisible()
  await expect(panel).toBeHidden()
  await page.getByTestId('style-open').click()
  await expect(page.locator('.sheet')).toBeVisible()
  await expect(chapters).toBeHidden()
  await buttons.last().click()
  await expect(panel).toBeVisible()
  await expect(page.locator('.sheet')).toBeHidden()
  for (const other of ['文风', '对话']) {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type(other)
    await page.keyboard.press('Enter')
    await expect(other === '文风' ? page.locator('.sheet') : panel).toBeVisible()
  }
  await expect(page.locator('.sheet')).toBeHidden()
  await buttons.last().click()
  await expect(panel).toBeHidden()
  await expect(chapters).toBeVisible()
})
