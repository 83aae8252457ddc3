import { type ChangeDesc, ChangeSet } from '@codemirror/state'
import { type FindingMark, placedMarks } from './findingMarks.ts'
import { wordDiff } from './wordDiff.ts'

/** A part of a suggestion that the writer decides about on its own: a paragraph, or words that change. */
export interface SuggestionPart {
  readonly state: 'pending' | 'taken' | 'left'
  /**
   * Editor positions, the end exclusive: of the words it would replace, and once it is taken of its own words. A
   * paragraph that is not taken has no place yet; its positions say nothing.
   */
  readonly from: number
  readonly to: number
  /** Its own words; line breaks are `\n`. */
  readonly text: string
  /** Line breaks and indent between it and the paragraph before it in the suggestion; '' for a change of words. */
  readonly lead: string
  /** Where it may break a rule, in offsets of `text`. */
  readonly marks: readonly FindingMark[]
}

/** A suggestion in the parts it can be taken in. */
export interface SuggestionParts {
  /** `paragraph`: of a text that is inserted; `change`: of one that replaces another. */
  readonly kind: 'paragraph' | 'change'
  /** In the order of the text; at least one. */
  readonly list: readonly SuggestionPart[]
  /** Index of the part that keys decide about; a pending one while there is any. */
  readonly current: number
  /** What stands around the words of whichever paragraph is taken first. */
  readonly edges: {
    /** Before the first paragraph of the suggestion, and before any other one. */
    readonly first: string
    readonly later: string
    readonly after: string
  }
  /** What stood in its place before anything was taken; '' for an insertion. */
  readonly replaced: string
  /** The words of the whole suggestion, as they stand when every part is taken. */
  readonly whole: string
}

const plainBreaks = (text: string) => text.replace(/\r\n?/g, '\n')

/** The marks that lie in a stretch of a text, clipped to it and in its own offsets. */
const marksWithin = (text: string, marks: ReturnType<typeof placedMarks>, start: number, end: number) =>
  marks.flatMap(({ from, to, title }): FindingMark[] => {
    const [first, last] = [Math.max(from, start), Math.min(to, end)]
    if (first >= last) return []
    return [{ from: first - start, to: last - start, quote: text.slice(first, last), title }]
  })

/** The changes by words that make one text of another at a position; null when nothing changes. */
export const partsOfReplacement = (
  replaced: string,
  written: string,
  at: number,
  marks: readonly FindingMark[],
): SuggestionParts | null => {
  const whole = plainBreaks(written)
  const placed = placedMarks(whole, marks)
  const list = wordDiff(replaced, whole).map(({ fromA, toA, fromB, toB }): SuggestionPart => {
    const text = whole.slice(fromB, toB)
    return {
      ...{ state: 'pending', from: at + fromA, to: at + toA, text, lead: '' },
      marks: marksWithin(whole, placed, fromB, toB),
    }
  })
  const edges = { first: '', later: '', after: '' }
  return list.length === 0 ? null : { kind: 'change', list, current: 0, edges, replaced, whole }
}

/** A run of line breaks with the white space around it. */
const separator = /[^\S\n]*\n\s*/g

/** The paragraphs of a text that is inserted; `edges` is what stands around those that are taken. */
export const partsOfInsertion = (
  written: string,
  edges: SuggestionParts['edges'],
  marks: readonly FindingMark[],
): SuggestionParts | null => {
  const whole = plainBreaks(written)
  const placed = placedMarks(whole, marks)
  const list: SuggestionPart[] = []
  let [start, lead] = [0, '']
  const add = (end: number) => {
    const text = whole.slice(start, end)
    list.push({ state: 'pending', from: 0, to: 0, text, lead, marks: marksWithin(whole, placed, start, end) })
  }
  for (const match of whole.matchAll(separator)) {
    add(match.index)
    lead = match[0]
    start = match.index + lead.length
  }
  add(whole.length)
  return whole.trim() === '' ? null : { kind: 'paragraph', list, current: 0, edges, replaced: '', whole }
}

/** Whether a text has more than one paragraph. */
export const hasParagraphs = (text: string): boolean => /\S\s*[\r\n]\s*\S/.test(text)

export const isPending = ({ state }: SuggestionPart): boolean => state === 'pending'
export const isAccepted = ({ state }: SuggestionPart): boolean => state === 'taken'

/** Where a paragraph that is not taken would stand: behind what is taken before it, else at the beginning. */
export const slotOf = (parts: SuggestionParts, index: number, from: number): number =>
  parts.list.slice(0, index).findLast(isAccepted)?.to ?? from

/** The pending part nearest behind an index, else the last one before it. */
const nextPending = (list: readonly SuggestionPart[], index: number): number => {
  const next = list.findIndex((part, at) => at >= index && isPending(part))
  return next >= 0 ? next : Math.max(0, list.findLastIndex(isPending))
}

/** The next or previous pending part, round the ends. */
export const steppedTo = (parts: SuggestionParts, step: 1 | -1): number => {
  const pending = parts.list.flatMap((part, index) => (isPending(part) ? [index] : []))
  const at = pending.indexOf(parts.current)
  return pending.at((at + step) % pending.length) ?? parts.current
}

