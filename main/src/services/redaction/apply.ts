import type { Redacted, Replacement } from './types.ts'

/** A span to hide: UTF-16 offsets, `to` exclusive. */
export interface SecretMatch {
  readonly patternId: string
  readonly from: number
  readonly to: number
}

/** Replaces everything that is redacted. */
export const marker = '***REDACTED***'

/** Puts the marker in the place of each match. `matches` as `scanSecrets` gives them: ordered, apart. Pure. */
export function applyRedaction(text: string, matches: readonly SecretMatch[]): Redacted {
  if (matches.length === 0) return { text, replacements: [], evidence: [] }
  const parts: string[] = []
  const replacements: Replacement[] = []
  const counts = new Map<string, number>()
  let end = 0
  for (const { patternId, from, to } of matches) {
    parts.push(text.slice(end, from), marker)
    replacements.push({ from, to, length: marker.length, patternId })
    counts.set(patternId, (counts.get(patternId) ?? 0) + 1)
    end = to
  }
  parts.push(text.slice(end))
  return { text: parts.join(''), replacements, evidence: evidenceOf(counts) }
}

/** In code-point order, so that equal texts give equal evidence. */
function evidenceOf(counts: ReadonlyMap<string, number>): Redacted['evidence'] {
  return [...counts]
    .map(([patternId, matchCount]) => ({ patternId, matchCount }))
    .sort((a, b) => (a.patternId < b.patternId ? -1 : 1))
}

/** A text up to this is redacted whole; of a longer one the part, and what may belong to a secret at its edges. */
const wholeUnits = 1_000_000
/** Three times the longest secret: a private key with all its lines. */
const edgeUnits = 65_536
/** What a secret without line breaks is made of; it is never parted, however long. */
const tokenUnit = /[!-~]/
/** The name in front of a value, or what is written behind it. */
const nameUnits = 512

/**
 * The part [from, to) of a text, redacted as a whole before it is cut (UTF-16 offsets of the original): what the
 * whole shows to be secret stays hidden where a cut would leave a piece that nobody recognises. The work on a huge
 * text is bounded by the part.
 */
export async function redactPart(
  redact: (text: string) => Promise<Redacted>,
  original: string,
  from: number,
  to: number,
): Promise<Redacted> {
  const { start, end } = around(original, from, to)
  const near = original.slice(start, end)
  const whole = await redact(near)
  // A redactor that does not report where it replaced something is called for the part itself.
  return hasAllReplacements(near, whole)
    ? cutRedacted(near, whole, from - start, to - start)
    : redact(original.slice(from, to))
}

function around(text: string, from: number, to: number): { readonly start: number; readonly end: number } {
  if (text.length <= wholeUnits) return { start: 0, end: text.length }
  let start = Math.max(0, from - edgeUnits)
  let end = Math.min(text.length, to + edgeUnits)
  while (start > 0 && tokenUnit.test(text.charAt(start - 1))) start--
  while (end < text.length && tokenUnit.test(text.charAt(end))) end++
  return { start: Math.max(0, start - nameUnits), end: Math.min(text.length, end + nameUnits) }
}

function hasAllReplacements(original: string, { text, replacements }: Redacted): boolean {
  if (replacements.length === 0) return text === original
  const gained = replacements.reduce((sum, span) => sum + span.length - (span.to - span.from), 0)
  return original.length + gained === text.length
}

/** The part of a text whose replaced spans are given, see `redactPart`. */
export function cutRedacted(
  original: string,
  { replacements }: Pick<Redacted, 'replacements'>,
  from: number,
  to: number,
): Redacted {
  const matches = replacements
    .filter((span) => span.from < to && span.to > from)
    .map(({ patternId = 'secret', ...span }) => ({
      patternId,
      from: Math.max(span.from, from) - from,
      to: Math.min(span.to, to) - from,
    }))
  return applyRedaction(original.slice(from, to), matches)
}
