/** UTF-16 offsets, `to` exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A span of a text and what stands in the view for it: nothing, as many units, or one for a percent-encoded sign. */
export interface Change extends Span {
  /** What stands there in the view. */
  readonly text: string
}

/** As far in front of a token as anything that tells what it is: a certificate with all its lines. */
const beforeUnits = 8_192
/** Farther than any pattern reaches behind a token. */
const behindUnits = 2_048

/**
 * The lines around the spans of a text, in order and apart; nothing beyond them tells whether a secret is in a span.
 * The whole text when they are most of it. `spans` in order. Linear.
 */
export function partsAround(text: string, spans: readonly Span[]): readonly Span[] {
  const parts: { from: number; to: number }[] = []
  let units = 0
  for (const span of spans) {
    const last = parts.at(-1)
    if (last && span.to + behindUnits <= last.to) continue
    const to = lineEnd(text, span.to + behindUnits)
    const near = span.from - beforeUnits
    if (last && near <= last.to) {
      units += to - last.to
      last.to = to
    } else {
      const from = near <= 0 ? 0 : text.lastIndexOf('\n', near) + 1
      parts.push({ from: Math.max(from, last?.to ?? 0), to })
      units += to - from
    }
    if (units * 2 > text.length) return [{ from: 0, to: text.length }]
  }
  return parts
}

function lineEnd(text: string, from: number): number {
  const at = from < text.length ? text.indexOf('\n', from) : -1
  return at === -1 ? text.length : at
}
