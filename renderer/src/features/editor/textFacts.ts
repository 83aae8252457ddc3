import type { Text } from '@codemirror/state'
import { countText, type TextCounts } from './counts.ts'
import { type HeadingWords, headingsOf } from './scenes.ts'

interface Facts {
  readonly counts: TextCounts
  readonly headings: readonly HeadingWords[]
}

export interface TextFacts {
  /** Looks at up to `mostUtf16` units that it does not know yet, a few lines at a time; true when it knows all. */
  record(text: Text, mostUtf16: number): boolean
  /** Counts and headings of a text; what is not known is looked at now. */
  of(text: Text): Facts
  /** Counts of a stretch of it. */
  countsWithin(text: Text, from: number, to: number): TextCounts
}

/**
 * Counts and headings of the text in the editor. They add up over lines, and a changed text shares with the one before
 * all groups of lines (the leaves of the editor's tree) but the one that was written in: only that is looked at again.
 */
export const createTextFacts = (count: (text: string) => TextCounts = countText): TextFacts => {
  const factsByText = new WeakMap<Text, Facts>()

  const factsOf = (leaf: Text): Facts => {
    const before = factsByText.get(leaf)
    if (before !== undefined) return before
    const text = leaf.toString()
    const headings = headingsOf(text).map(({ level, title }) => ({ level, title }))
    const facts = { counts: count(text), headings }
    factsByText.set(leaf, facts)
    return facts
  }

  return {
    record(text, mostUtf16) {
      let left = mostUtf16
      for (const { leaf } of leavesOf(text)) {
        if (factsByText.has(leaf)) continue
        if (left <= 0) return false
        factsOf(leaf)
        left -= leaf.length
      }
      return true
    },
    of(text) {
      const all = Array.from(leavesOf(text), ({ leaf }) => factsOf(leaf))
      return {
        counts: sum(all.map(({ counts }) => counts)),
        headings: all.flatMap(({ headings }) => headings),
      }
    },
    countsWithin(text, from, to) {
      const parts: TextCounts[] = []
      for (const { leaf, start } of leavesOf(text)) {
        const end = start + leaf.length
        if (end <= from) continue
        if (start >= to) break
        const isWhole = from <= start && to >= end
        parts.push(
          isWhole ? factsOf(leaf).counts : count(text.sliceString(Math.max(from, start), Math.min(to, end))),
        )
      }
      return sum(parts)
    },
  }
}

const sum = (all: readonly TextCounts[]): TextCounts => ({
  wordCount: all.reduce((total, { wordCount }) => total + wordCount, 0),
  characters: all.reduce((total, { characters }) => total + characters, 0),
})

/** Groups of lines in order, a line break between two of them. */
export function* leavesOf(text: Text, start = 0): Generator<{ readonly leaf: Text; readonly start: number }> {
  if (text.children === null) return yield { leaf: text, start }
  let at = start
  for (const child of text.children) {
    yield* leavesOf(child, at)
    at += child.length + 1
  }
}
