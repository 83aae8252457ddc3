import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import { marker } from '../../redaction/index.ts'
import type { Replacement } from './replacements.ts'
import { spansIn, type TextView, toStored } from './view.ts'

/** UTF-16 offsets in a view. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Every place of some words in a view, one after the other. */
export function placesOf(view: TextView, searchText: string): Range[] {
  const positions: Range[] = []
  const normalized = searchText.replace(/\r\n?/g, '\n')
  if (normalized === '') return positions
  for (
    let from = view.text.indexOf(normalized);
    from >= 0;
    from = view.text.indexOf(normalized, from + normalized.length)
  )
    positions.push({ from, to: from + normalized.length })
  return positions
}

/**
 * The stored text with other words at some places of its view. What the model cannot see stays: originals behind
 * redaction markers, and line breaks that are not part of the change. @throws AppError AGENT_REDACTED where a marker
 * would have no original, or hidden text would be deleted.
 */
export function replaceInView(view: TextView, positions: readonly Range[], newText: string): Replaced {
  const parts: string[] = []
  const hidden: Range[] = []
  const replacements: Replacement[] = []
  const originals = view.spans.filter(({ kind }) => kind === 'hidden')
  let next = 0
  let at = 0
  let length = 0
  const copy = (to: number) => {
    for (let span = originals[next]; span && span.from < to; span = originals[++next])
      if (span.from >= at) hidden.push({ from: length + span.from - at, to: length + span.to - at })
    parts.push(view.original.slice(at, to))
    length += to - at
    at = to
  }
  for (const place of positions) {
    const { from, to, parts: newParts } = replacement(view, place, newText)
    copy(from)
    const words = newParts.map(({ text }) => text).join('')
    if (words !== view.original.slice(from, to)) replacements.push({ from, to, text: words })
    for (const { text, isHidden } of newParts) {
      if (isHidden) hidden.push({ from: length, to: length + text.length })
      parts.push(text)
      length += text.length
    }
    at = to
  }
  copy(view.original.length)
  return { text: parts.join(''), hidden, replacements }
}

/** The replacement of one place of a view, in the stored text. @throws AppError AGENT_REDACTED as `replaceInView`. */
export function replacementAt(view: TextView, place: Range, newText: string): Replacement {
  const { from, to, parts } = replacement(view, place, newText)
  return { from, to, text: parts.map(({ text }) => text).join('') }
}

/** A stored text after an edit. */
export interface Replaced {
  readonly text: string
  /** Where the text is that the view of before hides, in order; UTF-16 offsets in `text`. */
  readonly hidden: readonly Range[]
  /** What made it of the text before, in order. */
  readonly replacements: readonly Replacement[]
}

interface Piece {
  readonly text: string
  /** The original behind a marker. */
  readonly isHidden: boolean
}

/** @throws AppError AGENT_REDACTED where the view of after shows a part of what the view of before hides. */
export function requireHidden(after: TextView, hidden: readonly Range[]): void {
  const spans = after.spans.filter(({ kind }) => kind === 'hidden')
  let next = 0
  for (const range of hidden) {
    let at = range.from
    for (let span = spans[next]; span && at < range.to && span.from < range.to; span = spans[++next]) {
      if (span.to <= at) continue
      if (span.from > at) throw hiddenTextError()
      at = span.to
      if (at >= range.to) break
    }
    if (at < range.to) throw hiddenTextError()
  }
}

function replacement(
  view: TextView,
  place: Range,
  given: string,
): Range & { readonly parts: readonly Piece[] } {
  const normalized = given.replace(/\r\n?/g, '\n')
  const before = view.text.slice(place.from, place.to)
  const inside = spansIn(view, place.from, place.to)
  const hidden = inside.filter(({ kind }) => kind === 'hidden')
  if (hidden.some(({ viewFrom, viewTo }) => viewFrom < place.from || viewTo > place.to))
    throw hiddenTextError()
  const present = count(normalized)
  const allowed = count(before)
  if (hidden.length > 0 ? present !== allowed : present > allowed) throw hiddenTextError()

  // Only what differs is written: the bytes of a common beginning and end stay.
  const { head, tail } = common(
    before,
    normalized,
    inside.map(({ viewFrom, viewTo }) => ({ from: viewFrom - place.from, to: viewTo - place.from })),
  )
  const from = place.from + head
  const to = place.to - tail
  const middle = normalized.slice(head, normalized.length - tail)
  const originals = originalsIn(view, from, to)
  const isEscaped = inside.some(({ kind }) => kind === 'reminder')
  const parts = middle
    .split(marker)
    .flatMap((part, index): readonly Piece[] => [
      ...(index === 0 ? [] : [originals[index - 1] ?? { text: marker, isHidden: false }]),
      { text: stored(part, view, isEscaped), isHidden: false },
    ])
  return { from: toStored(view, from, 'start'), to: toStored(view, to, 'end'), parts }
}

/** A model's words as the file has them: its line breaks, and no escape that only the view has. */
function stored(part: string, { lineBreak }: TextView, isEscaped: boolean): string {
  const raw = isEscaped ? part.replace(/&lt;(?=\s{0,9}\/?\s{0,9}system-reminder)/gi, '<') : part
  return lineBreak === '\n' ? raw : raw.replaceAll('\n', lineBreak)
}

/** The original of each marker in a part of the view: hidden text, or the marker itself where the author wrote it. */
function originalsIn(view: TextView, from: number, to: number): Piece[] {
  const part = view.text.slice(from, to)
  const hidden = new Map(
    spansIn(view, from, to).flatMap((span) =>
      span.kind === 'hidden' ? [[span.viewFrom - from, span] as const] : [],
    ),
  )
  const originals: Piece[] = []
  for (let at = part.indexOf(marker); at >= 0; at = part.indexOf(marker, at + marker.length)) {
    const span = hidden.get(at)
    originals.push(
      span
        ? { text: view.original.slice(span.from, span.to), isHidden: true }
        : { text: marker, isHidden: false },
    )
  }
  return originals
}

/** Lengths of the common beginning and end of two texts, without a cut inside one of the spans of the first. */
function common(
  before: string,
  after: string,
  spans: readonly Range[],
): { readonly head: number; readonly tail: number } {
  const maxLength = Math.min(before.length, after.length)
  let head = 0
  while (head < maxLength && before[head] === after[head]) head += 1
  head = spans.find(({ from, to }) => from < head && head < to)?.from ?? head
  let tail = 0
  while (tail < maxLength - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const end = before.length - tail
  const cut = spans.find(({ from, to }) => from < end && end < to)
  return { head, tail: cut ? before.length - cut.to : tail }
}

const count = (text: string) => text.split(marker).length - 1

/** The refusal of an edit that would show or delete what is hidden. */
export function hiddenTextError(): AppError {
  return new AppError(ErrorCode.AGENT_REDACTED)
}
