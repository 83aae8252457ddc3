import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import {
  caretToEnd,
  openSample,
  openViewer,
  readText,
  runSkill,
  sampleFolder,
  writeText,
} from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'

async function runAndDiscard(page: Page): Promise<void> {
  await caretToEnd(page)
  await runSkill(page)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('ai-suggestion')).toHaveCount(0)
}

test('a run is compared line by line with any earlier one, and the rule written between them shows', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  const rules = join(await sampleFolder(dataFolder), '.creonow/rules/style.md')
  await runAndDiscard(page)
  await writeText(rules, `${await readText(rules)}\n不写任何人的梦。\n`)
  await runAndDiscard(page)
  await runAndDiscard(page)
  await openViewer(page)
  await page.getByRole('tab', { name: '比较' }).click()
  const compare = page.getByTestId('ai-context-compare')
  await expect(compare.locator('.block').first()).toBeVisible()

  const base = page.getByTestId('ai-context-base')
  await base.focus()
  await page.keyboard.press('End')
  await expect(compare.locator('ins', { hasText: '不写任何人的梦。' })).toBeVisible()
  await expect(compare.locator('.line-folded').first()).toBeVisible()
  const axe = await new AxeBuilder({ page }).include('[data-testid=ai-context-panel]').analyze()
  expect(axe.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])

  await base.selectOption({ index: 1 })
  await expect(compare.locator('ins', { hasText: '不写任何人的梦。' })).toHaveCount(0)
})
