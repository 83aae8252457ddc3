import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import {
  caretToEnd,
  chapterFile,
  openChapter,
  openSample,
  readText,
  sampleFolder,
  writeText,
} from '../support/pages.ts'
import { useSlowModel } from '../support/slowModel.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES

const picture = async (page: Page, name: string) => {
  if (pictures === undefined) return
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [1440, 'dark'],
    [1024, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(pictures, `parts-${name}-${width}-${colorScheme}.png`) })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** The sample with its tenth chapter ending in `ending`, and a model that waits for the test. */
const openWith = async (page: Page, dataFolder: string, ending = '') => {
  await openSample(page)
  const file = await chapterFile(await sampleFolder(dataFolder), '010')
  const text = `${(await readText(file)).trimEnd()}${ending}`
  await writeText(file, text)
  const model = await useSlowModel(page)
  await openChapter(page, '灯塔下的信')
  await caretToEnd(page)
  const run = async (skill: string, written: string) => {
    await page.getByTestId(`ai-skill-${skill}`).click()
    await page.getByTestId('ai-run').click()
    await model.asked()
    model.write(written)
    model.end()
    await expect(page.getByTestId('ai-suggestion-accept')).toBeVisible()
  }
  return { file, text, model, run }
}

const five = ['雾又厚了一层。', '魏伯把灯芯捻短。', '“他不会来了。”她说。', '门外有人咳嗽。', '灯灭了。']

test('two paragraphs of five are taken out of order, stand in order, stay open over a reload, and are undone', async ({
  page,
  dataFolder,
}) => {
  const { file, text, model, run } = await openWith(page, dataFolder)
  await run('continue', five.join('\n\n'))
  await page.getByTestId('ai-suggestion-parts').click()
  const open = page.getByTestId('ai-part-text')
  await expect(open).toHaveText(five)
  await picture(page, 'paragraphs')
  const part = (index: number) => page.getByTestId('ai-part').nth(index)
  await part(3).getByTestId('ai-suggestion-take').click()
  await expect(open).toHaveText(five.toSpliced(3, 1))
  const lead = /\s*$/.exec((await page.locator('.cm-content').textContent()) ?? '') && '\n'
  await part(1).getByTestId('ai-suggestion-take').click()
  await expect.poll(() => readText(file)).toContain(`${five[1]}\n\n${five[3]}`)
  const both = await readText(file)
  expect(both.startsWith(`${text}${lead}`)).toBe(true)
  expect(both.slice(text.length).trim()).toBe(`${five[1]}\n\n${five[3]}`)

  await page.reload()
  await expect(open).toHaveText([five[0] ?? '', five[2] ?? '', five[4] ?? ''])
  await part(0).getByTestId('ai-suggestion-take').click()
  await expect
    .poll(async () => (await readText(file)).slice(text.length).trim())
    .toBe(`${five[0]}\n\n${five[1]}\n\n${five[3]}`)
  await page.locator('.cm-content').press('ControlOrMeta+z')
  await expect.poll(() => readText(file)).toBe(both)
  await expect(open).toHaveText([five[0] ?? '', five[2] ?? '', five[4] ?? ''])
  await page.getByTestId('ai-parts-leave-rest').click()
  await expect(page.getByTestId('ai-run-card')).toContainText('改后采纳')
  await expect(page.getByTestId('ai-part')).toHaveCount(0)
  expect(await readText(file)).toBe(both)
  await model.close()
})

test(
  'all paragraphs taken one by one are what taking the whole gives, and an undo opens the last one again',
  whole,
  async ({ page, dataFolder }) => {
    const { file, model, run } = await openWith(page, dataFolder)
    const three = five.slice(0, 3)
    await run('continue', three.join('\n\n'))
    await page.getByTestId('ai-suggestion-accept').click()
    await expect.poll(() => readText(file)).toContain(three[2] ?? '')
    const whole = await readText(file)
    await page.locator('.cm-content').press('ControlOrMeta+z')
    await run('continue', three.join('\n\n'))
    await page.getByTestId('ai-card-parts').click()
    await page.getByTestId('suggestion-parts').press('k')
    for (const key of ['y', 'y', 'ControlOrMeta+z', 'y', 'y']) await page.keyboard.press(key)
    await expect.poll(() => readText(file)).toBe(whole)
    await expect(page.getByTestId('ai-run-card').last()).toContainText('已采纳')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByTestId('ai-part-text')).toHaveCount(1)
    await page.keyboard.press('ControlOrMeta+Shift+Z')
    await expect(page.getByTestId('ai-part')).toHaveCount(0)
    await expect(page.getByTestId('ai-run-card').last()).toContainText('已采纳')
    await expect.poll(() => readText(file)).toBe(whole)
    await model.close()
  },
)

