import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { useAgentModel } from '../support/agentModel.ts'
import { axeFaults } from '../support/axe.ts'
import { chooseOption } from '../support/chooseOption.ts'
import {
  callFromPage,
  caretToEnd,
  openChapter,
  openSample,
  readText,
  sampleFolder,
} from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole, wholeBut } from '../support/whole.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES

async function lookAt(page: Page, name: string) {
  for (const [theme, width] of [
    ['light', 1440],
    ['dark', 1024],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    if (pictures) await page.screenshot({ path: `${pictures}/${name} ${theme} ${width}.png` })
    const serious = (await axeFaults(page, {})).filter(
      ({ impact }) => impact === 'serious' || impact === 'critical',
    )
    expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** The plan and the point of view of a chapter as the book has them. */
async function storedIn(dataFolder: string) {
  const book = JSON.parse(await readText(join(await sampleFolder(dataFolder), '.creonow/book.json')))
  return (title: string) =>
    book.chapters.find(({ file, title: own }: { file?: string; title?: string }) =>
      (file ?? own ?? '').includes(title),
    )
}

/** The texts of the beats that are stored, written ones with a tick. */
async function storedBeats(dataFolder: string, title = '灯塔下的信'): Promise<string[]> {
  const { plan } = (await storedIn(dataFolder))(title)
  return (plan?.beats ?? []).map((beat: { text: string; written?: object }) =>
    beat.written ? `✓ ${beat.text}` : beat.text,
  )
}

const its = {
  zh: {
    text: '林远在灯塔下读信，沈伯庸改口。',
    beats: ['拆信，字迹是父亲的', '沈伯庸否认来过', '潮水淹到第三级台阶'],
    write: '写本章计划',
    offer: '第 2 步写好了',
    removed: '放回去',
    menu: '第 3 步：移动、删除',
    remove: '删除这一步',
    pov: '视角',
  },
  en: {
    text: 'Lin Yuan reads the letter below the light.',
    beats: ['The hand is his father’s', 'Shen denies that he came', 'The tide is at the third step'],
    write: 'Write a plan of this chapter',
    offer: 'Beat 2 is written',
    removed: 'Put it back',
    menu: 'Beat 3: move, delete',
    remove: 'Delete this beat',
    pov: 'Point of view',
  },
} as const

for (const language of ['zh', 'en'] as const)
  test(
    `a plan is written by keyboard, read by a run, ticked in one press and there after a reload, in ${language}`,
    wholeBut(language === 'zh'),
    async ({ page, dataFolder }) => {
      const { text, beats, write, offer, removed, menu, remove } = its[language]
      if (language === 'en') await page.getByRole('button', { name: 'Switch to English' }).click()
      await page.setViewportSize({ width: 1440, height: 900 })
      await openSample(page)
      const prompts: string[] = []
      const model = await useAgentModel(page, (prompt) => {
        prompts.push(prompt)
        return '潮水又涨了一级。'
      })
      const plan = page.getByTestId('plan')
      await plan.getByRole('button', { name: write }).press('Enter')
      await expect(plan.getByTestId('plan-text')).toBeFocused()
      await page.keyboard.insertText(text)
      await plan.getByTestId('beat-add').press('Enter')
      const rows = plan.getByTestId('beat')
      const field = (at: number) => rows.nth(at).getByRole('textbox')
      await expect(field(0)).toBeFocused()
      await page.keyboard.insertText(beats[0])
      await page.keyboard.press('Enter')
      await expect(field(1)).toBeFocused()
      await page.keyboard.insertText(beats[2])
      await page.keyboard.press('Enter')
      await expect(field(2)).toBeFocused()
      await page.keyboard.insertText(beats[1])
      await page.keyboard.press('Alt+ArrowUp')
      await expect(field(1)).toBeFocused()
      await expect(field(1)).toHaveValue(beats[1])
      await expect.poll(() => storedBeats(dataFolder)).toEqual([...beats])
      await rows.nth(0).getByRole('checkbox').press('Space')
      await expect(rows.nth(0)).toHaveAttribute('data-state', 'written')
      await expect(rows.nth(1)).toHaveAttribute('data-state', 'next')
      await lookAt(page, `plan ${language}`)

      await rows.nth(2).hover()
      await rows.nth(2).getByRole('button', { name: menu }).click()
      await page.getByRole('menuitem', { name: remove }).click()
      await expect(rows).toHaveCount(2)
      await expect(field(1)).toBeFocused()
      await plan.getByRole('button', { name: removed }).click()
      await expect(rows).toHaveCount(3)

      // Typed and not stored yet when the run is started by keyboard.
      await caretToEnd(page)
      await plan.getByTestId('plan-text').fill(`${text}!`)
      await page.getByTestId('ai-input').press('ControlOrMeta+Enter')
      await expect(page.getByTestId('ai-suggestion-accept')).toBeVisible()
      const sent = prompts.at(-1) ?? ''
      for (const words of [`${text}!`, ...beats]) expect(sent).toContain(words)
      await page.getByTestId('ai-suggestion-accept').click()
      await plan.getByRole('button', { name: offer }).click()
      await expect(rows.nth(1)).toHaveAttribute('data-state', 'written')
      await expect(plan.getByTestId('plan-offer')).toHaveCount(0)
      const ticked = beats.map((beat, at) => (at < 2 ? `✓ ${beat}` : beat))
      await expect.poll(() => storedBeats(dataFolder)).toEqual(ticked)
      const { plan: stored } = (await storedIn(dataFolder))('灯塔下的信')
      expect(stored.text).toBe(`${text}!`)
      expect(stored.beats[1].written.receiptId).toBeTruthy()

      await page.reload()
      await expect(plan.getByTestId('plan-text')).toHaveValue(`${text}!`)
      await expect(rows).toHaveCount(3)
      await openChapter(page, '数水谣')
      await expect(plan.getByRole('button', { name: write })).toBeVisible()
      await expect(rows).toHaveCount(0)
      await model.close()
    },
  )

test(
  'Enter that ends a composition adds no beat, pasted lines become beats, and the point of view is chosen',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    const plan = page.getByTestId('plan')
    await plan.getByTestId('plan-fold').click()
    await plan.getByTestId('beat-add').click()
    const rows = plan.getByTestId('beat')
    await rows.first().getByRole('textbox').focus()
    const keyboard = await page.context().newCDPSession(page)
    await keyboard.send('Input.imeSetComposition', { text: 'deng', selectionStart: 4, selectionEnd: 4 })
    await rows
      .first()
      .getByRole('textbox')
      .dispatchEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true })
    await expect(rows).toHaveCount(1)
    await keyboard.send('Input.insertText', { text: '灯𠮷' })
    await expect(rows.first().getByRole('textbox')).toHaveValue('灯𠮷')
    await page.keyboard.press('Enter')
    await rows
      .nth(1)
      .getByRole('textbox')
      .evaluate((field) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', '1. 药味\n2. 断指\n')
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      })
    await expect(rows).toHaveCount(3)
    await chooseOption(plan.getByLabel('视角'), '阿簪')
    await expect.poll(() => storedBeats(dataFolder)).toEqual(['灯𠮷', '药味', '断指'])
    await expect.poll(async () => (await storedIn(dataFolder))('灯塔下的信').pov).toBe('a-zan')
    // In the list, where it is stated.
    const row = (title: string) => page.locator('.chapter-list .chapter-row').filter({ hasText: title })
    await expect(row('灯塔下的信').locator('.chapter-pov')).toHaveText('阿簪')
    await chooseOption(plan.getByLabel('视角'), '没有定')
    await expect(row('灯塔下的信').locator('.chapter-pov')).toHaveCount(0)
    await expect(row('数水谣').locator('.chapter-pov')).toHaveText('林远')
  },
)

