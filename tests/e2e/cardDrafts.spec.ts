import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { useAgentModel } from '../support/agentModel.ts'
import { axeFaults } from '../support/axe.ts'
import { openRow, readText } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'

const chapters = [
  ['001-雾.md', '# 雾\n\n　　石青瓷今年十九岁，人称小瓷。\n\n　　她数了三遍石阶。\n'],
  ['002-灯.md', '# 灯\n\n　　石青瓷今年二十岁，接过了守灯人的差事。\n\n　　The lamp burned all night.\n'],
] as const
const facts = [
  { field: '年龄', value: '十九岁', quote: '石青瓷今年十九岁，人称小瓷。', chapter: 1 },
  { field: '年龄', value: '二十岁', quote: '石青瓷今年二十岁，接过了守灯人的差事。', chapter: 2 },
  { field: '身份', value: '守灯人', quote: '石青瓷今年二十岁，接过了守灯人的差事。', chapter: 2 },
  { field: '身份', value: '公主', quote: '石青瓷其实是公主。', chapter: 1 },
  { field: '能力', value: '剑术', quote: '她数了三遍石阶。', chapter: 1 },
]
const answer = `好的：\n\`\`\`json\n${JSON.stringify([{ name: '石青瓷', kind: '人物', aliases: [], facts }])}\n\`\`\``

test('a model drafts a card from the text: the price first, each fact with its sentence, and only what is ticked is written', async ({
  page,
  dataFolder,
}) => {
  const project = join(dataFolder, 'drafted')
  await mkdir(join(project, 'manuscript'), { recursive: true })
  for (const [name, text] of chapters) await writeFile(join(project, 'manuscript', name), text)
  await page.getByTestId('welcome-open').click()
  await page.locator('.folder-field input').fill(project)
  await page.locator('.welcome-form button[type=submit]').click()
  await page.locator('.cm-content').waitFor()
  const server = await useAgentModel(page, () => answer)
  try {
    await page.locator('.cm-content').waitFor()
    const dialog = page.getByTestId('card-drafts')
    const openDrafts = async () => {
      await page.getByTestId('codex-build').click()
      await page.getByTestId('from-text-draft').click()
      await expect(dialog).toBeVisible()
    }
    await openRow(page, 'codex-kind-character')
    await openDrafts()
    await expect(page.getByTestId('draft-job-price')).toContainText('1 次请求')
    expect(server.requests).toHaveLength(0)
    await page.getByTestId('draft-job-start').focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByTestId('draft-card')).toHaveCount(1)
    await expect(dialog.getByTestId('draft-fact')).toHaveCount(4)
    await expect(page.getByTestId('drafts-dropped')).toContainText('1 条书里没有原句')
    const box = (value: string) => dialog.getByRole('checkbox', { name: new RegExp(`：${value}$`) })
    await expect(box('守灯人')).toBeChecked()
    for (const value of ['十九岁', '二十岁', '剑术']) await expect(box(value)).not.toBeChecked()
    await expect(dialog).toContainText('原句里没有他，也没有这一点')
    expect(await axeFaults(page, { within: '[data-testid="card-drafts"]' })).toEqual([])

    // A sentence leads to its place in the text.
    await dialog.getByRole('button', { name: /石青瓷今年十九岁/ }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.locator('.cm-content')).toContainText('石青瓷今年十九岁')

    await openDrafts()
    const accept = page.getByTestId('drafts-accept')
    await dialog.getByRole('button', { name: '全不选' }).click()
    await expect(accept).toBeDisabled()
    await dialog.getByRole('button', { name: '全选' }).click()
    await expect(accept).toHaveText('写进 4 条')
    await dialog.getByRole('button', { name: '只选可靠的' }).click()
    await box('二十岁').focus()
    await page.keyboard.press('Space')
    await expect(accept).toHaveText('写进 2 条')
    await accept.click()
    await expect(page.getByTestId('drafts-report')).toContainText('写进了 2 条：新建 1 张卡片')
    const card = await readText(join(project, '.creonow/characters/石青瓷.md'))
    expect(card).toContain('text: 身份：守灯人')
    expect(card).toContain('by: model')
    expect(card).not.toContain('十九岁\n')
    await dialog.getByRole('button', { name: '全选' }).click()
    await page.getByTestId('drafts-reject').click()
    await expect(dialog).toContainText('还没有起草好的条目')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  } finally {
    await server.close()
  }
})
