import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  callFromPage,
  caretToEnd,
  openChapter,
  openViewer,
  readText,
  runSkill,
  writeText,
} from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

const token = 'THIS_SHOULD_BE_REDACTED'
const layers = ['rules', 'settings', 'retrieved', 'immediate'] as const

async function createProject(page: Page, rootPath: string): Promise<void> {
  await page.getByTestId('welcome-create').click()
  await page.getByLabel('作品名').fill('雾港来信')
  await page.getByLabel('文件夹', { exact: false }).last().fill(rootPath)
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await expect(page.locator('nav.side-left')).toBeVisible()
}

async function projectIdOf(rootPath: string): Promise<string> {
  const { id }: { id: string } = JSON.parse(await readText(join(rootPath, '.creonow/project.json')))
  return id
}

/** Two chapters from another program; the window shows them by itself. */
async function writeChapters(page: Page, rootPath: string): Promise<void> {
  const manuscript = join(rootPath, 'manuscript')
  await writeText(
    join(manuscript, '001-灯塔.md'),
    `# 第一章　灯塔\n\n${'　　林远在灯塔下捡到一封海水的信。\n'.repeat(30)}`,
  )
  await writeText(join(manuscript, '002-旧码头.md'), '# 第二章　旧码头\n\n　　林远把海水的信带回旧码头。\n')
  await openChapter(page, '旧码头')
}

test('a new project is watched, and its prompt has four layers with relative paths, redacted secrets and visible cuts', async ({
  page,
  dataFolder,
  webApp,
}) => {
  const rootPath = join(dataFolder, '作品 😀', '雾港')
  await createProject(page, rootPath)
  const projectId = await projectIdOf(rootPath)
  expect((await readdir(join(rootPath, '.creonow'))).sort()).toEqual(
    expect.arrayContaining(['rules', 'settings', 'skills', 'characters', 'conversations', 'cache']),
  )
  expect(
    await callFromPage(page, [
      ['projects:openKnown', { projectId }],
      ['context:creonow:ensure', { projectId }],
      ['context:creonow:watch:start', { projectId }],
      ['context:creonow:status', { projectId }],
    ]),
  ).toEqual([
    expect.objectContaining({ ok: true }),
    expect.objectContaining({ ok: true, data: { rootPath: '.creonow', ensured: true } }),
    expect.objectContaining({ ok: true, data: { watching: true } }),
    expect.objectContaining({ ok: true, data: { exists: true, watching: true, rootPath: '.creonow' } }),
  ])
  await writeChapters(page, rootPath)
  await writeText(join(rootPath, '.creonow/rules/style.md'), `短句为主。\napiKey=sk-${token}\n`)
  await mkdir(join(rootPath, '.creonow/settings'), { recursive: true })
  await writeText(join(rootPath, '.creonow/settings/世界观.md'), '雾港的潮水每日两次。\n'.repeat(40_000))

  await caretToEnd(page)
  const written = await runSkill(page)
  expect(written.length).toBeGreaterThan(0)
  await openViewer(page)
  for (const layer of layers) await expect(page.getByTestId(`ai-context-layer-${layer}`)).toBeVisible()
  await expect(page.getByTestId('ai-context-layer-rules')).toContainText('.creonow/rules/style.md')
  await expect(page.getByTestId('ai-context-layer-settings')).toContainText('.creonow/settings/世界观.md')
  await expect(page.getByTestId('ai-context-trim')).toContainText('.creonow/settings/世界观.md')
  await expect(page.getByTestId('ai-context-panel')).not.toContainText(dataFolder)
  await page.getByTestId('ai-context-layer-rules').getByText('.creonow/rules/style.md').first().click()
  await expect(page.getByTestId('ai-context-layer-rules')).toContainText('***REDACTED***')
  expect(await page.content()).not.toContain(token)
  await page.getByRole('tab', { name: '原文' }).click()
  await expect(page.getByTestId('ai-context-prompt')).toContainText('***REDACTED***')
  expect(await page.content()).not.toContain(token)

  const receipts = join(rootPath, '.creonow/cache/receipts')
  await expect
    .poll(async () => (await readdir(receipts)).filter((name) => name.endsWith('.json')).length)
    .toBeGreaterThan(0)
  const stored = await Promise.all((await readdir(receipts)).map((name) => readText(join(receipts, name))))
  expect(stored.join()).toContain('.creonow/rules/style.md')
  expect(stored.join() + (webApp?.log() ?? '')).not.toContain(token)
})

test('with the viewer open, a change by another program shows by itself', async ({ page, dataFolder }) => {
  const rootPath = join(dataFolder, '雾港')
  await createProject(page, rootPath)
  await writeChapters(page, rootPath)
  await caretToEnd(page)
  await openViewer(page)
  const rules = page.getByTestId('ai-context-layer-rules')
  for (const style of ['只写海。', '只写雾，不写海。']) {
    await writeText(join(rootPath, '.creonow/rules/style.md'), `${style}\n`)
    await expect(rules).toContainText(style)
  }
  await writeText(join(rootPath, '.creonow/settings/雾.md'), '雾在黎明前最浓。\n')
  await expect(page.getByTestId('ai-context-layer-settings')).toContainText('雾在黎明前最浓。')

  const chapter = join(rootPath, 'manuscript/002-旧码头.md')
  await writeText(chapter, '# 第二章　旧码头\n\n　　别处改过的一句。\n')
  await expect(page.locator('.cm-content')).toContainText('别处改过的一句。')
})

test('what one window saves shows in another', whole, async ({ page, dataFolder, link }) => {
  test.skip(link === '', 'Electron opens one window.')
  const rootPath = join(dataFolder, '雾港')
  await createProject(page, rootPath)
  await writeChapters(page, rootPath)
  const second = await page.context().newPage()
  await second.goto(new URL('/', link).href)
  await second
    .getByRole('button', { name: /雾港来信/ })
    .first()
    .click()
  await openChapter(second, '旧码头')
  await caretToEnd(page)
  await page.keyboard.type('第一个窗口写的。')
  await expect(second.locator('.cm-content')).toContainText('第一个窗口写的。')
})
