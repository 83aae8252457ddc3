import { setTimeout as pause } from 'node:timers/promises'
import { drawSentence } from './drawnText.ts'
import { readEditor } from './pageEditor.ts'
import { isInserted, isPartOf, isReplaced, textsOf } from './suggestedText.ts'
import { differenceOf, offered, patienceMs, type Walk, type WalkStep } from './walk.ts'

/** What an author does with a model: asks it, lets it write, takes all or some of it. */
export const suggestionSteps = (walk: Walk): Readonly<Record<string, WalkStep>> => {
  const { page, dice, model } = walk
  const isWaiting = async () => {
    const end = performance.now() + patienceMs
    while ((await offered(page)).isWorking) {
      if (performance.now() > end) throw new Error('the run does not end')
      await pause(10)
    }
    await walk.followRun()
  }
  return {
    run: {
      weight: 7,
      may: () => walk.here.suggestion === null,
      async act() {
        const skill = dice.oneOf(['continue', 'continue', 'polish'] as const)
        if (skill === 'polish') {
          const text = walk.here.written.text()
          const start = text.indexOf('\n') + 1
          const from = walk.anyPlace()
          const end = text.indexOf('\n', from)
          const to = end < 0 ? text.length : end
          if (from < start || from === to) return 'nothing to polish'
          await walk.place(from, to)
        }
        await page.getByTestId(`ai-skill-${skill}`).click()
        await page.getByTestId('ai-run').click()
        await model.asked()
        walk.here.suggestion = { skill, chunks: [], state: 'streaming', isCut: false, isPartTaken: false }
        walk.hadParts = false
        await walk.focusText()
        return skill
      },
    },
    stream: {
      weight: 14,
      may: () => walk.here.suggestion?.state === 'streaming',
      async act() {
        const { suggestion, chapter } = walk.here
        const lead =
          (suggestion?.chunks.length ?? 0) > 0 && dice.roll(2) === 0
            ? dice.oneOf(['\n\n', '\n', '\n\n　　'])
            : ''
        const chunk = lead + drawSentence(dice, chapter.language)
        suggestion?.chunks.push(chunk)
        model.write(chunk)
        return JSON.stringify(chunk)
      },
    },
    end: {
      weight: 6,
      may: () => walk.here.suggestion?.state === 'streaming' && walk.here.suggestion.chunks.length > 0,
      async act() {
        model.end()
        await isWaiting()
        return ''
      },
    },
    stop: {
      weight: 1,
      may: () => walk.here.suggestion?.state === 'streaming',
      async act() {
        await page.getByTestId('ai-stop').click()
        model.end()
        if (walk.here.suggestion !== null) walk.here.suggestion.isCut = true
        await isWaiting()
        await walk.focusText()
        return ''
      },
    },
    accept: {
      weight: 5,
      may: () => walk.here.suggestion?.state === 'waiting',
      async act() {
        const before = walk.here.written.text()
        await walk.focusText()
        await page.keyboard.press('ControlOrMeta+Enter')
        const { suggestion } = walk.here
        const isTaken = (after: string) =>
          textsOf(suggestion).some((text) =>
            suggestion?.skill === 'continue'
              ? isInserted(before, after, text)
              : isReplaced(before, after, text),
          )
        const after = await walk.until((now) => now !== before || isTaken(now), 'accept')
        if (!isTaken(after)) throw new Error(`accept: ${differenceOf(before, after)}`)
        walk.here.written.take(after)
        walk.here.suggestion = null
        return `${after.length - before.length} units`
      },
    },
    divide: {
      weight: 5,
      may: () => walk.here.suggestion?.state === 'waiting',
      async act() {
        const button = page.getByTestId('ai-card-parts')
        if (!(await button.isVisible())) return 'one part'
        await button.click()
        await page.getByTestId('suggestion-parts').waitFor({ timeout: patienceMs })
        walk.hadParts = true
        if (walk.here.suggestion !== null) walk.here.suggestion.state = 'divided'
        await walk.focusText()
        return ''
      },
    },
    part: {
      weight: 14,
      may: () => walk.here.suggestion?.state === 'divided',
      async act() {
        const isTaking = dice.roll(3) > 0
        const which = dice.oneOf(['next', 'previous', ''] as const)
        if (which !== '') await page.getByTestId(`ai-parts-${which}`).click()
        const before = walk.here.written.text()
        await page.getByTestId(isTaking ? 'ai-parts-take' : 'ai-parts-leave').click()
        const { text: after } = await readEditor(page)
        if (isTaking) {
          const { suggestion } = walk.here
          const whole = textsOf(suggestion)
          const isRight = whole.some((text) => isPartOf(before, after, text, suggestion?.skill === 'polish'))
          if (!isRight) throw new Error(`part: ${differenceOf(before, after)}`)
          walk.here.written.take(after)
          if (suggestion !== null) suggestion.isPartTaken = true
        } else if (after !== before) throw new Error(`leave: ${differenceOf(before, after)}`)
        await walk.followRun()
        await walk.focusText()
        return isTaking ? `taken, ${after.length - before.length} units` : 'left'
      },
    },
    leave: {
      weight: 1,
      may: () => walk.here.suggestion?.state === 'waiting' || walk.here.suggestion?.state === 'divided',
      async act() {
        await page.getByTestId('ai-card-discard').click()
        await walk.followRun()
        await walk.focusText()
        return ''
      },
    },
  }
}
