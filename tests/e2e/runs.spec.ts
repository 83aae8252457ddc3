import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import {
  caretToEnd,
  chapterFile,
  openChapter,
  openSample,
  readText,
  runSkill,
  sampleFolder,
} from '../support/pages.ts'
import { useSlowModel } from '../support/slowModel.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES

test('another book and another chapter show nothing of a run, and its own chapter shows it again', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  await caretToEnd(page)
  await page.getByTestId('ai-input').fill('慢一点')
  const written = await runSkill(page)
  const cards = page.getByTestId('ai-run-card')
  await expect(cards).toHaveCount(1)

  await openChapter(page, '退潮')
  await expect(cards).toHaveCount(0)
  await expect(page.getByTestId('ai-input')).toHaveValue('')

  await page.getByRole('button', { name: '雾港来信' }).click()
  await page.getByText('新建作品').click()
  await page.getByLabel('作品名').fill('另一本书')
  await page.getByRole('textbox', { name: '文件夹' }).fill(join(dataFolder, '另一本书'))
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await expect(page.getByRole('banner')).toContainText('另一本书')
  await expect(cards).toHaveCount(0)
  await expect(page.getByTestId('ai-context-meter')).toHaveCount(0)
  await expect(page.getByTestId('ai-input')).toHaveValue('')
  await page.getByTestId('ai-context-toggle').click()
  await expect(page.getByTestId('ai-context-panel')).toContainText('还没有可看的上下文')
  await page.getByTestId('ai-context-toggle').click()

  await page.getByRole('button', { name: '另一本书' }).click()
  await page
    .getByRole('button', { name: /雾港来信/ })
    .first()
    .click()
  await openChapter(page, '灯塔下的信')
  await expect(cards).toHaveCount(1)
  await expect(page.getByTestId('ai-suggestion')).toHaveText(written)
  await expect(page.getByTestId('ai-input')).toHaveValue('慢一点')
})

test('an undecided suggestion is still there after a reload, and can be accepted', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  const file = await chapterFile(await sampleFolder(dataFolder), '010')
  const before = await readText(file)
  await caretToEnd(page)
  const written = await runSkill(page)
  await page.reload()
  await expect(page.getByTestId('ai-run-card')).toHaveCount(1)
  await expect(page.getByTestId('ai-suggestion')).toHaveText(written)
  expect(await readText(file)).toBe(before)
  await page.getByTestId('ai-card-accept').click()
  await expect.poll(() => readText(file)).toBe(`${before}\n${written}`)
  await page.reload()
  await expect(page.getByTestId('ai-run-card')).toContainText('已采纳')
  await expect(page.getByTestId('ai-suggestion')).toHaveCount(0)
})

test(
  'a run that was being written when the page was loaded again shows what had come, and says so',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    const model = await useSlowModel(page)
    const file = await chapterFile(await sampleFolder(dataFolder), '010')
    const before = await readText(file)
    await caretToEnd(page)
    await page.getByTestId('ai-run').click()
    await model.asked()
    model.write('潮水退到石堤外面。')
    await expect(page.getByTestId('ai-suggestion')).toHaveText('潮水退到石堤外面。')
    await page.reload()
    await expect(page.getByTestId('ai-run-card')).toContainText('页面就重新载入了')
    await expect(page.getByTestId('ai-suggestion')).toHaveText('潮水退到石堤外面。')
    await page.getByTestId('ai-input').focus()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect.poll(() => readText(file)).toBe(`${before}\n潮水退到石堤外面。`)
    await model.close()
  },
)

test(
  'Ctrl+Enter in the instruction box accepts an undecided suggestion, and starts a run otherwise',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    const file = await chapterFile(await sampleFolder(dataFolder), '010')
    const before = await readText(file)
    await caretToEnd(page)
    const box = page.getByTestId('ai-input')
    await box.fill('慢一点')
    await box.press('ControlOrMeta+Enter')
    await expect(page.getByTestId('ai-suggestion-accept')).toBeVisible()
    const written = await page.getByTestId('ai-suggestion').textContent()
    await box.press('ControlOrMeta+Enter')
    await expect.poll(() => readText(file)).toBe(`${before}\n${written}`)
    await expect(page.getByTestId('ai-run-card')).toHaveCount(1)
    await expect(page.getByTestId('ai-run-card')).toContainText('已采纳')
    // What the writer takes back is not accepted any more, and is again with a redo.
    await page.locator('.cm-content').press('ControlOrMeta+z')
    await expect(page.getByTestId('ai-run-card')).toContainText('已放弃')
    await page.locator('.cm-content').press('ControlOrMeta+Shift+z')
    await expect(page.getByTestId('ai-run-card')).toContainText('已采纳')
  },
)

