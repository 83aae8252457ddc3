import { join } from 'node:path'
import { axeFaults } from '../support/axe.ts'
import {
  caretToEnd,
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

test('a constraint written down is in the next prompt, and in the file', async ({ page, dataFolder }) => {
  await openSample(page)
  const file = join(await sampleFolder(dataFolder), '.creonow/rules/constraints.json')
  await openRow(page, 'constraints-open')
  const dialog = page.getByTestId('constraints')
  await dialog.getByTestId('constraint-add').click()
  const form = dialog.getByTestId('constraint-form')
  await form.getByLabel('内容').fill('不写任何人的梦')
  await form.getByRole('radio', { name: '情节' }).check()
  await form.getByLabel('优先级').fill('900')
  const axe = await axeFaults(page, { within: '[data-testid=constraints]' })
  expect(axe.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  await form.getByRole('button', { name: '添加', exact: true }).click()
  await expect(dialog.getByTestId('constraint-row').first()).toContainText('不写任何人的梦')
  await expect(dialog.getByTestId('constraint-row').first()).toContainText('情节 · 优先级 900 · 全书')
  expect(await readText(file)).toContain('"不写任何人的梦"')

  await dialog.getByTestId('constraint-row').first().getByRole('button', { name: '修改' }).click()
  await form.getByLabel('优先级').fill('2000')
  await expect(form.getByLabel('优先级')).toHaveAccessibleDescription('请填 0 到 1000 的整数。')
  await form.getByLabel('内容').fill('不写梦')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await readText(file)).toContain('"不写任何人的梦"')
  await openRow(page, 'constraints-open')
  await dialog.getByTestId('constraint-row').first().getByRole('button', { name: '修改' }).click()
  await expect(form.getByLabel('优先级')).toHaveValue('2000')
  await form.getByLabel('优先级').fill('900')
  await expect(form.getByTestId('kept-state')).toHaveAttribute('data-state', 'saved')
  expect(await readText(file)).toContain('"不写梦"')
  await form.getByRole('button', { name: '完成' }).click()
  await expect(dialog.getByTestId('constraint-row').first()).toContainText('不写梦')
  await page.keyboard.press('Escape')

  await caretToEnd(page)
  await runSkill(page)
  await openViewer(page)
  await page.getByRole('tab', { name: '原文' }).click()
  await expect(page.getByTestId('ai-context-prompt')).toContainText('1. 不写梦')

  await openRow(page, 'constraints-open')
  await dialog.getByTestId('constraint-row').first().getByRole('button', { name: '删除' }).click()
  await dialog.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await expect(dialog.getByText('不写梦')).toHaveCount(0)
  expect(await readText(file)).not.toContain('不写梦')
})

test(
  'a broken constraints file says where, and the last good version comes back',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    const file = join(await sampleFolder(dataFolder), '.creonow/rules/constraints.json')
    await openRow(page, 'constraints-open')
    const dialog = page.getByTestId('constraints')
    await expect(dialog.getByTestId('constraint-row').first()).toBeVisible()
    const good = await readText(file)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await writeText(file, '{\n  "version": 2,\n  "items": [写坏了')
    await openRow(page, 'constraints-open')
    await expect(dialog.getByRole('alert')).toContainText('第 3 行第 13 列')
    await dialog.getByRole('button', { name: '恢复上一次完好的版本' }).click()
    await expect(dialog.getByTestId('constraint-row').first()).toBeVisible()
    expect(await readText(file)).toBe(good)
  },
)
