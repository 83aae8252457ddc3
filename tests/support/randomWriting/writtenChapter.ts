import { countWords } from '../../../main/src/lib/wordCount.ts'

/** A text between two steps, and what counts as a model's in it. */
interface Moment {
  readonly text: string
  /** Words that were taken from a model and not taken back. */
  readonly aiWords: number
}

/** What was there before a step. */
interface Step extends Moment {
  /** Steps with the same number may be undone together. */
  readonly group: number
}

/** A chapter as it has to be: plain strings, changed by the steps of a test. */
export interface WrittenChapter {
  text(): string
  /** As the file has it. */
  stored(): string
  /** What the day has gained here: all words, and those from a model, no more than are left. */
  gained(): { readonly words: number; readonly ai: number }
  /** The author writes over a stretch, in one or more keys. */
  write(from: number, to: number, keys: readonly string[]): void
  /** A model's words were taken: a step of their own. */
  take(after: string): void
  /** The caret was put elsewhere: what is written next is undone apart from what was written before. */
  moved(): void
  /** Texts that an undo may lead to: nothing but what stood there before, and no further back than one step. */
  earlier(): readonly string[]
  /** The text that a redo leads to; null without one. */
  later(): string | null
  undone(text: string): void
  redone(): void
  /** The page was loaded again: nothing can be undone. */
  forgetSteps(): void
}

export function createWrittenChapter(opening: string, ending: '\n' | '\r\n'): WrittenChapter {
  const openingWords = countWords(opening)
  let now: Moment = { text: opening, aiWords: 0 }
  let past: Step[] = []
  let future: Moment[] = []
  let group = 0

  const step = (next: Moment) => {
    past.push({ ...now, group })
    now = next
    future = []
  }
  return {
    text: () => now.text,
    stored: () => now.text.replaceAll('\n', ending),
    gained() {
      const words = Math.max(0, countWords(now.text) - openingWords)
      return { words, ai: Math.min(words, Math.max(0, now.aiWords)) }
    },
    write(from, to, keys) {
      const [before, after] = [now.text.slice(0, from), now.text.slice(to)]
      let written = ''
      for (const key of keys) {
        written += key
        step({ ...now, text: before + written + after })
      }
    },
    take(text) {
      group += 1
      step({ text, aiWords: now.aiWords + countWords(text) - countWords(now.text) })
      group += 1
    },
    moved() {
      group += 1
    },
    earlier() {
      const last = past.at(-1)
      if (last === undefined) return []
      const texts: string[] = []
      for (let index = past.length - 1; index >= 0; index--) {
        const each = past[index]
        if (each?.group !== last.group) break
        texts.push(each.text)
      }
      return texts
    },
    later: () => future.at(-1)?.text ?? null,
    undone(text) {
      future.push(now)
      for (;;) {
        const before = past.pop()
        if (before === undefined) throw new Error('nothing to undo')
        if (before.text !== text) continue
        now = before
        break
      }
      group += 1
    },
    redone() {
      const next = future.pop()
      if (next === undefined) throw new Error('nothing to redo')
      past.push({ ...now, group })
      now = next
      group += 1
    },
    forgetSteps() {
      past = []
      future = []
      group += 1
    },
  }
}
