import { setTimeout } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { createDice } from '../../scripts/torture/random.ts'
import { caretToEnd, openChapter, readText } from '../support/pages.ts'
import { openRandomChapters } from '../support/randomWriting/chapters.ts'
import { drawWords } from '../support/randomWriting/drawnText.ts'
import { paste, readEditor } from '../support/randomWriting/pageEditor.ts'
import { expect, test } from '../support/webApp.ts'

/** `npm run torture -- page` has all fifty. */
const crashes = Number(process.env.CREONOW_PAGE_CRASHES ?? 3)
const seed = Number(process.env.CREONOW_PAGE_SEED ?? 20261129)
/** The text goes to the disk 800 ms after the last key: by then there is nothing to be offered any more. */
const latestMs = 600

const ways = ['keys', 'input method', 'paste'] as const

/** Writes some words in one way; the last key is the last that happens. */
async function write(
  page: Page,
  input: CDPSession,
  way: (typeof ways)[number],
  words: string,
): Promise<void> {
  if (way === 'keys') return page.keyboard.type(words)
  if (way === 'paste') return paste(page, words)
  await input.send('Input.imeSetComposition', { text: 'wu', selectionStart: 2, selectionEnd: 2 })
  await input.send('Input.insertText', { text: words })
}

/** Ends the process of the page, as running out of memory does; the host lives on. */
async function crash(page: Page, browser: CDPSession): Promise<void> {
  const crashed = page.waitForEvent('crash')
  void browser.send('Page.crash').catch(() => undefined) // It is never answered.
  await crashed
  await page.close()
}

test.describe('after a crash of the page', () => {
  test.skip(({ electronPath }) => electronPath !== null, '只关于浏览器里的 CreoNow')

  test(`within ${latestMs} ms of the last key, all that was typed, composed or pasted is offered back`, async ({
    page,
    link,
    dataFolder,
  }) => {
    test.setTimeout(180_000 + crashes * 30_000)
    const dice = createDice(seed)
    const chapters = await openRandomChapters(page, dataFolder)
    const lost: string[] = []
    let current = page
    for (let round = 0; round < crashes; round++) {
      const chapter = dice.oneOf(chapters)
      const way = ways[round % ways.length] ?? 'keys'
      // The first crash comes with the last key.
      const delayMs = round === 0 ? 0 : dice.roll(12)
      await openChapter(current, chapter.title)
      await caretToEnd(current)
      const before = await readText(chapter.file)
      const words = drawWords(dice, chapter.language)
      // Nothing else may take time between the last key and the crash.
      const browser = await current.context().newCDPSession(current)
      await write(current, browser, way, words)
      await setTimeout(delayMs)
      await crash(current, browser)
      current = await current.context().newPage()
      await current.goto(new URL(link).origin)
      await current
        .getByRole('button', { name: /雾港来信/ })
        .first()
        .click()
      await openChapter(current, chapter.title)
      // On a slow machine it may have been stored all the same; then it must be in the chapter.
      const leftover = current.getByTestId('leftover')
      const isOffered = await leftover.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      )
      if (isOffered) {
        await current.getByRole('button', { name: '放回去' }).click()
        // A save of some of the words had reached the host, and its answer not the page: the writer is asked.
        const mine = current.getByRole('button', { name: '保留我写的' })
        await expect
          .poll(async () => (await mine.isVisible()) || (await readText(chapter.file)) === before + words)
          .toBe(true)
        if (await mine.isVisible()) await mine.click()
      }
      const expected = before + words
      const isBack = await expect
        .poll(() => readText(chapter.file), { timeout: isOffered ? 60_000 : 1000 })
        .toBe(expected)
        .then(
          () => true,
          () => false,
        )
      if (!isBack)
        lost.push(`round ${round}, ${way}, ${delayMs} ms: ${JSON.stringify(words)} is not offered back`)
      else expect((await readEditor(current)).text.replaceAll('\n', chapter.ending)).toBe(expected)
      await expect(leftover).toHaveCount(0)
      process.stdout.write(`page crashes: ${round + 1 - lost.length} of ${round + 1}, ${way} ${delayMs} ms\n`)
    }
    process.stdout.write(`page crashes: ${crashes - lost.length} of ${crashes} offered back, seed ${seed}\n`)
    expect(lost).toEqual([])
  })
})
