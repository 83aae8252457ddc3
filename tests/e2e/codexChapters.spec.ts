import { join } from 'node:path'
import { parse } from 'yaml'
import { chooseOption } from '../support/chooseOption.ts'
import { openCharacter, openSample, readText, sampleFolder } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'

/** A chapter's id, which is another in every run. */
const chapter = expect.stringMatching(/^c_/)

test('a fact of an entry that applies from a chapter on survives Escape and a reload, and is stored', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  const file = join(await sampleFolder(dataFolder), '.creonow/characters/许三娘.md')
  const [, frontBefore = '', bodyBefore = ''] = (await readText(file)).split(/^---$/m)
  const form = page.getByTestId('codex-form')
  // The row that was added last of its kind.
  const row = (kind: string) =>
    form.getByRole('group', { name: kind, exact: true }).locator('.codex-progression').last()
  const alias = row('后来才知道的别名')
  const relation = row('后来才知道的关系')
  const change = row('随章节的变化')

  await openCharacter(page, /许三娘/)
  await form.getByRole('button', { name: '添加某章起才知道的别名' }).click()
  await alias.getByLabel('别名').fill('许记东家')
  await chooseOption(alias.getByLabel('从哪一章起读者知道'), '第八章　许三娘的账本')
  await chooseOption(alias.getByLabel('到这一章止'), '第十章　灯塔下的信')
  await page.keyboard.press('Escape')
  await openCharacter(page, /许三娘/)
  await expect(alias.getByLabel('别名')).toHaveValue('许记东家')
  await form.getByRole('button', { name: '添加某章起才知道的关系' }).click()
  await relation.getByLabel('名字：关系').fill('林远：故人之子')
  await form.getByRole('button', { name: '添加变化' }).click()
  await change.getByLabel('变化').fill('她把铜钱缝回袖口。')
  await change.getByLabel('一句话状态').fill('已离开雾港')
  await change.getByLabel('谁知道').fill('林远、阿簪')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('codex')).toHaveCount(0)

  await page.reload()
  await openCharacter(page, /许三娘/)
  await expect(alias.getByLabel('从哪一章起读者知道')).toHaveText('第八章　许三娘的账本')
  await expect(alias.getByLabel('到这一章止')).toHaveText('第十章　灯塔下的信')
  await expect(relation.getByLabel('名字：关系')).toHaveValue('林远：故人之子')
  await expect(change.getByLabel('一句话状态')).toHaveValue('已离开雾港')
  await expect(change.getByLabel('谁知道')).toHaveValue('林远、阿簪')
  await expect(form.getByTestId('kept-state')).toHaveAttribute('data-state', 'saved')

  const [, front = '', body = ''] = (await readText(file)).split(/^---$/m)
  expect(body).toBe(bodyBefore)
  expect(parse(front)).toEqual({
    ...parse(frontBefore),
    aliases: ['三娘', '许掌柜', { name: '许记东家', from: chapter, to: chapter }],
    relations: [...parse(frontBefore).relations, { to: 'lin-yuan', kind: '故人之子', from: chapter }],
    progressions: [
      ...parse(frontBefore).progressions,
      { from: chapter, text: '她把铜钱缝回袖口。', state: '已离开雾港', knownBy: ['lin-yuan', 'a-zan'] },
    ],
  })

  await page.reload()
  await openCharacter(page, /许三娘/)
  await expect(form.getByTestId('kept-state')).toHaveAttribute('data-state', 'saved')
  await expect(page.locator('.draft-mark')).toHaveCount(0)
  await expect(relation.getByLabel('名字：关系')).toHaveValue('林远：故人之子')
})
