import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { axeFaults } from '../support/axe.ts'
import { caretToEnd, openCharacter, openRow, openSample, openViewer, sampleFolder } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

test('an edited entry is on disk, and the viewer shows it with the reason it is there', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  await caretToEnd(page)
  await openCharacter(page, /许三娘/)
  const form = page.getByTestId('codex-form')
  await expect(form.getByLabel('名字')).toHaveValue('许三娘')
  await form.getByLabel('内容').fill('许记客栈的掌柜，袖口缝着一枚铜钱。')
  const violations = await axeFaults(page, { within: '[data-testid="codex"]' })
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
  const file = join(await sampleFolder(dataFolder), '.creonow/characters/许三娘.md')
  await expect.poll(() => readFile(file, 'utf8')).toContain('袖口缝着一枚铜钱。')
  await expect(form.getByTestId('kept-state')).toHaveAttribute('data-state', 'saved')
  expect(await readFile(file, 'utf8')).toContain('id: xu-sanniang')

  await page.getByRole('button', { name: '关闭设定集' }).click()
  await openViewer(page)
  const retrieved = page.getByTestId('ai-context-layer-retrieved')
  await expect(retrieved).toContainText('人物 许三娘')
  await expect(retrieved).toContainText(/光标前 \d+ 字提到「许三娘」/)
  await expect(retrieved).toContainText('袖口缝着一枚铜钱。')
})

test('a new entry is found in a text, and leaves with its file', async ({ page, dataFolder }) => {
  await openSample(page)
  await openRow(page, 'codex-kind-item')
  const codex = page.getByTestId('codex')
  await codex.getByRole('button', { name: '新建条目' }).click()
  await page.getByTestId('codex-form').getByLabel('名字').fill('青屿银匠铺')
  await page.getByTestId('codex-form').getByRole('button', { name: '创建' }).click()
  await expect(page.getByRole('button', { name: '删除' })).toBeVisible()
  const file = join(await sampleFolder(dataFolder), '.creonow/items/青屿银匠铺.md')
  expect(await readFile(file, 'utf8')).toContain('name: 青屿银匠铺')

  await codex.getByRole('button', { name: '试一段文字' }).click()
  await codex.getByLabel('这段文字会触发哪些条目').fill('她走进青嶼銀匠鋪，找阿簪。')
  await codex.getByRole('button', { name: '看看会带上谁' }).click()
  await expect(page.getByTestId('codex-mentions').getByRole('listitem')).toHaveText([
    '「青屿银匠铺」→ 青屿银匠铺，正文提到时',
    '「阿簪」→ 阿簪，正文提到时',
  ])

  await codex.getByRole('button', { name: /青屿银匠铺/ }).click()
  await page.getByRole('button', { name: '删除' }).click()
  await page.getByRole('button', { name: '确认删除「青屿银匠铺」' }).click()
  await expect(codex.getByRole('button', { name: /青屿银匠铺/ })).toHaveCount(0)
  await expect(readFile(file)).rejects.toThrow()
})

test('an entry opened from the viewer is seen in a list of many', whole, async ({ page, dataFolder }) => {
  await openSample(page)
  const folder = join(await sampleFolder(dataFolder), '.creonow/characters')
  for (let i = 10; i < 60; i++) await writeFile(join(folder, `丁${i}.md`), `---\nname: 丁${i}\n---\n路人。\n`)
  await page.reload()
  await caretToEnd(page)
  await openViewer(page)
  const retrieved = page.getByTestId('ai-context-layer-retrieved')
  await retrieved.locator('.chunk').filter({ hasText: '人物 许三娘' }).click()
  await retrieved.getByRole('button', { name: '打开条目' }).click()
  const codex = page.getByTestId('codex')
  await expect(codex.locator('.codex-list li').first()).toHaveAttribute('aria-setsize', String(50 + 7))
  await expect(codex.locator('.codex-row[aria-current]')).toContainText('许三娘')
  await expect(codex.locator('.codex-row[aria-current]')).toBeInViewport()
})
