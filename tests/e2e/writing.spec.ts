import { join } from 'node:path'
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

test('chapter ten of the sample is continued, accepted and on disk, and the viewer shows what was sent', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  const file = await chapterFile(await sampleFolder(dataFolder), '010')
  const before = await readText(file)
  await caretToEnd(page)
  // Behind the last sentence: the text begins a paragraph of its own, as the chapter does it.
  await page.keyboard.press('ArrowLeft')
  const suggestion = await runSkill(page)
  expect(suggestion.length).toBeGreaterThan(40)
  expect(await readText(file)).toBe(before)

  await page.getByTestId('ai-suggestion-accept').click()
  await expect.poll(() => readText(file)).toBe(`${before.trimEnd()}\n\n${suggestion}\n`)

  await openViewer(page)
  await expect(page.getByTestId('ai-context-layer-rules')).toContainText('.creonow/rules/style.md')
  await expect(page.getByTestId('ai-context-layer-settings')).toContainText('.creonow/settings/')
  await expect(page.getByTestId('ai-context-layer-retrieved')).toContainText('第')
  await expect(page.getByTestId('ai-context-layer-immediate')).toContainText('灯塔下的信')
})

test('a discarded suggestion leaves file and text as they were', whole, async ({ page, dataFolder }) => {
  await openSample(page)
  const file = await chapterFile(await sampleFolder(dataFolder), '010')
  const before = await readText(file)
  await caretToEnd(page)
  await runSkill(page)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('ai-suggestion')).toHaveCount(0)
  expect(await readText(file)).toBe(before)
})

test('polish replaces the selection and nothing else', async ({ page, dataFolder }) => {
  await openSample(page)
  const file = await chapterFile(await sampleFolder(dataFolder), '010')
  const before = await readText(file)
  await caretToEnd(page)
  await page.keyboard.press('Shift+Home')
  const polished = await runSkill(page, 'polish')
  await page.getByTestId('ai-suggestion-accept').click()
  const lines = before.trimEnd().split('\n')
  await expect.poll(async () => (await readText(file)).includes(polished)).toBe(true)
  expect((await readText(file)).split('\n').slice(0, lines.length - 1)).toEqual(lines.slice(0, -1))
})

test('what is typed is saved by itself, and every other line ending is preserved', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  const project = await sampleFolder(dataFolder)
  const file = join(project, 'manuscript', '012-混合换行.md')
  await writeText(file, '# 第十二章　混合换行\r\n\r\n甲行𠮷。\n乙行。\r\n丙行。\r丁行。')
  await page.reload()
  await openChapter(page, '混合换行')
  await page.getByText('乙行。').click()
  await page.keyboard.press('End')
  await page.keyboard.type('补一句。')
  await expect
    .poll(() => readText(file))
    .toBe('# 第十二章　混合换行\r\n\r\n甲行𠮷。\n乙行。补一句。\r\n丙行。\r丁行。')

  await page.getByText('丁行。').click()
  await page.keyboard.press('Home')
  await runSkill(page)
  await openViewer(page)
  await page.getByRole('tab', { name: '原文' }).click()
  await expect(page.getByTestId('ai-context-prompt')).toContainText('丙行。')
  const prompt = await page.getByTestId('ai-context-prompt').textContent()
  expect(prompt?.replace(/\s+/g, '')).toMatch(
    /乙行。补一句。丙行。<<<光标之后>>>丁行。<<<光标所在>>>章：.*<<<本次要求>>>/,
  )
})

test(
  'a chapter changed both here and outside offers both versions and loses neither',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    const file = await chapterFile(await sampleFolder(dataFolder), '010')
    const before = await readText(file)
    await caretToEnd(page)
    // Unsaved first: a chapter without changes would simply take over what came from outside.
    await page.keyboard.insertText('这里写的一句。')
    await writeText(file, `${before}外面加的一句。\n`)
    await expect(page.getByText('两个版本都还在')).toBeVisible()
    expect(await readText(file)).toContain('外面加的一句。')
    await expect(page.locator('.cm-content')).toContainText('这里写的一句。')
  },
)

test('secrets in a rules file show as redacted in the viewer and nowhere in the page', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  const project = await sampleFolder(dataFolder)
  await writeText(join(project, '.creonow/rules/style.md'), '短句为主。\napiKey=sk-THIS_SHOULD_BE_REDACTED\n')
  await writeText(join(project, '.creonow/settings/大设定.md'), '雾港的潮水每日两次。\n'.repeat(40_000))
  await caretToEnd(page)
  await runSkill(page)
  await openViewer(page)
  await expect(page.getByTestId('ai-context-redaction')).toContainText('.creonow/rules/style.md')
  await expect(page.getByTestId('ai-context-trim')).toContainText('.creonow/settings/大设定.md')
  await page.getByRole('tab', { name: '原文' }).click()
  await expect(page.getByTestId('ai-context-prompt')).toContainText('***REDACTED***')
  expect(await page.content()).not.toContain('THIS_SHOULD_BE_REDACTED')
})
