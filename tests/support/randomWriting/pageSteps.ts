import { setTimeout as pause } from 'node:timers/promises'
import { openChapter, readText } from '../pages.ts'
import { readEditor } from './pageEditor.ts'
import { differenceOf, offered, patienceMs, type Walk, type WalkStep } from './walk.ts'

/** What happens to the chapter as a whole: it is stored, loaded again, left for another one. */
export const pageSteps = (walk: Walk): Readonly<Record<string, WalkStep>> => {
  const { page, dice, model } = walk
  const save = async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    const end = performance.now() + patienceMs
    for (;;) {
      const stored = await readText(walk.here.chapter.file)
      if (stored === walk.here.written.stored()) break
      if (performance.now() > end)
        throw new Error(`file: ${differenceOf(walk.here.written.stored(), stored)}`)
      await pause(15)
    }
    await walk.focusText()
  }
  const checkWords = async () => {
    const sum = { words: 0, ai: 0 }
    for (const { written } of walk.chapters) {
      const { words, ai } = written.gained()
      sum.words += words
      sum.ai += ai
    }
    const end = performance.now() + patienceMs
    for (;;) {
      const shownWords = await page.getByTestId('today-words').evaluate((element) => {
        const numberIn = (text: string) => Number(/\d[\d,]*/.exec(text)?.[0].replaceAll(',', '') ?? 0)
        const ai = /采纳 AI 的 ([\d,]+)/.exec((element as HTMLElement).title)?.[1] ?? '0'
        return { words: numberIn(element.textContent ?? ''), ai: numberIn(ai) }
      })
      if (shownWords.words === sum.words && shownWords.ai === sum.ai) return
      if (performance.now() > end)
        throw new Error(
          `words of the day: ${JSON.stringify(sum)} expected, ${JSON.stringify(shownWords)} shown`,
        )
      await pause(15)
    }
  }

  return {
    save: {
      weight: 6,
      async act() {
        await save()
        await checkWords()
        return ''
      },
    },
    reload: {
      weight: 1.5,
      async act() {
        const { suggestion } = walk.here
        if (suggestion?.state === 'streaming') {
          if (suggestion.chunks.length === 0) return 'the model has not begun'
          suggestion.isCut = true
        }
        await page.reload()
        if (suggestion?.state === 'streaming') model.end()
        await page.locator('.cm-content').waitFor()
        const leftover = page.getByTestId('leftover')
        const end = performance.now() + patienceMs
        for (;;) {
          const text = await readEditor(page).then(
            (editor) => editor.text,
            () => '',
          )
          if (text === walk.here.written.text()) break
          if (await leftover.isVisible()) await page.getByRole('button', { name: '放回去' }).click()
          if (performance.now() > end)
            throw new Error(`reload: ${differenceOf(walk.here.written.text(), text)}`)
          await pause(20)
        }
        for (const each of walk.chapters) {
          each.written.forgetSteps()
        }
        walk.hadParts = false
        // It comes from the page's journal: to its place or, where that is gone, to the panel.
        while (suggestion !== null && !(await offered(page)).isWaiting) {
          const output = page.getByTestId('ai-output')
          if ((await output.count()) > 0 && (await output.last().isVisible())) break
          if (performance.now() > end) throw new Error('reload: the suggestion is gone')
          await pause(20)
        }
        await walk.followRun()
        await walk.focusText()
        return ''
      },
    },
    chapter: {
      weight: 1.5,
      may: () => walk.here.suggestion?.state !== 'streaming',
      async act() {
        walk.here = dice.oneOf(walk.chapters)
        await openChapter(page, walk.here.chapter.title)
        await walk.until((text) => text === walk.here.written.text(), 'another chapter')
        await walk.followRun()
        await walk.focusText()
        return walk.here.chapter.title
      },
    },
  }
}
