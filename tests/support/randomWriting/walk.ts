import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { Dice } from '../../../scripts/torture/random.ts'
import { readText } from '../pages.ts'
import type { SlowModel } from '../slowModel.ts'
import type { RandomChapter } from './chapters.ts'
import { drawSentence, drawWords } from './drawnText.ts'
import { readEditor, selectInEditor } from './pageEditor.ts'
import type { SuggestedText } from './suggestedText.ts'
import { createWrittenChapter, type WrittenChapter } from './writtenChapter.ts'

/** A chapter in the app, and as it has to be. */
export interface WalkedChapter {
  readonly chapter: RandomChapter
  readonly written: WrittenChapter
  suggestion: SuggestedText | null
}

export interface WalkOptions {
  readonly page: Page
  readonly dice: Dice
  readonly model: SlowModel
  readonly chapters: readonly RandomChapter[]
}

/** Where a walk is, and what its steps share. */
export interface Walk extends Omit<WalkOptions, 'chapters'> {
  readonly chapters: readonly WalkedChapter[]
  /** The chapter in the editor. */
  here: WalkedChapter
  /** A decision about parts is among the steps of the text, and an undo may take back nothing but that. */
  hadParts: boolean
  /** Throws where the editor has another text. */
  check(wanted: string, what: string): Promise<void>
  /** Waits for a text that is as it has to be; throws with what it is instead, where it never comes. */
  until(isRight: (text: string) => boolean, what: string): Promise<string>
  /** Puts the caret, or a selection, somewhere. */
  place(anchor: number, head?: number): Promise<void>
  /** A place between two characters as a reader sees them, behind the heading: the list of chapters shows that. */
  anyPlace(): number
  /** Two such places, mostly not far from each other. */
  anyStretch(): readonly [from: number, to: number]
  /** Some words in the language of the chapter. */
  draw(): string
  /** The focus goes to the text, its selection stays. */
  focusText(): Promise<void>
  /** Looks what can be decided now: an undo opens decisions again, and a deleted place takes its suggestion along. */
  followRun(): Promise<void>
}

/** A kind of step. */
export interface WalkStep {
  /** How often it is chosen, compared with the others. */
  readonly weight: number
  /** Absent: at any time. */
  readonly may?: () => boolean
  /** Does it and says what it did. Throws where the app does something else. */
  act(): Promise<string>
}

/** Milliseconds; a busy machine is slow, and a fault stays. */
export const patienceMs = 30_000

const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })
/** The characters of a text as a reader sees them. */
export const clustersOf = (text: string): readonly string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)

/** The place where two texts part, with what stands there. */
export function differenceOf(expected: string, actual: string): string {
  let at = 0
  while (at < Math.min(expected.length, actual.length) && expected[at] === actual[at]) at++
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 20), at + 60))
  const lengths = `at ${at} of ${expected.length}/${actual.length}`
  return `${lengths}: ${around(expected)} expected, ${around(actual)} there`
}

/** What the page offers to decide now. */
export async function offered(page: Page) {
  return page.evaluate(async () => {
    // What the last event has changed is drawn by then.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const has = (name: string) => document.querySelector(`[data-testid="${name}"]`) !== null
    return {
      isWorking: has('ai-stop'),
      isWaiting: has('ai-card-accept'),
      isDivided: has('suggestion-parts'),
    }
  })
}

export async function createWalk(options: WalkOptions): Promise<Walk> {
  const { page, dice } = options
  const chapters: WalkedChapter[] = []
  for (const chapter of options.chapters) {
    const text = (await readText(chapter.file)).replaceAll('\r\n', '\n')
    chapters.push({ chapter, written: createWrittenChapter(text, chapter.ending), suggestion: null })
  }
  const [first] = chapters
  if (first === undefined) throw new Error('no chapter')
  /** The last suggestion of each chapter, which an undo may open again. */
  const previous = new Map<WalkedChapter, SuggestedText>()

  const walk: Walk = {
    ...options,
    chapters,
    here: first,
    hadParts: false,
    async check(wanted, what) {
      const { text } = await readEditor(page)
      if (text !== wanted) throw new Error(`${what}: ${differenceOf(wanted, text)}`)
    },
    async until(isRight, what) {
      const end = performance.now() + patienceMs
      for (;;) {
        const { text } = await readEditor(page)
        if (isRight(text)) return text
        if (performance.now() > end)
          throw new Error(`${what}: ${differenceOf(walk.here.written.text(), text)}`)
        await pause(10)
      }
    },
    async place(anchor, head = anchor) {
      const { from, to } = await readEditor(page)
      await selectInEditor(page, anchor, head)
      if (from !== Math.min(anchor, head) || to !== Math.max(anchor, head)) walk.here.written.moved()
    },
    anyPlace() {
      const text = walk.here.written.text()
      const start = text.indexOf('\n') + 1
      const aim = start + dice.roll(text.length - start + 1)
      const line = Math.max(start, text.lastIndexOf('\n', aim - 1) + 1)
      const end = text.indexOf('\n', line)
      let at = line
      for (const cluster of clustersOf(text.slice(line, end < 0 ? text.length : end))) {
        if (at >= aim) break
        at += cluster.length
      }
      return at
    },
    anyStretch() {
      const places = [walk.anyPlace(), walk.anyPlace()]
      const [from, to] = [Math.min(...places), Math.max(...places)]
      return to - from > 60 && dice.roll(5) > 0 ? [from, from] : [from, to]
    },
    draw: () => dice.oneOf([drawWords, drawWords, drawSentence])(dice, walk.here.chapter.language),
    async focusText() {
      const { from, to } = await readEditor(page)
      await selectInEditor(page, from, to)
    },
    async followRun() {
      const { isWorking, isWaiting, isDivided } = await offered(page)
      const { here } = walk
      const suggestion = here.suggestion ?? previous.get(here) ?? null
      if (suggestion !== null) previous.set(here, suggestion)
      if (here.suggestion?.state === 'streaming' && isWorking) return
      const state = isDivided ? 'divided' : 'waiting'
      here.suggestion = isWaiting && suggestion !== null ? { ...suggestion, state } : null
    },
  }
  return walk
}
