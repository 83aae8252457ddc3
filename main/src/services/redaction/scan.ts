import { applyRedaction, marker, type SecretMatch } from './apply.ts'
import { joinedCode } from './codes.ts'
import { connectionPatterns } from './connections.ts'
import { changesOf, isRandom } from './disorder.ts'
import { fencedPatterns, outsidePublicBlocks } from './fenced.ts'
import { hintFinder } from './hints.ts'
import { scanNamed } from './named.ts'
import { originalOffsets } from './offsets.ts'
import { partsAround, type Span } from './parts.ts'
import { pathEnd } from './pathEnd.ts'
import { type Groups, type Pattern, patterns } from './patterns.ts'
import { plainPasswordPatterns } from './plainPasswords.ts'
import { prefixedRun, randomRun, shapePatterns } from './shapes.ts'
import { scanStoredKeys } from './storedKeys.ts'
import { scanTables } from './tables.ts'
import {
  type Excerpt,
  excerptOf,
  nearRuns,
  type TokenRun,
  tokenEnd,
  tokenRuns,
  wholeExcerpt,
} from './tokenRuns.ts'
import type { RedactionScope, Replacement } from './types.ts'
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
const allPatterns: readonly Pattern[] = [
  ...fencedPatterns,
  ...patterns,
  ...shapePatterns,
  prefixedRun,
  joinedCode,
  ...connectionPatterns,
  ...plainPasswordPatterns,
].map(withIndices)
const lastPattern = withIndices(randomRun)
const textPatterns = allPatterns.filter(({ where }) => where === 'text')
const runPatterns = allPatterns.filter(({ where }) => where !== 'text')
/** They say what stands in front of a value, not what it is: any other find of the same span names it. */
const vagueIds = new Set(plainPasswordPatterns.map(({ patternId }) => patternId))
const vagueness = ({ patternId }: SecretMatch) => Number(vagueIds.has(patternId))
const findHints = hintFinder(runPatterns)
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
    const uncovered = join(scanNear(redacted, replacements, options))
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
function firstEndingAfter(matches: readonly Span[], offset: number): number {
  let low = 0
  let high = matches.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((matches[middle]?.to ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}

/** What a replacement lays bare is as near as any pattern reaches. */
const uncoveredUnits = 1_024

/** What is found near the replacements of a redacted text: elsewhere it is the text that was read before. */
function scanNear(text: string, replacements: readonly Replacement[], options: ScanOptions): SecretMatch[] {
  const marks = marksOf(replacements)
  const parts = partsAround(text, marks)
  if (isWhole(text, parts)) return scanOnce(text, options)
  return parts
    .flatMap(({ from, to }) => moved(scanOnce(text.slice(from, to), options), from))
    .filter(({ from, to }) => {
      const mark = marks[firstEndingAfter(marks, from - uncoveredUnits)]
      return mark !== undefined && mark.from < to + uncoveredUnits
    })
}

/** Where the replacements stand in the redacted text. */
function marksOf(replacements: readonly Replacement[]): Span[] {
  let gained = 0
  return replacements.map(({ from, to, length }) => {
    const start = from + gained
    gained += length - (to - from)
    return { from: start, to: start + length }
  })
}

const isWhole = (text: string, [first]: readonly Span[]) => first?.from === 0 && first.to === text.length

const moved = (matches: readonly SecretMatch[], units: number): SecretMatch[] =>
  matches.map(({ patternId, from, to }) => ({ patternId, from: from + units, to: to + units }))

function scanOnce(text: string, options: ScanOptions): SecretMatch[] {
  const { allow } = options
  const runs = tokenRuns(text)
  const parts = partsAround(text, runs)
  const own = isWhole(text, parts)
    ? scanPart(text, runs, options)
    : [
        ...scanPart(text, [], options),
        ...parts.flatMap(({ from, to }) => {
          const part = text.slice(from, to)
          return moved(scanPart(part, tokenRuns(part), options), from)
        }),
      ]
  if (options.scope === 'creonow') own.push(...scanTables(text))
  return allow ? own.filter(({ from, to }) => !allow(text.slice(from, to))) : own
}

/** What is found in a text with these runs. Without runs, only what needs none. */
function scanPart(
  text: string,
  disguised: readonly TokenRun[],
  { scope, keys = [], accounts = [] }: ScanOptions,
): SecretMatch[] {
  const view = viewOf(text, disguised)
  const matches = scanStoredKeys(view.text, keys)
  const scan = (pattern: Pattern, excerpt: Excerpt, into = matches) =>
    scanPattern(pattern, view.text, excerpt, accounts, into)
  const whole = wholeExcerpt(view.text)
  const hasPath = scope === 'creonow' && (view.text.includes('/') || view.text.includes('\\'))
  for (const pattern of textPatterns) {
    if (pattern.kind === 'path' && !hasPath) continue
    if (pattern.notesOnly && scope === 'manuscript') continue
    if (pattern.hints?.some((hint) => view.text.includes(hint)) ?? true) scan(pattern, whole)
  }
  if (view.runs.length > 0) {
    const runs = runsBySize(view.text, view.runs)
    const nearRun = nearRuns(view.text, view.runs)
    for (const at of findHints(nearRun.text)) {
      const pattern = runPatterns[at]
      if (pattern) scan(pattern, pattern.where === 'run' ? runs(pattern) : nearRun)
    }
    matches.push(...scanNamed(view.text, view.runs, scope))
    const random: SecretMatch[] = []
    scan(lastPattern, runs(lastPattern), random)
    matches.push(...outsidePublicBlocks(view.text, random))
    addSecondHalves(view.text, matches)
  }
  return matches.map(({ patternId, from, to }) => ({ patternId, ...view.original(from, to) }))
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

const runSizes = [48, 32, 22, 16]

/** The runs in which a pattern may find something: of short codes and long addresses few are left for most. */
function runsBySize(text: string, runs: readonly TokenRun[]): (pattern: Pattern) => Excerpt {
  const excerpts = new Map<string, Excerpt>()
  let changes: Uint8Array | undefined
  return ({ minUnits = 0, minChanges = 0 }) => {
    const size = runSizes.find((units) => units <= minUnits) ?? 0
    const id = `${size} ${minChanges}`
    const before = excerpts.get(id)
    if (before) return before
    if (minChanges > 0) changes ??= changesOf(text, runs)
    const long = runs.filter(({ from, to }, at) => to - from >= size && (changes?.[at] ?? 255) >= minChanges)
    const excerpt = excerptOf(text, long)
    excerpts.set(id, excerpt)
    return excerpt
  }
}

/** Adds what a pattern finds, in offsets of the view. */
function scanPattern(
  { patternId, kind, find, end, accept }: Pattern,
  text: string,
  { text: part, place }: Excerpt,
  accounts: readonly string[],
  matches: SecretMatch[],
): void {
  if (part === '') return
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
  for (const match of [...matches].sort((a, b) => a.from - b.from || vagueness(a) - vagueness(b))) {
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
