import { openRow } from '../pages.ts'
import { showChapters, type Walk } from './look.ts'

const sheets = [
  'profile',
  'world',
  'style',
  'terminology',
  'constraints',
  'memory',
  'synopses',
  'threads',
  'notes',
  'ties',
  'timeline',
  'knowledge',
  'voice',
  'changes',
  'snapshots',
  'statistics',
  'skills',
  'budget',
]

/** Every sheet of the shelf but the codex. */
export async function sheetScreens({ page, look }: Walk): Promise<void> {
  for (const sheet of sheets) {
    await showChapters(page)
    await openRow(page, `${sheet}-open`)
    await look(`sheet ${sheet}`)
    if (sheet === 'constraints' || sheet === 'memory') {
      await page.getByTestId(sheet === 'memory' ? 'memory-add' : 'constraint-add').click()
      await look(`${sheet}, a new one`)
    }
    await page.locator('.sheet-header button').click()
  }
}

/** The codex with its entries and tools. */
export async function codexScreens({ page, look }: Walk): Promise<void> {
  for (const type of ['character', 'lore']) {
    await showChapters(page)
    await openRow(page, `codex-kind-${type}`)
    await look(`codex ${type}`)
    const codex = page.getByTestId('codex')
    const entry = codex.locator('.codex-row').first()
    if (type === 'character') {
      await entry.click()
      await codex.getByTestId('codex-where').getByRole('button').first().click()
      await look('codex, an entry')
      for (const fold of await codex.locator('.codex-more summary').all()) await fold.click()
      await look('codex, all of an entry')
      await page.locator('.sheet-header button').click()
      await showChapters(page)
      await openRow(page, `codex-kind-${type}`)
    }
    if (type === 'character') {
      await page.getByTestId('codex-build').click()
      await page.locator('.from-text').locator('.name-row, .side-empty').first().waitFor()
      await look('codex, from the text')
      await page.keyboard.press('Escape')
    }
    const make = codex.locator('button').filter({ hasText: /新建条目|New entry/ })
    await make.click()
    await look(`codex ${type}, a new one`)
    await page.keyboard.press('Escape')
    if (await codex.isVisible()) await page.keyboard.press('Escape')
  }
}
