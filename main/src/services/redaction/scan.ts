import { applyRedaction, marker, type SecretMatch } from './apply.ts'
import { originalOffsets } from './offsets.ts'
import { pathEnd } from './pathEnd.ts'
import { patterns } from './patterns.ts'
import { servicePatterns } from './servicePatterns.ts'
import { scanStoredKeys } from './storedKeys.ts'
import type { RedactionScope } from './types.ts'

export interface ScanOptions {
  /** `creonow`: secrets and absolute paths; `manuscript`: secrets only. */
  readonly scope: RedactionScope
  /** Exact keys the user stored in the app's settings. */
  readonly keys?: readonly string[]
  /** True for an exact text the user has marked as no secret. */
  readonly allow?: (text: string) => boolean
  /** What somebody else found in this very text; taken in beside the own patterns. */
  readonly found?: readonly SecretMatch[]
}

const allPatterns = [...patterns, ...servicePatterns]

/** Rounds of looking again at what a replacement laid bare; two are already rare. */
const maxRounds = 8

/**
 * Spans to redact, in order and never overlapping; what overlaps is joined, so that no tail of a secret stays.
 * Linear in the text. Scanning a text with its own matches applied finds nothing.
 */
export function scanSecrets(text: string, options: ScanOptions): SecretMatch[] {
  const { found = [], allow } = options
  const own = join(scanOnce(text, options))
  const first = found.length === 0 ? own : join([...own, ...beyond(found, own)])
  // Overlapping finds are allowed as the one span that people see.
  const allowed = new Set(allow ? first.filter(({ from, to }) => allow(text.slice(from, to))) : [])
  let matches = first.filter((match) => !allowed.has(match))
  for (let round = 0; round < maxRounds && matches.length > 0; round++) {
    const { text: redacted, replacements } = applyRedaction(text, matches)
    const original = originalOffsets(replacements)
    const uncovered = join(scanOnce(redacted, options))
      .map(({ patternId, from, to }) => ({
        patternId,
        from: original(from, 'start'),
        to: original(to, 'end'),
      }))
      .filter((match) => ![...allowed].some((span) => span.from <= match.from && match.to <= span.to))
    if (uncovered.length === 0) break
    matches = join([...matches, ...uncovered])
  }
  return matches
}

/**
 * Finds of others that say more than the own ones: a longer tail, or a secret of a kind unknown here. One that
 * only takes more of the text in front (a whole URL around its password) says less.
 */
function beyond(found: readonly SecretMatch[], own: readonly SecretMatch[]): SecretMatch[] {
  return found.filter(({ from, to }) => {
    for (let at = firstEndingAfter(own, from); ; at++) {
      const match = own[at]
      if (!match || match.from >= to) return true
      if (match.from > from || match.to >= to) return false
    }
  })
}

/** `matches` in order and apart. */
function firstEndingAfter(matches: readonly SecretMatch[], offset: number): number {
  let low = 0
  let high = matches.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((matches[middle]?.to ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}

function scanOnce(text: string, { scope, keys = [], allow }: ScanOptions): SecretMatch[] {
  const matches = scanStoredKeys(text, keys)
  for (const { patternId, kind, hints, find } of allPatterns) {
    if (kind === 'path' && scope === 'manuscript') continue
    if (hints && !hints.some((hint) => text.includes(hint))) continue
    const finder = new RegExp(find, `${find.flags}d`)
    for (let found = finder.exec(text); found; found = finder.exec(text)) {
      const span = found.indices?.groups ? found.indices.groups.secret : found.indices?.[0]
      if (!span) continue
      const to = kind === 'path' ? pathEnd(text, span[1], marker) : span[1]
      matches.push({ patternId, from: span[0], to })
      finder.lastIndex = Math.max(finder.lastIndex, to)
    }
  }
  return allow ? matches.filter(({ from, to }) => !allow(text.slice(from, to))) : matches
}

/** Overlapping spans become one, named by the longest of them, else by the first found. */
function join(matches: readonly SecretMatch[]): SecretMatch[] {
  const joined: SecretMatch[] = []
  let longest = 0
  for (const match of [...matches].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    const units = match.to - match.from
    if (!last || match.from >= last.to) {
      joined.push(match)
      longest = units
      continue
    }
    const patternId = units > longest ? match.patternId : last.patternId
    longest = Math.max(longest, units)
    joined[joined.length - 1] = { patternId, from: last.from, to: Math.max(last.to, match.to) }
  }
  return joined
}