test('each try is a version that can be chosen, also after a reload, and only the accepted one counts', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  const model = await useSlowModel(page)
  const project = await sampleFolder(dataFolder)
  const file = await chapterFile(project, '010')
  const before = await readText(file)
  await caretToEnd(page)
  const suggestion = page.getByTestId('ai-suggestion')
  const card = page.getByTestId('ai-run-card')
  const write = async (button: string, text: string) => {
    await page.getByTestId(button).click()
    await model.asked()
    model.write(text)
    model.end()
    await expect(page.getByTestId('ai-card-retry')).toBeVisible()
    await expect(suggestion).toHaveText(text)
  }
  await write('ai-run', '潮水退到石堤外面。')
  await write('ai-card-retry', '灯灭了，谁也没有说话。')
  await write('ai-card-retry', '魏伯把信折好。')
  await expect(card).toHaveCount(1)
  await card.getByRole('radio', { name: '第 1 版' }).check()
  await expect(suggestion).toHaveText('潮水退到石堤外面。')
  await page.reload()
  await expect(suggestion).toHaveText('潮水退到石堤外面。')
  await expect(card.getByRole('radio', { name: '第 1 版' })).toBeChecked()

  await page.getByTestId('ai-card-discard').click()
  await expect(suggestion).toHaveCount(0)
  await page.getByTestId('ai-call-back').click()
  await expect(suggestion).toHaveText('潮水退到石堤外面。')
  await page.getByTestId('ai-versions').getByText('对照 3 版').click()
  const second = card.getByRole('region', { name: '第 2 版' })
  await expect(second).toContainText('灯灭了，谁也没有说话。')
  const violations = await axeFaults(page, { within: '[data-testid="ai-runs"]' })
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
  if (pictures) await page.screenshot({ path: join(pictures, 'versions.png') })
  await second.getByRole('button', { name: '采纳这一版' }).click()
  await expect.poll(() => readText(file)).toBe(`${before}\n灯灭了，谁也没有说话。`)
  const outcomes = async () => {
    const lines = (await readText(join(project, '.creonow/memory/episodes.jsonl'))).trim().split('\n')
    const last = new Map(lines.map((line) => JSON.parse(line)).map((one) => [one.id, one]))
    return Object.fromEntries([...last.values()].map(({ excerpt, outcome }) => [excerpt, outcome]))
  }
  await expect.poll(outcomes).toEqual({
    '潮水退到石堤外面。': 'rejected',
    '灯灭了，谁也没有说话。': 'accepted',
    '魏伯把信折好。': 'rejected',
  })
  await model.close()
})

/** Looks in either theme at what is on the page; it is left in the dark one. */
async function inEitherTheme(page: Page, look: (theme: 'light' | 'dark') => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await look(colorScheme)
  }
}

for (const [name, viewport] of [
  ['at 900 px', { width: 900, height: 700 }],
  // A window of 1,360 × 880 at 200 % has this many pixels of its own.
  ['at 200 % zoom', { width: 680, height: 440 }],
  ['in a wide window', { width: 1360, height: 880 }],
] as const) {
  test(
    `a suggestion longer than the screen can be stopped, taken and discarded ${name}, light and dark`,
    whole,
    async ({ page, dataFolder }) => {
      test.slow()
      const picture = async (part: string, theme: string) => {
        if (pictures) await page.screenshot({ path: join(pictures, `run ${name} ${part} ${theme}.png`) })
      }
      await page.emulateMedia({ colorScheme: 'dark' })
      await openSample(page)
      const model = await useSlowModel(page)
      const file = await chapterFile(await sampleFolder(dataFolder), '010')
      const before = await readText(file)
      await caretToEnd(page)
      await page.setViewportSize(viewport)
      const narrow = viewport.width < 900
      if (narrow) await page.getByRole('button', { name: 'AI 面板' }).click()
      await page.getByTestId('ai-run').click()
      await model.asked()
      const panel = page.getByRole('complementary')
      await expect(panel).toHaveCount(narrow ? 0 : 1)

      const stop = page.getByTestId('ai-suggestion-stop')
      await inEitherTheme(page, () => expect(stop).toBeInViewport({ ratio: 1 }))
      const place = await stop.boundingBox()
      const line = '潮水一段一段退到石堤外面，灯还亮着，谁也没有去看它一眼。\n'
      for (let part = 1; part <= 8; part++) {
        model.write(line.repeat(10))
        await expect(page.getByTestId('ai-suggestion')).toHaveText(
          new RegExp(`^(?:潮水[^潮]*){${part * 10}}$`),
        )
        await inEitherTheme(page, async () => expect(await stop.boundingBox()).toEqual(place))
      }
      await inEitherTheme(page, async (theme) => {
        await picture('streaming', theme)
        await stop.click({ trial: true })
      })
      await stop.click()
      await expect(stop).toHaveCount(0)
      const dock = page.getByTestId('suggestion-dock')
      const show = page.getByTestId('ai-dock-show')
      await inEitherTheme(page, async (theme) => {
        await expect(page.getByTestId('ai-dock-discard')).toBeInViewport({ ratio: 1 })
        await expect(page.getByTestId('ai-dock-retry')).toBeInViewport({ ratio: 1 })
        await picture('waiting', theme)
        await show.click({ trial: true })
      })
      await show.click()
      await inEitherTheme(page, async (theme) => {
        await expect(page.getByTestId('ai-suggestion-accept')).toBeInViewport({ ratio: 1 })
        await expect(dock).toHaveCount(0)
        await picture('end', theme)
      })
      await page.locator('.cm-scroller').evaluate((scroller) => scroller.scrollTo({ top: 0 }))
      const accept = page.getByTestId('ai-dock-accept')
      await inEitherTheme(page, () => accept.click({ trial: true }))
      await accept.click()
      await expect.poll(() => readText(file)).toBe(`${before}\n${line.repeat(80).trimEnd()}`)
      await model.close()
    },
  )
}
