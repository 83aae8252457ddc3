import { applyRedaction, marker, type SecretMatch } from './apply.ts'
import { joinedCode } from './codes.ts'
import { connectionPatterns } from './connections.ts'
import { isRandom } from './disorder.ts'
import { fencedPatterns, outsidePublicBlocks } from './fenced.ts'
import { scanNamed } from './named.ts'
import { originalOffsets } from './offsets.ts'
import { pathEnd } from './pathEnd.ts'
import { type Groups, type Pattern, patterns } from './patterns.ts'
import { prefixedRun, randomRun, shapePatterns } from './shapes.ts'
import { scanStoredKeys } from './storedKeys.ts'
import { type Excerpt, longRuns, nearRuns, type TokenRun, tokenEnd, wholeExcerpt } from './tokenRuns.ts'
import type { RedactionScope } from './types.ts'
import { viewOf } from './view.ts'

export interface ScanOptions {
  /** `creonow`: secrets and absolute paths; `manuscript`: secrets only. */
  readonly scope: RedactionScope
  /** Exact keys the user stored in the app's settings. */
  readonly keys?: readonly string[]
  /** True for an exact text the user has marked as no secret. */
  readonly allow?: (text: string) => boolean
  /** What somebody else found in this very text; taken in beside the own patterns. */
  readonly externalMatches?: readonly SecretMatch[]
  /** Names of this computer's accounts, as they stand behind `Users` and `home` in a path. */
  readonly accounts?: readonly string[]
}

const withIndices = (pattern: Pattern): Pattern => ({
  ...pattern,
  find: new RegExp(pattern.find, `${pattern.find.flags}d`),
})
const allPatterns = [
  ...fencedPatterns,
  ...patterns,
  ...shapePatterns,
  prefixedRun,
  joinedCode,
  ...connectionPatterns,
].map(withIndices)
const lastPattern = withIndices(randomRun)
const pathIds = new Set(allPatterns.flatMap(({ kind, patternId }) => (kind === 'path' ? [patternId] : [])))
/** As short as none but a token is. */
const minTokenUnits = 16
const hiddenTag = '<!--[^>\\r\\n]{0,40}-->|</?[a-z]{1,6}(?: [^<>\\r\\n]{0,60})?>'
/**
 * What goes on behind a few signs, tags or one other letter as if it were the second half of a token; a blank line ends
 * it. The rest of one that was cut near its end is short, and stands right behind the cut.
 */
const secondHalf = new RegExp(
  `(?:(?:${hiddenTag}|\\r?\\n(?!\\s*\\n)|[^\\p{L}\\p{N}\\r\\n]){0,4}?[^A-Za-z0-9\\r\\n]?(?:${hiddenTag}|\\r?\\n(?!\\s*\\n)|[^\\p{L}\\p{N}\\r\\n]){0,4}?` +
    `(?<half>[A-Za-z0-9+/_-]{${minTokenUnits},512})|(?: |${hiddenTag})(?<rest>[A-Za-z0-9]{6,15}))(?![A-Za-z0-9])`,
  'yud',
)
/** A token with at least as many units is whole: what stands behind it is not its rest. */
const wholeTokenUnits = 40

/** Rounds of looking again at what a replacement laid bare; two are already rare. */
const maxRounds = 8

/**
 * Spans to redact, in order and never overlapping; what overlaps is joined, so that no tail of a secret stays.
 * Linear in the text. Scanning a text with its own matches applied finds nothing.
 */
