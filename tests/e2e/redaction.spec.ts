import { join } from 'node:path'
import type { Page } from '@playwright/test'
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
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

/** Put together at run time, so that no scanner takes this file for a leak. */
const secret = ['sk', '-', 'aB3dE5gH7jK9mN1pQ3sT5vW7'].join('')
const demo = ['sk', '-', 'DEMO_NOT_A_SECRET_1'].join('')

/** Chapter ten with one more paragraph, open and with that paragraph selected. */
async function selectNewParagraph(page: Page, dataFolder: string, paragraph: string): Promise<string> {
  await openSample(page)
  const file = await chapterFile(await sampleFolder(dataFolder), '010')
  await writeText(file, `${(await readText(file)).trimEnd()}\n\n${paragraph}`)
  await page.reload()
  await openChapter(page, '灯塔下的信')
  await caretToEnd(page)
  await page.keyboard.press('Shift+Home')
  return file
}

test('polishing a paragraph with a secret in it hides the secret from the model and keeps it in the book', async ({
  page,
  dataFolder,
}) => {
  const file = await selectNewParagraph(page, dataFolder, `她很慢地念：口令是${secret}，别外传。`)
  const suggestion = await runSkill(page, 'polish')
  expect(suggestion).toContain('***REDACTED***')
  expect(suggestion).not.toContain(secret)
  await page.getByTestId('ai-suggestion-accept').click()
  await expect.poll(() => readText(file)).toContain(`她颇慢地念：口令是${secret}，别外传。`)
  expect(await readText(file)).not.toContain('REDACTED')
})

test(
  'markers that do not match the selection need a confirmation before they reach the book',
  whole,
  async ({ page, dataFolder }) => {
    const paragraph = `${'雾从海面上爬过来，灯塔的光一圈一圈扫过码头。'.repeat(300)}口令是${secret}。`
    const file = await selectNewParagraph(page, dataFolder, paragraph)
    const before = await readText(file)
    // Without a selection the whole paragraph is polished, long enough to be stopped half-way.
    await caretToEnd(page)
    await page.getByTestId('ai-skill-polish').click()
    await page.getByTestId('ai-run').click()
    await expect(page.getByTestId('ai-suggestion')).toContainText('灯塔的光')
    await page.getByRole('button', { name: '停下' }).first().click()
    await page.getByTestId('ai-suggestion-accept').click()
    await expect(page.getByTestId('ai-marker-question')).toContainText('***REDACTED***')
    expect(await readText(file)).toBe(before)
    await page.getByTestId('ai-marker-question').getByRole('button', { name: '放弃' }).click()
    await expect(page.getByTestId('ai-suggestion')).toHaveCount(0)
    expect(await readText(file)).toBe(before)
  },
)

test(
  'a text marked as no secret is sent as it is, and the mark can be withdrawn',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    const project = await sampleFolder(dataFolder)
    await writeText(join(project, '.creonow/rules/style.md'), `短句为主。示范 ${demo}。真的 ${secret}。\n`)
    await caretToEnd(page)
    await runSkill(page)
    await openViewer(page)
    const section = page.getByTestId('ai-context-redaction')
    await section.getByTestId('redaction-allow').first().click()
    await expect(section.getByTestId('redaction-match')).toHaveText([
      `sk-D…，共 ${demo.length} 个字符`,
      `sk-a…，共 ${secret.length} 个字符`,
    ])
    await section.getByTestId('redaction-match').first().click()
    await section.getByTestId('redaction-allow-confirm').click()
    await expect(section.getByRole('list', { name: '标记为不是密钥的内容' })).toContainText(
      /标记过一处.*sk-key/,
    )

    await page.getByTestId('ai-context-toggle').click()
    await runSkill(page)
    await openViewer(page)
    await page.getByRole('tab', { name: '原文' }).click()
    await expect(page.getByTestId('ai-context-prompt')).toContainText(demo)
    await expect(page.getByTestId('ai-context-prompt')).not.toContainText(secret)
    await page.getByRole('tab', { name: '这次读到的' }).click()
    await section.getByRole('button', { name: '撤回' }).click()
    await expect(section).not.toContainText('标记过一处')
  },
)
