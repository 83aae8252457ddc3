import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import { chooseOption } from '../support/chooseOption.ts'
import {
  chapterFile,
  openChapter,
  openRow,
  openSample,
  readText,
  sampleFolder,
  writeText,
} from '../support/pages.ts'
import { expect, startWebApp, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

const stored = async (page: Page, testId: string) =>
  expect(page.getByTestId(testId).getByTestId('kept-state')).toHaveAttribute('data-state', 'saved')

async function noFaults(page: Page, testId: string) {
  const violations = await axeFaults(page, { within: `[data-testid="${testId}"]` })
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
}

test('style, words, world, profile and budget are written next to the text and stored by themselves', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  const project = await sampleFolder(dataFolder)
  const file = (path: string) => readText(join(project, '.creonow', path)).catch(() => '')

  await openRow(page, 'style-open')
  const style = page.getByTestId('sheet-style')
  await style.getByLabel('文风', { exact: true }).fill('少用副词。')
  await expect.poll(() => file('rules/style.md')).toBe('少用副词。')
  // The text stands beside it and can be written in.
  await expect(page.locator('.cm-content')).toBeVisible()
  await noFaults(page, 'sheet-style')
  await style.getByLabel('文风', { exact: true }).fill('少用副词。多用短句。')
  await page.keyboard.press('Escape')
  await expect(style).toHaveCount(0)
  await expect(page.getByTestId('style-open')).toBeFocused()
  await expect.poll(() => file('rules/style.md')).toBe('少用副词。多用短句。')

  await openRow(page, 'terminology-open')
  const words = page.getByTestId('sheet-terminology')
  await words.getByRole('button', { name: '添加一个词' }).click()
  const row = words.getByTestId('term').last()
  await row.getByLabel('用这个词', { exact: true }).fill('青屿')
  await row.getByLabel(/不用/).fill('青岛、青嶼')
  const lastTerm = async () => JSON.parse(await file('rules/terminology.json')).terms.at(-1)
  await expect.poll(lastTerm).toEqual({ use: '青屿', avoid: ['青岛', '青嶼'] })
  await noFaults(page, 'sheet-terminology')
  await words.getByRole('button', { name: '关闭用词表' }).click()

  await openRow(page, 'world-open')
  const world = page.getByTestId('sheet-world')
  await world.getByLabel('新文件的名字').fill('潮汐')
  await world.getByRole('button', { name: '新建' }).click()
  await world.getByLabel('潮汐', { exact: true }).fill('　　初一、十五大潮。')
  await expect.poll(() => file('settings/潮汐.md')).toBe('　　初一、十五大潮。')
  await world.getByRole('button', { name: '给「潮汐」改名' }).click()
  await world.getByLabel('「潮汐」的新名字').fill('潮汐表')
  await world.getByRole('button', { name: '改名', exact: true }).click()
  await expect.poll(() => file('settings/潮汐表.md')).toBe('　　初一、十五大潮。')
  await world.getByRole('button', { name: '删除「潮汐表」' }).click()
  await expect.poll(() => readdir(join(project, '.creonow/settings'))).not.toContain('潮汐表.md')
  await world.getByText('删除过 1 个').click()
  await world.getByRole('button', { name: '放回「潮汐表」' }).click()
  await expect.poll(() => file('settings/潮汐表.md')).toBe('　　初一、十五大潮。')
  await noFaults(page, 'sheet-world')
  await page.keyboard.press('Escape')

  await openRow(page, 'profile-open')
  const profile = page.getByTestId('sheet-profile')
  await profile.getByLabel('书名').fill('雾港去信')
  // Escape closes the list, not the sheet that it belongs to.
  await profile.getByLabel('叙述人称').press('Enter')
  await page.getByRole('listbox').press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(profile.getByLabel('叙述人称')).toBeFocused()
  await chooseOption(profile.getByLabel('叙述人称'), '第三人称')
  await expect
    .poll(async () => JSON.parse(await file('project.json')))
    .toMatchObject({
      name: '雾港去信',
      person: 'third',
    })
  await expect(page.getByRole('banner')).toContainText('雾港去信')
  await noFaults(page, 'sheet-profile')
  await page.keyboard.press('Escape')

  await openRow(page, 'budget-open')
  const budget = page.getByTestId('sheet-budget')
  const slider = budget.getByRole('slider', { name: '眼前这一段' })
  await slider.fill('2000')
  await stored(page, 'sheet-budget')
  const ratios = async () => {
    const { layers } = JSON.parse(await file('budget.json'))
    return ['rules', 'settings', 'retrieved', 'immediate'].map((layer) => layers[layer].ratio)
  }
  await expect.poll(ratios).toEqual([0.24, 0.16, 0.4, 0.2])
  await expect(budget.getByTestId('budget-now')).toContainText('眼前这一段')
  await noFaults(page, 'sheet-budget')
})

