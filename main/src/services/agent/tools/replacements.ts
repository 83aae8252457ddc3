import { diffArrays } from 'diff'

/** Other words for a part of a text. */
export interface Replacement {
  /** UTF-16 offsets in the text before. */
  readonly from: number
  readonly to: number
  /** What is there afterwards. */
  readonly text: string
}

/** Edits beyond which a comparison would take too long: then all of the old goes and all of the new comes. */
const maxEditLength = 4000

/** Whether two ranges have a part in common; an empty one has when it is inside the other. */
export const overlap = (a: Omit<Replacement, 'text'>, b: Omit<Replacement, 'text'>): boolean =>
  a.from < b.to && b.from < a.to

/** A text after some of its replacements; they are in order and apart. */
export function withReplacements(text: string, replacements: readonly Replacement[]): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to, text: words } of replacements) {
    parts.push(text.slice(at, from), words)
    at = to
  }
  return [...parts, text.slice(at)].join('')
}

/** Replacements of a text as they are in the text after them, with where that is. */
function placed(replacements: readonly Replacement[]) {
  let shift = 0
  return replacements.map((before) => {
    const from = before.from + shift
    shift += before.text.length - (before.to - before.from)
    return { before, from, to: from + before.text.length }
  })
}

/** A range of the text after replacements as one of the text before; undefined where it has a part of one of them. */
export function rangeBefore(
  replacements: readonly Replacement[],
  range: Omit<Replacement, 'text'>,
): Omit<Replacement, 'text'> | undefined {
  let shift = 0
  for (const { before, from, to } of placed(replacements)) {
    if (overlap({ from, to }, range)) return undefined
    if (from >= range.to) break
    shift = before.to - to
  }
  return { from: range.from + shift, to: range.to + shift }
}

/** Two rounds of replacements, the second in the text after the first, as one; what overlaps becomes one replacement. */
export function composed(
  first: readonly Replacement[],
  second: readonly Replacement[],
  between: string,
): readonly Replacement[] {
  if (first.length === 0) return second
  const earlier = placed(first)
  const result: Replacement[] = []
  let [next, at, shift] = [0, 0, 0]
  while (next < earlier.length || at < second.length) {
    const [inFirst, inSecond] = [earlier[next], second[at]]
    const isEarlier =
      inFirst && (!inSecond || (inFirst.from - inSecond.from || inFirst.to - inSecond.to) <= 0)
    const start = isEarlier ? inFirst : inSecond
    if (!start) break
    const group = { from: start.from, to: start.to }
    const [nextFrom, atFrom] = [next, at]
    if (isEarlier) next += 1
    else at += 1
    for (;;) {
      const [nextFirst, nextSecond] = [earlier[next], second[at]]
      if (nextFirst && overlap(group, nextFirst)) {
        group.to = Math.max(group.to, nextFirst.to)
        next += 1
      } else if (nextSecond && overlap(group, nextSecond)) {
        group.to = Math.max(group.to, nextSecond.to)
        at += 1
      } else break
    }
    const from = group.from + shift
    for (const { before, to } of earlier.slice(nextFrom, next)) shift = before.to - to
    const inside = second
      .slice(atFrom, at)
      .map(({ from: start, to, text }) => ({ from: start - group.from, to: to - group.from, text }))
    result.push({
      ...{ from, to: group.to + shift },
      text: withReplacements(between.slice(group.from, group.to), inside),
    })
  }
  return result
}

/** A replacement of several lines as one for each run of lines that differ, line by line where they are as many. */
export function splitByLines(original: string, replacement: Replacement): readonly Replacement[] {
  const { from, to, text } = replacement
  const before = original.slice(from, to)
  if (!before.includes('\n') || text === '') return [replacement]
  const changes = diffArrays(linesIn(before), linesIn(text), { maxEditLength })
  if (!changes) return [replacement]
  const result: Replacement[] = []
  let at = from
  let removed: readonly string[] = []
  const flush = (added: readonly string[]) => {
    const isPaired = removed.length === added.length
    const pairs = isPaired
      ? removed.map((line, index) => [line, added[index] ?? ''] as const)
      : [[removed.join(''), added.join('')] as const]
    for (const [line, words] of pairs) {
      result.push({ from: at, to: at + line.length, text: words })
      at += line.length
    }
    removed = []
  }
  for (const change of changes) {
    if (change.removed) removed = change.value
    else if (change.added) flush(change.value)
    else {
      if (removed.length > 0) flush([])
      at += change.value.join('').length
    }
  }
  if (removed.length > 0) flush([])
  return result
}

const linesIn = (text: string) => (text === '' ? [] : text.split(/(?<=\n)/))

/** The line of an offset, counted on from the previous call's offset where that is before it. */
export function createLineCount(text: string): (offset: number) => number {
  let [line, at] = [1, 0]
  return (offset) => {
    if (offset < at) [line, at] = [1, 0]
    for (let end = text.indexOf('\n', at); end >= 0 && end < offset; end = text.indexOf('\n', at)) {
      line += 1
      at = end + 1
    }
    return line
  }
}
