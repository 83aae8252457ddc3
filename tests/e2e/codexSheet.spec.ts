import { join } from 'node:path'
import { axeFaults } from '../support/axe.ts'
import { chooseOption } from '../support/chooseOption.ts'
import { openCharacter, openSample, readText, sampleFolder, writeText } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'

test('the codex is next to the text, with chips, the places of an entry, export and import', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  await openCharacter(page, /许三娘/)
  const codex = page.getByTestId('codex')
  await expect(page.locator('.cm-content')).toBeVisible()
  const form = page.getByTestId('codex-form')
  await form.getByLabel('别名', { exact: true }).fill('许掌柜，')
  await expect(form.locator('.chip', { hasText: '许掌柜' })).toBeVisible()
  const file = join(await sampleFolder(dataFolder), '.creonow/characters/许三娘.md')
  await expect.poll(() => readText(file)).toContain('许掌柜')
  await expect(form.getByTestId('kept-state')).toHaveAttribute('data-state', 'saved')
  // The same words, changed elsewhere in the very moment.
  const body = form.getByLabel('内容')
  await body.pressSequentially('这里写的。')
  await writeText(file, `${await readText(file)}\n外面写的。`)
  await body.press('x')
  const conflict = form.getByTestId('kept-conflict')
  await expect(conflict).toContainText('外面写的。')
  await conflict.getByRole('button', { name: '用别处的' }).click()
  await expect(body).toHaveValue(/外面写的。$/)
  await expect(form.locator('.chip', { hasText: '许掌柜' })).toBeVisible()

  const where = codex.getByTestId('codex-where')
  await where.getByRole('button', { name: '在哪里提到' }).click()
  await expect(where.getByRole('listitem').first()).toContainText('许三娘')
  const violations = await axeFaults(page, { within: '[data-testid="codex"]' })
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
  const second = where.getByRole('listitem').filter({ hasText: '许记客栈' }).first()
  await second.locator('.codex-place').first().click()
  await expect(page.getByRole('banner')).toContainText('许记客栈')

  await codex.getByRole('button', { name: '试一段文字' }).click()
  const download = page.waitForEvent('download')
  const exchange = codex.getByTestId('codex-exchange')
  await exchange.getByRole('button', { name: '导出', exact: true }).click()
  const saved = await (await download).path()
  expect(JSON.parse(await readText(saved))).toHaveProperty('entries')
  await chooseOption(exchange.getByLabel('导出成'), '设定集（Markdown）')
  const bible = page.waitForEvent('download')
  await exchange.getByRole('button', { name: '导出', exact: true }).click()
  expect((await bible).suggestedFilename()).toBe('creonow-bible.md')
  expect(await readText(await (await bible).path())).toMatch(/^# 设定集\n\n## 人物\n\n### /)
  const lore = {
    entries: { 0: { uid: 0, key: ['青屿'], comment: '青屿', content: '海上的一座岛。', disable: false } },
  }
  await codex.locator('input[type=file]').setInputFiles({
    name: 'lore.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(lore)),
  })
  await expect(codex).toContainText('导入了 1 个条目')
  await codex.getByLabel('查找条目').or(codex.getByRole('searchbox')).first().fill('青屿')
  await expect(codex.getByRole('button', { name: /青屿/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(codex).toHaveCount(0)
})