test(
  'a suggestion is edited before it is taken, also over a reload, and can have the words of the model again',
  whole,
  async ({ page, dataFolder }) => {
    const { file, model, run } = await openWith(page, dataFolder)
    await run('continue', '雾又厚了。')
    const [shown, field] = [page.getByTestId('ai-suggestion'), page.getByTestId('ai-card-text')]
    await page.getByTestId('ai-card-edit').click()
    await expect(field).toHaveValue('雾又厚了。')
    await field.fill('雾又薄了，𠮷野家的 lamp went out.')
    await field.press('Escape')
    await expect(shown).toHaveText('雾又薄了，𠮷野家的 lamp went out.')
    await page.reload()
    await expect(shown).toHaveText('雾又薄了，𠮷野家的 lamp went out.')
    await page.getByTestId('ai-card-revert').click()
    await expect(shown).toHaveText('雾又厚了。')
    await page.getByTestId('ai-card-edit').click()
    await field.fill('')
    await expect(shown).toHaveText('雾又厚了。')
    await field.fill('雾散了。')
    await page.getByTestId('ai-card-edited').click()
    await page.getByTestId('ai-suggestion-accept').click()
    await expect.poll(() => readText(file)).toMatch(/雾散了。\n*$/)
    await expect(page.getByTestId('ai-run-card').last()).toContainText('改后采纳')
    await page.locator('.cm-content').press('ControlOrMeta+z')
    await expect.poll(() => readText(file)).not.toContain('雾散了。')
    await model.close()
  },
)

test('one change of a polished paragraph is taken by keyboard, the others are left, and the rest stays as it was', async ({
  page,
  dataFolder,
}) => {
  const old = '她独自走到码头，灯还亮着，𠮷野家的门关了。'
  const { file, text, model, run } = await openWith(page, dataFolder, `\n\n${old}`)
  await run('polish', '她慢慢走到石堤，灯还亮着，𠮷野家的门开了。')
  await page.getByTestId('ai-card-parts').press('Enter')
  await expect(page.getByTestId('suggestion-parts')).toBeFocused()
  await expect(page.getByTestId('ai-part-text')).toHaveText(['慢慢', '石堤', '开了'])
  await picture(page, 'changes')
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('j')
  await page.keyboard.press('y')
  await expect.poll(() => readText(file)).toBe(text.replace(old, old.replace('码头', '石堤')))
  await page.keyboard.press('n')
  await page.keyboard.press('n')
  await expect(page.getByTestId('ai-run-card')).toContainText('改后采纳')
  await expect(page.locator('.cm-content')).toBeFocused()
  expect(await readText(file)).toBe(text.replace(old, old.replace('码头', '石堤')))
  // Each undo opens one decision again, the text of the taken one too.
  for (const count of [1, 2, 3]) {
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByTestId('ai-part')).toHaveCount(count)
  }
  await expect.poll(() => readText(file)).toBe(text)
  await page.getByTestId('ai-parts-leave-rest').click()
  await expect(page.getByTestId('ai-run-card')).toContainText('已放弃')
  await model.close()
})

test(
  'an English paragraph is changed word by word, and the rest is taken with Ctrl+Enter',
  whole,
  async ({ page, dataFolder }) => {
    const old = 'The old red lamp went out, and nobody spoke.'
    const { file, text, model, run } = await openWith(page, dataFolder, `\n\n${old}`)
    await run('polish', 'The old blue lamp went out, and somebody laughed.')
    await page.getByTestId('ai-suggestion-parts').click()
    await expect(page.getByTestId('ai-part-text')).toHaveText(['blue', 'somebody laughed'])
    await page.getByTestId('ai-parts-leave').click()
    await page.locator('.cm-content').press('ControlOrMeta+Enter')
    await expect
      .poll(() => readText(file))
      .toBe(text.replace(old, 'The old red lamp went out, and somebody laughed.'))
    await expect(page.getByTestId('ai-run-card')).toContainText('改后采纳')
    await model.close()
  },
)
