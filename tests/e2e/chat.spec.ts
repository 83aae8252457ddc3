import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { caretToEnd, chapterFile, openSample, readText, sampleFolder } from '../support/pages.ts'
import { useSlowModel } from '../support/slowModel.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

test('a conversation completes a name, survives a reload, is answered, put into the text, renamed, deleted and brought back', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  await caretToEnd(page)
  await page.getByTestId('ai-tab-chat').click()
  const input = page.getByTestId('chat-input')
  await input.pressSequentially('@许')
  await expect(page.getByRole('listbox', { name: '设定里的名字' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(input).toHaveValue('@许三娘 ')
  await input.pressSequentially('<b>会</b>怎么做？')
  await page.waitForTimeout(500)
  await page.reload()
  await page.getByTestId('ai-tab-chat').click()
  await expect(input).toHaveValue('@许三娘 <b>会</b>怎么做？')
  await input.press('Enter')
  const answer = page.getByTestId('chat-assistant')
  await expect(answer).toBeVisible({ timeout: 20_000 })
  await expect(page.getByTestId('chat-user')).toContainText('<b>会</b>怎么做？')
  await expect(input).toHaveValue('')

  const said = ((await answer.locator('.chat-text').textContent()) ?? '').trim()
  await answer.getByRole('button', { name: '放进正文' }).click()
  await expect(page.locator('.cm-content')).toContainText(said)

  await input.fill('继续刚才的方向')
  await input.press('Enter')
  await expect(answer).toHaveCount(2)
  await expect(page.getByTestId('chat-history')).toContainText('带上了前面的 2 条')
  const folder = join(await sampleFolder(dataFolder), '.creonow/conversations')
  const [name = ''] = await readdir(folder)
  const stored = JSON.parse(await readText(join(folder, name)))
  expect(stored.events.map(({ type }: { type: string }) => type)).toEqual([
    ...['user', 'assistant', 'user', 'assistant'],
  ])

  await page.getByTestId('chat-threads').click()
  await page.getByRole('button', { name: /^给「@许三娘.*」改名$/ }).click()
  await page.getByRole('textbox', { name: /新名字/ }).fill('许三娘的事')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '删除「许三娘的事」' }).click()
  await expect(page.getByText('还没有对话')).toBeVisible()
  expect(await readdir(folder)).toEqual([])
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(answer).toHaveCount(2)
  expect(await readdir(folder)).toEqual([name])

  // Later too, when the notice is long gone: from the fold under the list.
  await page.getByTestId('chat-threads').click()
  await page.getByRole('button', { name: '删除「许三娘的事」' }).click()
  await page.reload()
  await page.getByTestId('ai-tab-chat').click()
  await page.getByTestId('chat-threads').click()
  await page.getByText('已删除的对话（1）').click()
  await page.getByRole('button', { name: '恢复对话「许三娘的事」' }).click()
  await expect(answer).toHaveCount(2)
  expect(await readdir(folder)).toEqual([name])
})

test(
  'a run that was stopped goes on behind what it has written, as one suggestion',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    const model = await useSlowModel(page)
    await caretToEnd(page)
    await page.getByTestId('ai-run').click()
    await model.asked()
    model.write('雾又厚了，')
    const suggestion = page.getByTestId('ai-suggestion')
    await expect(suggestion).toHaveText('雾又厚了，')
    await page.getByTestId('ai-stop').click()
    await page.getByTestId('ai-go-on').click()
    await model.asked()
    model.write('灯一盏盏灭了。')
    await expect(suggestion).toHaveText('雾又厚了，灯一盏盏灭了。')
    model.end()
    await page.getByTestId('ai-card-accept').click()
    await expect(page.locator('.cm-content')).toContainText('雾又厚了，灯一盏盏灭了。')

    // What replaces a selection goes on too; the whole takes its place, wherever that has moved.
    const file = await chapterFile(await sampleFolder(dataFolder), '010')
    await expect.poll(() => readText(file)).toContain('灯一盏盏灭了。')
    const lines = (await readText(file)).trimEnd().split('\n')
    await caretToEnd(page)
    await page.keyboard.press('Shift+Home')
    await page.getByTestId('ai-skill-polish').click()
    await page.getByTestId('ai-run').click()
    await model.asked()
    model.write('海雾压着码头，')
    await expect(suggestion).toHaveText('海雾压着码头，')
    await page.getByTestId('ai-stop').click()
    await page.locator('.cm-content').press('ControlOrMeta+Home')
    await page.keyboard.press('End')
    await page.keyboard.type('甲')
    await page.getByTestId('ai-go-on').click()
    await model.asked()
    model.write('灯只剩豆大一点。')
    model.end()
    await caretToEnd(page)
    await expect(suggestion).toHaveText('海雾压着码头，灯只剩豆大一点。')
    await page.getByTestId('ai-card-accept').click()
    const wanted = [`${lines[0]}甲`, ...lines.slice(1, -1), '海雾压着码头，灯只剩豆大一点。'].join('\n')
    await expect.poll(async () => (await readText(file)).trimEnd()).toBe(wanted)
    await model.close()
  },
)
