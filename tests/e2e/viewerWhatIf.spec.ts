import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import { chooseOption } from '../support/chooseOption.ts'
import { caretToEnd, openSample, openSettings, openViewer, runSkill, sampleFolder } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

async function expectNoViolations(page: Page): Promise<void> {
  const axe = await axeFaults(page, { within: '[data-testid=ai-context-panel]' })
  expect(axe.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

async function setDeveloperMode(page: Page): Promise<void> {
  await openSettings(page, 'about')
  // It is ticked when main has stored it.
  const developer = page.getByRole('checkbox', { name: '开发者模式' })
  await developer.click()
  await expect(developer).toBeChecked()
  await page.keyboard.press('Escape')
}

test(
  'the paragraph at the caret leads to the run that wrote it, a changed one to none',
  whole,
  async ({ page }) => {
    await openSample(page)
    await caretToEnd(page)
    await page.keyboard.press('Enter')
    await page.keyboard.insertText('　　')
    const written = await runSkill(page)
    await page.getByTestId('ai-suggestion-accept').click()
    await expect(page.getByTestId('ai-run-card').first()).toContainText('采纳')
    await openViewer(page)
    const which = page.getByLabel('看哪一次')
    await chooseOption(which, '现在（预览）')
    // The run is known by its paragraph once its outcome is stored.
    await expect(async () => {
      await page.getByTestId('ai-context-paragraph').press('Enter')
      await expect(which).not.toHaveText('现在（预览）', { timeout: 2000 })
    }).toPass()
    const panel = page.getByTestId('ai-context-panel')
    await expect(panel).toContainText('的运行写的。')
    await expect(page.getByTestId('ai-context-layer-immediate')).toBeVisible()
    await expectNoViolations(page)

    await chooseOption(which, '现在（预览）')
    await expect(panel).not.toContainText('的运行写的。')
    await page.locator('.cm-content').click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.insertText('改过。')
    await page.getByTestId('ai-context-paragraph').click()
    await expect(panel).toContainText(`没有记录说明“${written.slice(0, 12)}…”是哪次运行写的`)
    await expect(which).toHaveText('现在（预览）')
  },
)

/** How many chunks a layer shows. */
const cards = (page: Page, layer: string) =>
  page.getByTestId(`ai-context-layer-${layer}`).locator('[data-chunk]')

test(
  'other shares in developer mode leave nothing out while there is room, send nothing, and can be reset',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    await caretToEnd(page)
    await openViewer(page)
    await expect(cards(page, 'retrieved')).not.toHaveCount(0)
    await expect(page.getByTestId('what-if')).toHaveCount(0)
    await setDeveloperMode(page)
    const before = await cards(page, 'retrieved').allTextContents()

    await page.getByTestId('what-if').press('Enter')
    const form = page.getByTestId('what-if-form')
    await expect(form.getByLabel('模型')).toBeFocused()
    await form.getByLabel('前文与条目').fill('0')
    await expect(form).toContainText('合计 75%')
    await form.getByRole('button', { name: '看看会怎样' }).click()
    const panel = page.getByTestId('ai-context-panel')
    await expect(panel.getByRole('alert')).toContainText('加起来等于 100%')
    await expectNoViolations(page)
    await form.getByLabel('眼前这一段').fill('75')
    await form.getByLabel('点名的条目').fill('没有这个人')
    await form.getByRole('button', { name: '看看会怎样' }).click()
    await expect(panel.getByRole('alert')).toContainText('设定集里没有「没有这个人」。')
    await form.getByLabel('点名的条目').fill('')
    await form.getByLabel('眼前这一段').press('Enter')

    await expect(panel).toContainText('假设，没有发送。模型：示例模型（离线）')
    await expect(page.getByTestId('what-if')).toBeFocused()
    expect(await cards(page, 'retrieved').allTextContents()).toEqual(before)
    await expectNoViolations(page)

    await page.getByTestId('what-if').press('Enter')
    await form.getByLabel('点名的条目').fill('三月十七夜')
    await form.getByLabel('点名的条目').press('Escape')
    await expect(form).toHaveCount(0)
    await page.getByTestId('what-if').press('Enter')
    await form.getByLabel('前文与条目').fill('25')
    await form.getByLabel('眼前这一段').fill('50')
    await form.getByLabel('眼前这一段').press('Enter')
    await expect(form).toHaveCount(0)
    await expect(page.getByTestId('ai-context-layer-retrieved')).toContainText('三月十七夜')
    await page.getByRole('button', { name: '回到预览' }).press('Enter')
    await expect(panel).not.toContainText('假设，没有发送')
    expect(await cards(page, 'retrieved').allTextContents()).toEqual(before)
    const project = await sampleFolder(dataFolder)
    expect(await readdir(join(project, '.creonow/cache')).catch(() => [])).not.toContain('receipts')
  },
)

test(
  'shares in developer mode under which nothing fits are explained, with a way out',
  whole,
  async ({ page }) => {
    await openSample(page)
    await caretToEnd(page)
    await setDeveloperMode(page)
    await page.getByTestId('ai-input').fill('雾'.repeat(60_000))
    await page.getByTestId('ai-context-toggle').click()
    const refused = '这次要读的内容太多，超过了容量上限。'
    await expect(page.getByTestId('ai-context-panel').getByRole('alert')).toContainText(refused)
    await page.getByTestId('what-if').click()
    await page.getByTestId('what-if-form').getByRole('button', { name: '看看会怎样' }).click()
    const tools = page.getByTestId('ai-context-panel').locator('.what-if')
    await expect(tools.getByRole('alert')).toContainText(refused)
    await expect(tools).not.toContainText('CONTEXT_INPUT_TOO_LARGE')
    await page.getByTestId('what-if-form').getByRole('button', { name: '取消' }).click()
    await expect(tools.getByRole('alert')).toHaveCount(0)
    await expect(page.getByTestId('what-if')).toBeFocused()
  },
)
