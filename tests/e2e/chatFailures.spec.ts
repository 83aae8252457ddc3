import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { brokenSetUps, canaryKey, startVendor } from '../support/brokenSetUps.ts'
import { chooseOption } from '../support/chooseOption.ts'
import {
  callFromPage,
  caretToEnd,
  chapterFile,
  openSample,
  readText,
  sampleFolder,
  writeText,
} from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

test(
  'the chat says why each of ten services does not answer, in both languages, and loses no message',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    const vendor = await startVendor()
    const started = await Promise.all(brokenSetUps.map(({ start }) => start()))
    const working = { baseUrl: `${vendor.address}/v1`, key: canaryKey, close: vendor.close }
    const services = [...started, working].map((one, i) => ({ model: 'm', ...one, id: `s${i}` }))
    const providers = services.map(({ id, baseUrl, model }) => ({
      ...{ id, name: id, baseUrl, models: [model] },
      firstAnswerSeconds: 10,
    }))
    const keys = services.flatMap(({ id, key }) => (key === undefined ? [] : [{ provider: id, key }]))
    await callFromPage(page, [
      ['settings:update', { patch: { providers } }],
      ...keys.map((one) => ['settings:key:set', one] as const),
    ])
    await page.reload()
    await page.getByTestId('ai-tab-chat').click()
    const chat = page.getByTestId('chat')
    const input = page.getByTestId('chat-input')
    const failure = page.getByTestId('chat-live').getByRole('alert')
    const asked: string[] = []
    const choose = (i: number) =>
      chooseOption(chat.getByTestId('ai-model'), `${services[i]?.id} · ${services[i]?.model}`)

    for (const [i, broken] of brokenSetUps.entries()) {
      await choose(i)
      const question = `第${i + 1}问：许三娘会怎么做？`
      await input.fill(question)
      await input.press('Enter')
      asked.push(question)
      await expect(page.getByTestId('chat-user').last()).toContainText(question)
      await expect(failure, broken.name).toContainText(broken.zh)
      await expect(failure).toContainText('您的话已经留在这段对话里')
      await expect(chat.getByTestId('chat-ask-again')).toBeEnabled()
      await expect(input).toHaveValue('')
      await page.getByRole('button', { name: 'Switch to English' }).click()
      await expect(failure).toContainText(broken.en)
      await expect(failure).toContainText('What you said is kept in this chat.')
      expect(await failure.textContent()).not.toMatch(/\p{Script=Han}/u)
      await page.getByRole('button', { name: '切换到中文' }).click()
    }
    expect(await chat.textContent()).not.toContain(canaryKey)

    // What is typed meanwhile outlives the page, and so does the way to ask again.
    await input.fill('还有，灯呢？')
    await page.waitForTimeout(500)
    await page.reload()
    await page.getByTestId('ai-tab-chat').click()
    await expect(input).toHaveValue('还有，灯呢？')
    await choose(brokenSetUps.length)
    await chat.getByTestId('chat-ask-again').click()
    await expect(page.getByTestId('chat-assistant')).toContainText('好')
    await expect(input).toHaveValue('还有，灯呢？')
    const folder = join(await sampleFolder(dataFolder), '.creonow/conversations')
    const [name = ''] = await readdir(folder)
    const { events } = JSON.parse(await readText(join(folder, name)))
    expect(events.map(({ content }: { content: string }) => content)).toEqual([...asked, asked.at(-1), '好'])
    for (const { close } of services) await close()
  },
)

test(
  'the chat counts down to the next try of a busy service, and stopping preserves the question',
  whole,
  async ({ page }) => {
    await openSample(page)
    const busy = await startVendor(
      (response) => void response.writeHead(429, { 'retry-after': '200' }).end('{"error":"slow down"}'),
    )
    const providers = [{ id: 'busy', name: '忙', baseUrl: `${busy.address}/v1`, models: ['m'] }]
    await callFromPage(page, [['settings:update', { patch: { providers, defaultModelId: 'busy/m' } }]])
    await page.reload()
    await page.getByTestId('ai-tab-chat').click()
    const input = page.getByTestId('chat-input')
    await input.fill('许三娘会怎么做？')
    await input.press('Enter')
    const timer = page.getByTestId('chat-live').getByRole('timer')
    await expect(timer).toHaveText(/^服务商太忙，1\d\d 秒后再试（第 2 次，共 3 次）。$/)
    const before = await timer.textContent()
    await expect(timer).not.toHaveText(before ?? '')
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await expect(timer).toHaveText(/^The service is too busy; asking again in 1\d\d s \(try 2 of 3\)\.$/)
    await page.getByTestId('chat-stop').click()
    await expect(timer).toBeHidden()
    await expect(page.getByTestId('chat-user')).toContainText('许三娘会怎么做？')
    await expect(page.getByTestId('chat-ask-again')).toBeEnabled()
    await busy.close()
  },
)

test('a question that is refused at once, because the chapter is in two versions, is in its field once', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  const file = await chapterFile(await sampleFolder(dataFolder), '010')
  await caretToEnd(page)
  await page.keyboard.insertText('这里写的一句。')
  await writeText(file, '别的程序写的。\n')
  await expect(page.getByText('这一章在别处被改过')).toBeVisible()
  await page.getByTestId('ai-tab-chat').click()
  const input = page.getByTestId('chat-input')
  await input.fill('许三娘会怎么做？')
  await input.press('Enter')
  await expect(page.getByTestId('chat').getByText('这一章还没有保存')).toBeVisible()
  await expect(input).toHaveValue('许三娘会怎么做？')
})

/** Loads the page again; its chapter comes when `open` is called. */
async function reloadSlowly(page: Page): Promise<{ open(): void }> {
  const opening = Promise.withResolvers<void>()
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((frame) => {
      if (String(frame).includes('documents:read')) void opening.promise.then(() => server.send(frame))
      else server.send(frame)
    })
  })
  await page.reload()
  await page.getByTestId('ai-tab-chat').click()
  return { open: opening.resolve }
}

test('a question sent while its chapter is still being opened is sent once it is open', async ({ page }) => {
  await openSample(page)
  const chapter = await reloadSlowly(page)
  const input = page.getByTestId('chat-input')
  await input.fill('许三娘会怎么做？')
  await input.press('Enter')
  await expect(page.getByTestId('chat-send')).toBeDisabled()
  chapter.open()
  await expect(page.getByTestId('chat-user')).toContainText('许三娘会怎么做？')
  await expect(input).toHaveValue('')
})

test('a question that was changed since then stays where it is', whole, async ({ page }) => {
  await openSample(page)
  const chapter = await reloadSlowly(page)
  const input = page.getByTestId('chat-input')
  await input.fill('许三娘会')
  await input.press('Enter')
  await input.fill('许三娘会怎么做？')
  chapter.open()
  await expect(page.getByTestId('chat-send')).toBeEnabled()
  await expect(input).toHaveValue('许三娘会怎么做？')
  await expect(page.getByTestId('chat-user')).toHaveCount(0)
})
