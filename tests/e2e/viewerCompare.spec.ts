import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import { chooseOption } from '../support/chooseOption.ts'
import {
  caretToEnd,
  chapterFile,
  openChapter,
  openSample,
  openViewer,
  readText,
  runSkill,
  sampleFolder,
  writeText,
} from '../support/pages.ts'
import { expect, startWebApp, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

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
  // Nothing has changed since the run before.
  await expect(compare.getByText('没有变的部分')).toBeVisible()
  await expect(compare).toContainText('两次的原文一字不差')

  const base = page.getByTestId('ai-context-base')
  await base.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(compare.locator('ins', { hasText: '不写任何人的梦。' })).toBeVisible()
  await expect(compare.locator('.line-folded').first()).toBeVisible()
  const axe = await axeFaults(page, { within: '[data-testid=ai-context-panel]' })
  expect(axe.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])

  await chooseOption(base, 1)
  await expect(compare.locator('ins', { hasText: '不写任何人的梦。' })).toHaveCount(0)
})

test(
  'a run from before a restart, whose prompt is gone, is compared by its blocks',
  whole,
  async ({ page, webApp, dataFolder }) => {
    test.skip(webApp === null, '只有浏览器里的 CreoNow 能换一个进程接着用')
    await openSample(page)
    const rules = join(await sampleFolder(dataFolder), '.creonow/rules/style.md')
    await runAndDiscard(page)
    await webApp?.stop()
    const again = await startWebApp({ dataFolder, port: webApp?.port ?? 0 })
    await writeText(rules, `${await readText(rules)}\n不写任何人的梦。\n`)
    await page.reload()
    await openChapter(page, '灯塔下的信')
    await runAndDiscard(page)
    await openViewer(page)
    await page.getByRole('tab', { name: '比较' }).click()
    await chooseOption(page.getByTestId('ai-context-base'), 1)
    const compare = page.getByTestId('ai-context-compare')
    await expect(compare).toContainText('逐段列出')
    await expect(compare.locator('.block-changed')).toContainText(['.creonow/rules/style.md'])
    // What changed stands first; what did not is folded.
    await expect(compare.locator('.block').first()).toHaveClass(/block-changed/)
    await expect(compare.locator('.block-same').first()).toBeHidden()
    await compare.getByText('没有变的部分').click()
    await expect(compare.locator('.block-same').first()).toBeVisible()
    await again.stop()
  },
)

test(
  'the report for a bug holds numbers and hashes, no prose, no name, no path of this machine',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    const prose = await readText(await chapterFile(await sampleFolder(dataFolder), '010'))
    await runAndDiscard(page)
    await openViewer(page)
    const starting = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出报告' }).press('Enter')
    const download = await starting
    expect(download.suggestedFilename()).toMatch(/^creonow-report-\d{13}-[0-9a-f]{12}\.json$/)
    const json = await readText(await download.path())
    // What has no character beyond ASCII has no word of a Chinese novel.
    expect([prose.length > 500, /[^\n -~]/.test(json), json.includes(dataFolder)]).toEqual([
      true,
      false,
      false,
    ])
    const report = JSON.parse(json)
    expect(report.appVersion).toMatch(/^\d+\.\d+\.\d+$/)
    expect(report.receipt).toMatchObject({ skillId: 'continue', modelId: 'fake' })
    expect(report.chunks.map(({ layer }: { layer: string }) => layer)).toContain('immediate')
    expect(report.chunks[0].text).toEqual({
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      units: expect.any(Number),
    })
  },
)
