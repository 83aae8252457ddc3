import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { soundSummary } from '../../bench/cache/soundSummary.ts'
import { openSample, readText, sampleFolder, writeText } from '../support/pages.ts'
import { useSlowModel } from '../support/slowModel.ts'
import { talkOf } from '../support/talk.ts'
import { expect, test } from '../support/webApp.ts'

const sound = soundSummary('商量许三娘为什么不开门', '这些名字都要写到：许三娘、父亲')

test('a full conversation is summarised with progress and a card to read, change and take back, and the log loses nothing', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  const model = await useSlowModel(page)
  const folder = join(await sampleFolder(dataFolder), '.creonow/conversations')
  await mkdir(folder, { recursive: true })
  const turns = talkOf(
    25,
    () => '许三娘那天为什么没有开门？她收了钱没有？'.repeat(5),
    () => '因为她答应过父亲，钥匙要等到潮水退尽才交出来。'.repeat(5),
  )
  const events = turns.map((event, at) =>
    at === turns.length - 1 ? { ...event, metadata: { usageTokens: 26_300 } } : event,
  )
  const at = '2026-03-01T08:00:00.000Z'
  const file = join(folder, 'full.json')
  const about = { version: 1, id: 'full', title: '许三娘的事', createdAt: at, updatedAt: at }
  await writeText(file, JSON.stringify({ ...about, events }))
  await page.getByTestId('ai-tab-chat').click()
  await expect(page.getByTestId('chat-user').first()).toBeVisible()

  await page.getByTestId('chat-input').fill('她后来呢？')
  await page.getByTestId('chat-input').press('Enter')
  await model.asked()
  await expect(page.getByText('正在把较早的部分归档')).toBeVisible()
  model.write(sound)
  model.end()
  await model.asked()
  model.write('后来她把钥匙给了林远。')
  model.end()
  const card = page.getByTestId('chat-summary')
  await expect(card).toContainText('较早的 32 条已经归档')
  await expect(page.getByTestId('chat-assistant').last()).toContainText('后来她把钥匙给了林远')
  await expect(page.getByTestId('chat-history')).toContainText('更早的 32 条已经归档')

  await card.getByText('看摘要').click()
  await expect(card).toContainText('商量许三娘为什么不开门')
  await card.getByText('归档的是哪 32 条').click()
  await expect(card.locator('.chat-summary-list li')).toHaveCount(32)
  await card.getByRole('button', { name: '改摘要' }).click()
  await card.getByRole('textbox', { name: '摘要' }).fill('我自己写的：她在等潮水。')
  await expect(card.getByTestId('kept-state')).toHaveAttribute('data-state', 'saved')
  await card.getByRole('button', { name: '完成' }).click()
  await expect(card).toContainText('您改过')
  expect(await readText(file)).toContain('我自己写的：她在等潮水。')

  await card.getByRole('button', { name: '撤销归档（连同您改的摘要）' }).click()
  await expect(card).toHaveCount(0)
  const stored = JSON.parse(await readText(file)).events.map(({ content }: { content: string }) => content)
  expect(stored).toEqual([...turns.map(({ content }) => content), '她后来呢？', '后来她把钥匙给了林远。'])
  await model.close()
})
