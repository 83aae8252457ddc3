import type { Replacement } from '../../redaction/index.ts'
import { chunkKey, type Placed, type RedactionRow, type TrimRow } from './types.ts'

export type OffsetMap = (offset: number, replacements: readonly Replacement[]) => number

/** The stored UTF-16 range that a placed chunk shows, when its source is part of a file. */
export function placedRange(placed: Placed, toOriginal: OffsetMap): { from: number; to: number } | undefined {
  const { chunk, start, text } = placed
  const { from, to = from } = chunk.ref
  if (from === undefined || to === undefined) return undefined
  if (placed.level !== undefined || placed.action === 'dropped') return { from, to }
  const map = (offset: number) => from + toOriginal(offset, chunk.replacements)
  return { from: map(start), to: map(start + text.length) }
}

/** What became of a chunk, for every account of it: what reading has cut off counts as cut. */
export function decisionOf({ chunk, action, reason, level }: Placed): Decision {
  const cutAtReading = action === 'kept' && (chunk.fetchedChars ?? 0) > chunk.text.length
  return {
    action: cutAtReading ? 'trimmed' : action,
    reason: cutAtReading ? 'too_large' : reason,
    ...(level === undefined ? {} : { level }),
  }
}

export type Decision = Pick<TrimRow, 'action' | 'reason' | 'level'>

/** One row per chunk, whole ones included: Σ before is what was fetched, Σ after what the prompt contains. */
export function trimRow(placed: Placed, toOriginal: OffsetMap): TrimRow {
  const { chunk, text } = placed
  const range = placedRange(placed, toOriginal)
  return {
    layer: chunk.source.layer,
    sourceRef: chunkKey(range ? { ref: { ...chunk.ref, ...range } } : chunk),
    ...decisionOf(placed),
    beforeChars: Math.max(chunk.fetchedChars ?? 0, chunk.text.length),
    afterChars: text.length,
    reasonCode: chunk.reason.code,
    params: chunk.reason.params,
  }
}

/** Rows of the same pattern and source become one. */
export function mergeRedactions(rows: readonly RedactionRow[]): RedactionRow[] {
  const merged = new Map<string, RedactionRow>()
  for (const row of rows) {
    const key = `${row.sourceRef}\0${row.patternId}`
    const before = merged.get(key)
    merged.set(key, before ? { ...row, matchCount: before.matchCount + row.matchCount } : row)
  }
  return [...merged.values()]
}
