import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { caretToEnd, openSample, openViewer, runSkill } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'

async function expectNoViolations(page: Page): Promise<void> {
  const axe = await new AxeBuilder({ page }).include('[data-testid=ai-context-panel]').analyze()
  expect(axe.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

test('the paragraph at the caret leads to the run that wrote it, a changed one to none', async ({ page }) => {
  await openSample(page)
  await caretToEnd(page)
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('　　')
  const written = await runSkill(page)
  await page.getByTestId('ai-suggestion-accept').click()
  await expect(page.getByTestId('ai-run-card').first()).toContainText('采纳')
  await openViewer(page)
  const which = page.getByLabel('看哪一次')
  await which.selectOption({ label: '现在（预览）' })
  await page.getByTestId('ai-context-paragraph').press('Enter')
  await expect(which).not.toHaveValue('preview')
  const panel = page.getByTestId('ai-context-panel')
  await expect(panel).toContainText('的运行写的。')
  await expect(page.getByTestId('ai-context-layer-immediate')).toBeVisible()
  await expectNoViolations(page)

  await which.selectOption({ label: '现在（预览）' })
  await expect(panel).not.toContainText('的运行写的。')
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText('改过。')
  await page.getByTestId('ai-context-paragraph').click()
  await expect(panel).toContainText(`没有记录说明“${written.slice(0, 12)}…”是哪次运行写的`)
  await expect(which).toHaveValue('preview')
})