test(
  'a plan that was changed elsewhere meanwhile is shown beside the one on the page, and nothing is lost',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    const plan = page.getByTestId('plan')
    await plan.getByTestId('plan-fold').click()
    await plan.getByTestId('plan-text').fill('先读信')
    await expect.poll(async () => (await storedIn(dataFolder))('灯塔下的信').plan?.text).toBe('先读信')
    const project = JSON.parse(await readText(join(await sampleFolder(dataFolder), '.creonow/project.json')))
    const { id: documentId } = (await storedIn(dataFolder))('灯塔下的信')
    const chapter = { projectId: project.id, documentId }
    const elsewhere = (channel: 'plan:get' | 'plan:set', input: object) =>
      callFromPage(page, [
        ['projects:openKnown', { projectId: project.id }],
        [channel, { ...chapter, ...input }],
      ])
    const conflict = page.getByTestId('kept-conflict')
    let attempt = 0
    // Another window stores its own in the moment in which something is typed here; whoever is first is not in conflict.
    await expect(async () => {
      attempt += 1
      const [, read] = await elsewhere('plan:get', {})
      const { hash } = (read as { data: { hash: string } }).data
      await plan.getByTestId('plan-text').fill(`先读信，再熄灯${attempt}。`)
      await elsewhere('plan:set', { baseHash: hash, plan: { text: `先熄灯${attempt}`, beats: [] } })
      await expect(conflict).toContainText(`先熄灯${attempt}`, { timeout: 5000 })
    }).toPass()
    const typed = `先读信，再熄灯${attempt}。`
    await expect(conflict).toContainText(typed)
    await conflict.getByRole('button').first().click()
    await expect.poll(async () => (await storedIn(dataFolder))('灯塔下的信').plan?.text).toBe(typed)
  },
)