export function scanSecrets(text: string, options: ScanOptions): SecretMatch[] {
  const { externalMatches = [], allow } = options
  const own = join(scanOnce(text, options))
  const whole = externalMatches.map((match) => ({ ...match, to: tokenEnd(text, match.to) }))
  const first = externalMatches.length === 0 ? own : join([...own, ...beyond(whole, own)])
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
function beyond(externalMatches: readonly SecretMatch[], own: readonly SecretMatch[]): SecretMatch[] {
  return externalMatches.filter(({ from, to }) => {
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

function scanOnce(text: string, { scope, keys = [], allow, accounts = [] }: ScanOptions): SecretMatch[] {
  const view = viewOf(text)
  const excerpts = {
    text: wholeExcerpt(view.text),
    run: runsBySize(view.text, view.runs),
    nearRun: nearRuns(view.text, view.runs),
  }
  const matches = scanStoredKeys(view.text, keys)
  const hasPath = scope === 'creonow' && (view.text.includes('/') || view.text.includes('\\'))
  for (const pattern of allPatterns) {
    const { kind, where } = pattern
    if (kind === 'path' ? hasPath : where === 'text' || view.runs.length > 0)
      scanPattern(pattern, view.text, excerpts, accounts, matches)
  }
  if (view.runs.length > 0) {
    matches.push(...scanNamed(view.text, view.runs, scope))
    const random: SecretMatch[] = []
    scanPattern(lastPattern, view.text, excerpts, accounts, random)
    matches.push(...outsidePublicBlocks(view.text, random))
    addSecondHalves(view.text, matches)
  }
  const own = matches.map(({ patternId, from, to }) => ({ patternId, ...view.original(from, to) }))
  return allow ? own.filter(({ from, to }) => !allow(text.slice(from, to))) : own
}

/**
 * Adds what follows a token at once and is as random, whatever parts them: half a token is as bad as a whole one. Each
 * place is looked at once. Linear.
 */
function addSecondHalves(text: string, matches: SecretMatch[]): void {
  const starts = new Set(matches.map(({ from }) => from))
  // It grows while it is read: a token may have more than two parts.
  for (const { patternId, from, to } of matches) {
    if (pathIds.has(patternId) || to - from < minTokenUnits || !isRandom(text.slice(from, to))) continue
    secondHalf.lastIndex = to
    const { half, rest } = secondHalf.exec(text)?.indices?.groups ?? {}
    const [start = 0, end = 0] = half ?? rest ?? []
    if (starts.has(start) || end === 0) continue
    const isRest = half === undefined && to - from < wholeTokenUnits && isMixed(text.slice(start, end))
    if (!isRest && (half === undefined || !isRandom(text.slice(start, end)))) continue
    starts.add(start)
    matches.push({ patternId, from: start, to: end })
  }
}

/** Letters of both cases and digits, which change often: no word, no date, no version. */
const isMixed = (units: string) =>
  /[a-z]/.test(units) && /[A-Z]/.test(units) && (units.match(/\d+/g) ?? []).length > 1

/** The parts of a view in which patterns look; runs by their least length. */
interface Excerpts {
  readonly text: Excerpt
  readonly nearRun: Excerpt
  readonly run: (minUnits: number) => Excerpt
}

const runSizes = [48, 32, 22, 16]

/** Of notes full of short codes only a few long runs are left for most shapes. */
function runsBySize(text: string, runs: readonly TokenRun[]): Excerpts['run'] {
  const excerpts = new Map<number, Excerpt>()
  return (minUnits) => {
    const size = runSizes.find((units) => units <= minUnits) ?? 0
    const excerpt = excerpts.get(size) ?? longRuns(text, runs, size)
    excerpts.set(size, excerpt)
    return excerpt
  }
}

/** Adds what a pattern finds, in offsets of the view. */
function scanPattern(
  { patternId, kind, where, minUnits = 0, hints, find, end, accept }: Pattern,
  text: string,
  excerpts: Excerpts,
  accounts: readonly string[],
  matches: SecretMatch[],
): void {
  const excerpt = where === 'run' ? excerpts.run(minUnits) : excerpts[where]
  const { text: part, place } = excerpt
  if (hints && !hints.some((hint) => excerpt.mayContain(hint) && part.includes(hint))) return
  find.lastIndex = 0
  for (let match = find.exec(part); match; match = find.exec(part)) {
    const groups: Groups = match.groups ?? {}
    const span =
      match.indices?.groups && 'secret' in groups ? match.indices.groups.secret : match.indices?.[0]
    if (!span) continue
    const from = place(span[0])
    const minEnd = from + span[1] - span[0]
    const to =
      kind === 'path'
        ? pathEnd(text, minEnd, marker, accounts)
        : (end?.(text, from, groups) ?? tokenEnd(text, minEnd))
    if (to > from && (accept?.(text.slice(from, to), groups) ?? true)) matches.push({ patternId, from, to })
    find.lastIndex = Math.max(find.lastIndex, span[0] + to - from)
  }
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
