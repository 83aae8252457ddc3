import type { Replacement } from './types.ts'

/** To which side an offset inside a replaced span goes; at an insertion, which side of it is meant. */
export type Edge = 'start' | 'end'

/** Maps a UTF-16 offset of the redacted text to the original. Replacements are ordered and apart. */
export function toOriginalOffset(
  offset: number,
  replacements: readonly Replacement[],
  edge: Edge = 'start',
): number {
  return originalOffsets(replacements)(offset, edge)
}

/** The same for many offsets in ascending order, in one walk over the replacements. */
export function originalOffsets(
  replacements: readonly Replacement[],
): (offset: number, edge: Edge) => number {
  let next = 0
  let shift = 0
  return (offset, edge) => {
    for (let span = replacements[next]; span; span = replacements[++next]) {
      const { from, to, length } = span
      const start = from + shift
      if (offset < start || (offset === start && edge === 'start')) break
      if (offset < start + length) return offset === start || edge === 'start' ? from : to
      shift += length - (to - from)
    }
    return offset - shift
  }
}

/**
 * One list for two steps: `first` leads from the original to a text in between, `second` from there to the
 * final text. Spans of both steps that overlap become one.
 */
export function composeReplacements(
  first: readonly Replacement[],
  second: readonly Replacement[],
): Replacement[] {
  const composed: Replacement[] = []
  /** Original minus in-between offset after everything placed so far. */
  let behind = 0
  let open: OpenSpan | undefined
  const close = () => {
    if (!open) return
    const from = open.from + behind
    const units = open.to - open.from
    behind += open.originalGain
    composed.push({ from, to: from + units + open.originalGain, length: units + open.finalGain })
    open = undefined
  }
  for (const step of inBetween(first, second)) {
    if (!open || step.from >= open.to) {
      close()
      open = { ...step }
      continue
    }
    open.to = Math.max(open.to, step.to)
    open.originalGain += step.originalGain
    open.finalGain += step.finalGain
  }
  close()
  return composed
}

interface OpenSpan {
  from: number
  to: number
  /** Units the span is longer in the original, and in the final text, than in between. */
  originalGain: number
  finalGain: number
}

/** The spans of both steps in offsets of the text in between, by start; empty ones before others. */
function inBetween(first: readonly Replacement[], second: readonly Replacement[]): OpenSpan[] {
  const spans: OpenSpan[] = []
  let shift = 0
  for (const { from, to, length } of first) {
    const originalGain = to - from - length
    spans.push({ from: from + shift, to: from + shift + length, originalGain, finalGain: 0 })
    shift -= originalGain
  }
  for (const { from, to, length } of second) {
    spans.push({ from, to, originalGain: 0, finalGain: length - (to - from) })
  }
  return spans.sort((a, b) => a.from - b.from || a.to - b.to)
}
