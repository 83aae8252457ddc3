import type { RedactionScope } from '../types.ts'
import { applyRedaction, marker, type SecretMatch } from './apply.ts'
import { originalOffsets } from './offsets.ts'
import { pathEnd } from './pathEnd.ts'
import { patterns } from './patterns.ts'
import { scanStoredKeys } from './storedKeys.ts'

export interface ScanOptions {
  /** `creonow`: secrets and absolute paths; `manuscript`: secrets only. */
  readonly scope: RedactionScope
  /** Exact keys the user stored in the app's settings. */
  readonly keys?: readonly string[]
  /** True for an exact text the user has marked as no secret. */
  readonly allow?: (text: string) => boolean
}

/** Rounds of looking again at what a replacement laid bare; two are already rare. */
const maxRounds = 8

/**
 * Spans to redact, in order and never overlapping; what overlaps is joined, so that no tail of a secret stays.
 * Linear in the text. Scanning a text with its own matches applied finds nothing.
 */
export function scanSecrets(text: string, options: ScanOptions): SecretMatch[] {
  let matches = join(scanOnce(text, options))
  for (let round = 0; round < maxRounds && matches.length > 0; round++) {
    const { text: redacted, replacements } = applyRedaction(text, matches)
    const uncovered = join(scanOnce(redacted, options))
    if (uncovered.length === 0) break
    const original = originalOffsets(replacements)
    const inOriginal = uncovered.map(({ patternId, from, to }) => ({
      patternId,
      from: original(from, 'start'),
      to: original(to, 'end'),
    }))
    matches = join([...matches, ...inOriginal])
  }
  return matches
}

function scanOnce(text: string, { scope, keys = [], allow }: ScanOptions): SecretMatch[] {
  const matches = scanStoredKeys(text, keys)
  for (const { patternId, kind, hints, find } of patterns) {
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
