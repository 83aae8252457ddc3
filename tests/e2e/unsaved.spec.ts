import { rename } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { caretToEnd, chapterFile, openSample, readText, sampleFolder, writeText } from '../support/pages.ts'
import { expect, startWebApp, test, type WebApp } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

const leftover = (page: Page) => page.getByTestId('leftover')

/** Kills the host while the last words wait in the page, closes that page and comes back with another one. */
async function crashWhileTyping(page: Page, webApp: WebApp | null, dataFolder: string, words: string) {
  if (webApp === null) throw new Error('no web host')
  await webApp.kill()
  await page.keyboard.type(words)
  // The page keeps what it has five times a second.
  await page.waitForTimeout(500)
  const context = page.context()
  await page.close()
  const again = await startWebApp({ dataFolder, port: webApp.port })
  const next = await context.newPage()
  return { again, next }
}

async function comeBack(page: Page, port: number) {
  await page.goto(`http://127.0.0.1:${port}/`)
  await page
    .getByRole('button', { name: /雾港来信/ })
    .first()
    .click()
  await expect(page.locator('.cm-content')).toBeVisible()
}

test('typing for seconds without a pause is on disk before the typing ends', async ({ page, dataFolder }) => {
  await openSample(page)
  const file = await chapterFile(await sampleFolder(dataFolder), '010')
  await caretToEnd(page)
  const words = '潮水退了，灯还亮着。'
  const begun = Date.now()
  const seen: string[] = []
  while (Date.now() - begun < 4500) {
    for (const character of words) {
      await page.keyboard.insertText(character)
      await page.waitForTimeout(60)
    }
    seen.push(await readText(file))
  }
  // The pauses between characters never come near the rest after which a text is saved anyway.
  expect(seen.some((text) => text.includes(words))).toBe(true)
})

test.describe('after a crash,', () => {
  test.skip(({ electronPath }) => electronPath !== null, '只关于浏览器里的 CreoNow')

  test('what the dead host never got is offered, and put back only when the writer says so', async ({
    page,
    webApp,
    dataFolder,
  }) => {
    await openSample(page)
    const file = await chapterFile(await sampleFolder(dataFolder), '010')
    const before = await readText(file)
    await caretToEnd(page)
    const { again, next } = await crashWhileTyping(page, webApp, dataFolder, '她把信折好，收进袖里。')
    await comeBack(next, again.port)
    await expect(leftover(next)).toContainText('她把信折好，收进袖里。')
    await caretToEnd(next)
    await expect(next.locator('.cm-content')).not.toContainText('她把信折好')
    expect(await readText(file)).toBe(before)

    await next.getByRole('button', { name: '放回去' }).click()
    await expect(next.locator('.cm-content')).toContainText('她把信折好，收进袖里。')
    await expect.poll(() => readText(file)).toBe(`${before}她把信折好，收进袖里。`)
    await expect(leftover(next)).toHaveCount(0)
    await next.reload()
    await expect(next.locator('.cm-content')).toBeVisible()
    await expect(leftover(next)).toHaveCount(0)
    await again.stop()
  })

  test(
    'when the file has changed meanwhile, putting the words back shows both versions',
    whole,
    async ({ page, webApp, dataFolder }) => {
      await openSample(page)
      const file = await chapterFile(await sampleFolder(dataFolder), '010')
      const before = await readText(file)
      await caretToEnd(page)
      const { again, next } = await crashWhileTyping(page, webApp, dataFolder, '页里写的。')
      await writeText(file, `${before}外面写的。`)
      await comeBack(next, again.port)
      await next.getByRole('button', { name: '放回去' }).click()
      await expect(next.getByText('两个版本都还在')).toBeVisible()
      await next.getByRole('button', { name: '保留我写的' }).click()
      await expect.poll(() => readText(file)).toBe(`${before}页里写的。`)
      await next.locator('.cm-content').click()
      await next.keyboard.press('ControlOrMeta+z')
      await expect(next.locator('.cm-content')).toContainText('外面写的。')
      await again.stop()
    },
  )

  test(
    'words that the writer does not want are removed for good',
    whole,
    async ({ page, webApp, dataFolder }) => {
      await openSample(page)
      await caretToEnd(page)
      const { again, next } = await crashWhileTyping(page, webApp, dataFolder, '不要的字。')
      await comeBack(next, again.port)
      await next.getByRole('button', { name: '不要了' }).click()
      await expect(leftover(next)).toHaveCount(0)
      await next.reload()
      await expect(next.locator('.cm-content')).toBeVisible()
      await expect(leftover(next)).toHaveCount(0)
      await again.stop()
    },
  )

  test(
    'the words of a deleted chapter become a chapter of their own',
    whole,
    async ({ page, webApp, dataFolder }) => {
      await openSample(page)
      const project = await sampleFolder(dataFolder)
      const file = await chapterFile(project, '010')
      await caretToEnd(page)
      const { again, next } = await crashWhileTyping(page, webApp, dataFolder, '没有家的字。')
      await rename(file, `${dataFolder}/away.md`)
      await comeBack(next, again.port)
      await next.getByRole('button', { name: '存成新的一章' }).click()
      await expect(next.locator('.cm-content')).toContainText('没有家的字。')
      await expect(leftover(next)).toHaveCount(0)
      await again.stop()
    },
  )

  test(
    'an open page that sees its host come back saves by itself and is offered nothing',
    whole,
    async ({ page, webApp, dataFolder }) => {
      if (webApp === null) throw new Error('no web host')
      await openSample(page)
      const file = await chapterFile(await sampleFolder(dataFolder), '010')
      const before = await readText(file)
      await caretToEnd(page)
      await webApp.kill()
      await page.keyboard.type('断线时写的。')
      const again = await startWebApp({ dataFolder, port: webApp.port })
      await expect.poll(() => readText(file)).toBe(`${before}断线时写的。`)
      await page.reload()
      await expect(page.locator('.cm-content')).toContainText('断线时写的。')
      await expect(leftover(page)).toHaveCount(0)
      await again.stop()
    },
  )
})
