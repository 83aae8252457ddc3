import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import { chooseOption } from '../support/chooseOption.ts'
import {
  caretToEnd,
  openChapter,
  openRow,
  openSample,
  openViewer,
  readText,
  runSkill,
  sampleFolder,
  writeText,
} from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

const path = '.creonow/memory/preferences.json'

test('a preference that the author adds is in the file and in the viewer’s Settings layer', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  await caretToEnd(page)
  await openViewer(page)
  await openRow(page, 'memory-open')
  const dialog = page.getByTestId('memory')
  await expect(dialog).toContainText('情绪落到物件和手上的动作')
  await page.getByTestId('memory-add').click()
  await dialog.getByLabel('偏好', { exact: true }).fill('动作场景偏好短句')
  await dialog.getByRole('radio', { name: '场景' }).check()
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await expect(page.getByTestId('memory-confirmed')).toContainText('动作场景偏好短句')
  const violations = await axeFaults(page, { within: '[data-testid="memory"]' })
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
  const stored = JSON.parse(await readText(join(await sampleFolder(dataFolder), path)))
  expect(stored.preferences.at(-1)).toMatchObject({
    text: '动作场景偏好短句',
    kind: 'scene',
    status: 'confirmed',
    confidence: 1,
  })
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('ai-context-layer-settings')).toContainText('动作场景偏好短句')
})

test('a proposal is accepted, made a rule and forgotten, and a discarded run is listed', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  const file = join(await sampleFolder(dataFolder), path)
  const proposal = { id: 'p', text: '少用感叹号', status: 'proposed', evidenceCount: 3, source: 'observed' }
  await writeText(file, JSON.stringify([proposal]))
  await caretToEnd(page)
  await runSkill(page)
  await expect(page.getByTestId('ai-run-card')).toContainText('已核对：叙述、文风与标点、用词')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('ai-suggestion')).toHaveCount(0)

  await openRow(page, 'memory-open')
  await expect(page.getByTestId('memory-episodes')).toContainText('放弃')
  await page.getByTestId('memory-proposed').getByRole('button', { name: '采纳' }).click()
  const confirmed = page.getByTestId('memory-confirmed')
  await confirmed.getByRole('button', { name: '修改' }).click()
  await confirmed.getByText('作为规则').click()
  await confirmed.getByRole('button', { name: '完成' }).click()
  await expect(confirmed).toContainText('规则 · 3 次依据')
  expect(JSON.parse(await readText(file)).preferences[0]).toMatchObject({
    id: 'p',
    status: 'confirmed',
    asConstraint: true,
  })
  await confirmed.getByRole('button', { name: '忘掉' }).click()
  await expect(page.getByTestId('memory')).toContainText('不用的 1 条')
  await expect.poll(async () => JSON.parse(await readText(file)).preferences[0].status).toBe('rejected')
})

test(
  'a fact about the author is stored by itself, for every book, and is there after a reload',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    await openRow(page, 'memory-open')
    const about = page.getByTestId('about-author')
    await about.getByLabel('回答的风格').fill('先说结论')
    await chooseOption(about.getByLabel('用哪种语言回答您'), '繁体中文')
    await about.getByText('时区和写作时间').click()
    await chooseOption(about.getByLabel('时区'), /日本/)
    await chooseOption(about.getByLabel('平常写作，从几点'), '21:00')
    await chooseOption(about.getByLabel('到几点'), '24:00')
    const stored = async () =>
      JSON.parse(await readText(join(dataFolder, 'settings.json')).catch(() => '{}')).author
    await expect.poll(stored).toEqual({
      ...{ language: 'zh-Hant', style: '先说结论', timeZone: 'Asia/Tokyo' },
      workingHours: { from: 21, to: 24 },
    })
    await page.reload()
    await openRow(page, 'memory-open')
    await expect(about.getByLabel('回答的风格')).toHaveValue('先说结论')
    await expect(about.getByLabel('到几点')).toHaveText('24:00')
  },
)

test(
  'a broken memory file is named with its place and nothing is written over it',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    const file = join(await sampleFolder(dataFolder), path)
    await writeText(file, '{"version": 1,\n "preferences": [}')
    await openRow(page, 'memory-open')
    await expect(page.getByTestId('memory').getByRole('alert')).toContainText('第 2 行')
    expect(await readText(file)).toBe('{"version": 1,\n "preferences": [}')
  },
)

interface EpisodeLine {
  readonly id: string
  readonly outcome: string
  readonly text?: string
}

/** The exchanges of the log, each as its last line has it. */
async function episodes(project: string): Promise<EpisodeLine[]> {
  const text = await readText(join(project, '.creonow/memory/episodes.jsonl')).catch(() => '')
  const lines = text.split('\n').filter((line) => line !== '')
  const all = lines.map((line): EpisodeLine => JSON.parse(line))
  return [...new Map(all.map((one) => [one.id, one])).values()]
}

/** Runs a skill at the end of the chapter and accepts; the text, once that is in the log. */
async function acceptRun(page: Page, project: string): Promise<string> {
  await caretToEnd(page)
  const written = await runSkill(page)
  await page.getByTestId('ai-suggestion-accept').click()
  await expect.poll(async () => (await episodes(project)).at(-1)).toMatchObject({ outcome: 'accepted' })
  return written
}

test(
  'what the writer changes in an accepted text is recorded at the next run, once for each run',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    const project = await sampleFolder(dataFolder)
    const written = await acceptRun(page, project)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.insertText('改过的字')
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.insertText('后面是自己写的。')
    await runSkill(page)
    const changed = `${written.slice(0, -2)}改过的字${written.slice(-1)}`
    await expect.poll(() => episodes(project)).toMatchObject([{ outcome: 'edited', text: changed }])
    await page.getByTestId('ai-suggestion-accept').click()
    await expect.poll(() => episodes(project)).toMatchObject([{ outcome: 'edited' }, { outcome: 'accepted' }])
    await expect(page.getByTestId('ai-run-card').first()).toContainText('改后采纳')
  },
)

test('leaving the chapter or the page reports what became of an accepted text, also that it was undone', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  const project = await sampleFolder(dataFolder)
  await acceptRun(page, project)
  await page.keyboard.press('ControlOrMeta+z')
  await openChapter(page, '退潮')
  await expect.poll(() => episodes(project)).toMatchObject([{ outcome: 'rejected' }])

  await acceptRun(page, project)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.insertText('新')
  await expect(page.getByRole('banner')).toContainText('已保存')
  await page.reload()
  await expect.poll(() => episodes(project)).toMatchObject([{ outcome: 'rejected' }, { outcome: 'edited' }])
})