test('chapters to be written are added as lines of the outline, planned on their cards, and become text when one writes', async ({
  page,
  dataFolder,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSample(page)
  await page.getByRole('button', { name: '大纲', exact: true }).click()
  const outline = page.getByTestId('outline')
  await outline.getByTestId('planned-open').click()
  await expect(outline.getByRole('textbox', { name: '要写的章节' })).toBeFocused()
  await page.keyboard.insertText('夜渡：不点灯，顺水漂过三道湾\n断桥 魏伯在桥上数船\n\n旧信𠮷')
  await outline.getByRole('button', { name: '加 3 章' }).click()
  const card = (title: string) => outline.getByRole('article').filter({ hasText: title })
  await expect(card('旧信𠮷')).toHaveClass(/outline-planned/)
  await expect(outline.locator('[data-row]').filter({ hasText: '旧信𠮷' })).toBeFocused()
  await expect(card('断桥')).toContainText('魏伯在桥上数船')
  const stored = await storedIn(dataFolder)
  expect([stored('夜渡').plan.text, stored('断桥').file, stored('旧信').plan]).toEqual([
    ...['不点灯，顺水漂过三道湾', undefined, undefined],
  ])
  await outline.getByRole('button', { name: '写计划：旧信𠮷' }).click()
  const form = outline.getByTestId('plan-form')
  await expect(form.getByTestId('plan-text')).toBeFocused()
  await page.keyboard.insertText('信是父亲的笔迹')
  await form.getByTestId('beat-add').click()
  await page.keyboard.insertText('日子却在他死后第三年')
  await chooseOption(form.getByLabel('视角'), '林远')
  await lookAt(page, 'outline form zh')
  if (!(await outline.isVisible())) await page.getByRole('button', { name: '大纲', exact: true }).click()
  await form.getByRole('button', { name: '完成' }).click()
  await expect(card('旧信𠮷').getByTestId('plan-card')).toContainText(
    '信是父亲的笔迹日子却在他死后第三年 林远',
  )
  await lookAt(page, 'outline zh')
  // The same plan is in the panel once the chapter is open; its first words make it a chapter with a file.
  await outline.locator('[data-row]').filter({ hasText: '旧信𠮷' }).click()
  await expect(page.getByTestId('plan').getByTestId('plan-text')).toHaveValue('信是父亲的笔迹')
  await caretToEnd(page)
  await page.keyboard.insertText('\n\n信在桌上。')
  await expect.poll(async () => (await storedIn(dataFolder))('旧信').file).toMatch(/旧信/)
  await page.getByTestId('rail-outline').click()
  await expect(card('旧信𠮷')).not.toHaveClass(/outline-planned/)
  expect((await storedIn(dataFolder))('旧信').plan.beats[0].text).toBe('日子却在他死后第三年')
})
