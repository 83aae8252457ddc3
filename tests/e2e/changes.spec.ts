import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { useAgentModel } from '../support/agentModel.ts'
import { axeFaults } from '../support/axe.ts'
import { openRow, readText } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'

const chapter =
  '# 雾\n\n　　石青瓷到了雾港。\n\n　　老顾说：“石青瓷的父亲死了。”\n\n　　Ada Vale went to London.\n'
const rows = [
  { entry: '石青瓷', field: 'place', value: '雾港', quote: '石青瓷到了雾港。', certainty: 'narrated' },
  { entry: '石青瓷', field: 'alive', value: '父亲死了', quote: '石青瓷的父亲死了。', certainty: 'narrated' },
  {
    entry: 'Ada Vale',
    field: 'place',
    value: 'London',
    quote: 'Ada Vale went to London.',
    certainty: 'narrated',
  },
]

test('what changes in a chapter is read after its price, listed with its sentences, and decided on with one key each', async ({
  page,
  dataFolder,
}) => {
  const project = join(dataFolder, 'changing')
  await mkdir(join(project, 'manuscript'), { recursive: true })
  await mkdir(join(project, '.creonow/characters'), { recursive: true })
  await writeFile(join(project, 'manuscript/001-雾.md'), chapter)
  const card = join(project, '.creonow/characters/石青瓷.md')
  await writeFile(card, '---\nid: shi\nname: 石青瓷\n---\n作者写的。\n')
  await page.getByTestId('welcome-open').click()
  await page.locator('.folder-field input').fill(project)
  await page.locator('.welcome-form button[type=submit]').click()
  await page.locator('.cm-content').waitFor()
  const server = await useAgentModel(page, () => JSON.stringify(rows))
  try {
    await openRow(page, 'changes-open')
    const sheet = page.getByTestId('changes')
    await expect(sheet.getByTestId('changes-price')).toContainText('1 次请求')
    expect(server.requests).toHaveLength(0)
    await sheet.getByTestId('changes-start').click()
    await expect(sheet.getByTestId('change')).toHaveCount(3)
    await expect(sheet.getByTestId('changes-accept-ticked')).toContainText('1 处')
    await expect(sheet.getByTestId('change').nth(1)).toContainText('在引号里')
    expect(await axeFaults(page, { within: '[data-testid="changes"]' })).toEqual([])
    expect(await readText(card)).not.toContain('雾港')

    await sheet.getByTestId('changes-accept-ticked').click()
    await expect(sheet.getByTestId('change')).toHaveCount(2)
    await expect.poll(() => readText(card)).toContain('位置：雾港')
    await sheet.getByRole('button', { name: /石青瓷的父亲死了/ }).focus()
    await page.keyboard.press('a')
    await expect(sheet.getByTestId('change')).toHaveCount(1)
    await expect.poll(() => readText(card)).toContain('certainty: said')
    await sheet.getByRole('button', { name: /Ada Vale went/ }).focus()
    await page.keyboard.press('x')
    await expect(sheet.getByTestId('change')).toHaveCount(0)
    expect(await readdir(join(project, '.creonow/characters'))).toEqual(['石青瓷.md'])
  } finally {
    await server.close()
  }
})