/** The parts after a change of the text; what is typed at the edge of a part is not of it. */
export const mappedParts = (parts: SuggestionParts, changes: ChangeDesc): SuggestionParts => ({
  ...parts,
  list: parts.list.map((part) => {
    if (parts.kind === 'paragraph' && !isAccepted(part)) return part
    const to = changes.mapPos(part.to, part.from === part.to ? 1 : -1)
    return { ...part, from: Math.min(changes.mapPos(part.from, 1), to), to }
  }),
})

/** Some parts are left: nothing of the text changes. */
export const left = (parts: SuggestionParts, chosen: ReadonlySet<number>): SuggestionParts => {
  const list = parts.list.map((part, index) =>
    chosen.has(index) && isPending(part) ? { ...part, state: 'left' as const } : part,
  )
  return { ...parts, list, current: nextPending(list, parts.current) }
}

interface Insertion {
  readonly from: number
  readonly to: number
  readonly insert: string
  /** Where the words of each part begin in `insert`. */
  readonly starts: ReadonlyMap<number, number>
}

/** The insertions that take some paragraphs, one for each gap between those that are taken. */
const insertions = (
  parts: SuggestionParts,
  chosen: ReadonlySet<number>,
  from: number,
): readonly Insertion[] => {
  const { list, edges } = parts
  const edits: Insertion[] = []
  let index = 0
  while (index < list.length) {
    const previous = list.slice(0, index).findLast(isAccepted)
    const end = list.findIndex((part, at) => at >= index && isAccepted(part))
    const stop = end < 0 ? list.length : end
    const gap = list.flatMap((part, at) => (at >= index && at < stop && chosen.has(at) ? [{ part, at }] : []))
    const next = previous === undefined && end >= 0 ? list[end] : undefined
    const starts = new Map<number, number>()
    let insert = ''
    for (const { part, at } of gap) {
      const isFirst = insert === '' && previous === undefined
      if (!isFirst) insert += part.lead
      else if (next === undefined) insert += at === 0 ? edges.first : edges.later
      starts.set(at, insert.length)
      insert += part.text
    }
    if (next !== undefined) insert += next.lead
    else if (previous === undefined) insert += edges.after
    const at = previous?.to ?? next?.from ?? from
    if (gap.length > 0) edits.push({ from: at, to: at, insert, starts })
    index = stop + 1
  }
  return edits
}

/**
 * Some parts are taken: what changes in a text of `length` units, and the parts behind it. `range` is where the
 * suggestion stands in the text.
 */
export const taken = (
  parts: SuggestionParts,
  requested: ReadonlySet<number>,
  range: { readonly from: number; readonly to: number },
  length: number,
): {
  readonly changes: ChangeSet
  readonly parts: SuggestionParts
  readonly from: number
  readonly to: number
} => {
  const chosen = new Set([...requested].filter((index) => parts.list[index]?.state === 'pending'))
  const edits: readonly Insertion[] =
    parts.kind === 'paragraph'
      ? insertions(parts, chosen, range.from)
      : parts.list.flatMap(({ from, to, text }, index) =>
          chosen.has(index) ? [{ from, to, insert: text, starts: new Map([[index, 0]]) }] : [],
        )
  const changes = ChangeSet.of(
    edits.map(({ from, to, insert }) => ({ from, to, insert })),
    length,
  )
  const begins = new Map<number, number>()
  for (const [order, edit] of edits.entries()) {
    const before = edits.slice(0, order).filter(({ from }) => from === edit.from)
    const start = before.reduce((sum, { insert }) => sum + insert.length, changes.mapPos(edit.from, -1))
    for (const [index, offset] of edit.starts) begins.set(index, start + offset)
  }
  const list = mappedParts(parts, changes).list.map((part, index) => {
    const from = begins.get(index)
    return from === undefined ? part : { ...part, state: 'taken' as const, from, to: from + part.text.length }
  })
  return {
    changes,
    parts: { ...parts, list, current: nextPending(list, parts.current) },
    from: changes.mapPos(range.from, -1),
    to: changes.mapPos(range.to, 1),
  }
}

/** Where the words that stand in the text are: of all that is taken, or of the whole that is changed. */
export const wordsRange = (
  { kind, list }: SuggestionParts,
  range: { readonly from: number; readonly to: number },
): { readonly from: number; readonly to: number } => {
  if (kind === 'change') return range
  const [first, last] = [list.find(isAccepted), list.findLast(isAccepted)]
  return first === undefined || last === undefined ? range : { from: first.from, to: last.to }
}

/** The parts with their positions moved, for a text in which the suggestion begins elsewhere. */
export const movedParts = (parts: SuggestionParts, by: number): SuggestionParts => ({
  ...parts,
  list: parts.list.map((part) => ({ ...part, from: part.from + by, to: part.to + by })),
})

/** What is still open of a suggestion whose place is gone; a changed passage that was deleted is open as a whole. */
export const openText = ({ kind, list, whole }: SuggestionParts): string => {
  if (kind === 'change') return whole
  const open = list.filter(isPending)
  return open.map(({ text, lead }, index) => (index === 0 ? text : lead + text)).join('')
}
