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

/** One row per chunk, kept ones included: Σ before is what was fetched, Σ after what the prompt holds. */
export function trimRow(placed: Placed, toOriginal: OffsetMap): TrimRow {
  const { chunk, text } = placed
  const fetched = Math.max(chunk.fetchedChars ?? 0, chunk.text.length)
  const cutAtReading = placed.action === 'kept' && fetched > chunk.text.length
  const range = placedRange(placed, toOriginal)
  const level = placed.level ?? chunk.level
  return {
    layer: chunk.source.layer,
    sourceRef: chunkKey(range ? { ref: { ...chunk.ref, ...range } } : chunk),
    action: cutAtReading ? 'trimmed' : placed.action,
    reason: cutAtReading ? (chunk.level ? 'over_budget' : 'too_large') : placed.reason,
    beforeChars: fetched,
    afterChars: text.length,
    ...(level === undefined ? {} : { level }),
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