test(
  'a skill is copied, written, tried on the offline model, broken outside and repaired',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    await page.locator('.cm-content').click()
    const skills = join(await sampleFolder(dataFolder), '.creonow/skills')
    await openRow(page, 'skills-open')
    const sheet = page.getByTestId('sheet-skills')
    await sheet.getByRole('button', { name: '复制「续写」' }).click()
    const editor = sheet.getByTestId('skill-editor')
    await editor.getByLabel('名字').fill('慢慢续写')
    await editor.getByLabel('要 AI 做什么').fill('慢慢地写下去，多写雾。')
    await expect.poll(() => readText(join(skills, '续写（副本）.md'))).toContain('慢慢地写下去，多写雾。')
    await expect(
      page
        .getByRole('radio', { name: '慢慢续写' })
        .or(page.getByRole('button', { name: '慢慢续写' }))
        .first(),
    ).toBeVisible()
    const chapter = await chapterFile(await sampleFolder(dataFolder), '010')
    const before = await readText(chapter)
    await editor.getByRole('button', { name: '试写' }).click()
    await expect(editor.locator('.skill-answer')).not.toBeEmpty()
    await expect(editor.getByRole('button', { name: '试写' })).toBeEnabled()
    expect(await readText(chapter)).toBe(before)
    await noFaults(page, 'sheet-skills')

    await writeText(join(skills, '坏的.md'), '---\nid: 坏\nname: 坏的\noutput: 喊\n---\n写。\n')
    await sheet.getByRole('button', { name: /坏的\s*有错/ }).click()
    await expect(editor).toContainText('第 4 行')
    await editor.getByLabel('文件原文').fill('---\nid: 坏\nname: 坏的\noutput: show\n---\n写。\n')
    await expect(editor.getByLabel('要 AI 做什么')).toHaveValue('写。')
  },
)

test(
  'what is typed outlives another sheet, a reload, and a host that is killed',
  whole,
  async ({ page, dataFolder, webApp }) => {
    test.skip(webApp === null, 'a window of its own goes with its host')
    if (webApp === null) return
    await openSample(page)
    const path = join(await sampleFolder(dataFolder), '.creonow/rules/style.md')
    const field = page.getByTestId('sheet-style').getByLabel('文风', { exact: true })
    await openRow(page, 'style-open')
    await field.fill('第一版。')
    // Another sheet takes its place at once.
    await openRow(page, 'budget-open')
    await expect.poll(() => readText(path)).toBe('第一版。')

    await webApp.kill()
    const size = (await stat(path)).size
    await openRow(page, 'style-open')
    await page.reload({ waitUntil: 'commit' }).catch(() => undefined)
    const again = await startWebApp({ dataFolder, port: webApp.port })
    await page.goto(again.link)
    await openChapter(page, '灯塔下的信')
    await openRow(page, 'style-open')
    await expect(field).toHaveValue('第一版。')
    await again.kill()
    await field.fill('第一版。第二版。')
    await page.waitForTimeout(1500)
    expect((await stat(path)).size).toBe(size)
    await expect(page.getByTestId('sheet-style')).toContainText(/没有存上|未保存|正在保存|没有保存/)
    const third = await startWebApp({ dataFolder, port: webApp.port })
    await page.goto(third.link)
    await openRow(page, 'style-open')
    await expect(field).toHaveValue('第一版。第二版。')
    await expect.poll(() => readText(path)).toBe('第一版。第二版。')
    await third.stop()
  },
)

test('a word changed here and elsewhere at once shows both versions and loses neither', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  const path = join(await sampleFolder(dataFolder), '.creonow/rules/style.md')
  await openRow(page, 'style-open')
  const sheet = page.getByTestId('sheet-style')
  const field = sheet.getByLabel('文风', { exact: true })
  await expect(field).not.toHaveValue('')
  await field.pressSequentially('这里写的。')
  await writeText(path, '外面写的。')
  await field.press('x')
  const conflict = sheet.getByTestId('kept-conflict')
  await expect(conflict).toContainText('外面写的。')
  await expect(conflict).toContainText('这里写的。')
  await noFaults(page, 'sheet-style')
  await conflict.getByRole('button', { name: '用别处的' }).click()
  await expect(field).toHaveValue('外面写的。')
  await sheet.getByRole('button', { name: '换回另一份' }).click()
  await expect.poll(() => readText(path)).toContain('这里写的。')
})
