import type { Change, Span } from './parts.ts'
import { isScrambled, minScrambledUnits } from './scrambled.ts'

/** As long as the shortest value that is looked at. */
const minUnits = 8
/**
 * Characters without a glyph of their own, as a class of an expression: those of Unicode that are ignored by default,
 * and the directions of writing.
 */
export const invisible =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e' +
  '\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0'
/** Those of them beyond the first plane, as two units: tags and variation selectors. */
export const invisiblePair = '\\udb40[\\udc00-\\uddef]'
/** Full-width letters, digits and signs in which a token may be written, likewise. */
export const wide = '\\uff03-\\uff05\\uff0b\\uff0d\\uff0f-\\uff19\\uff20-\\uff3a\\uff3f\\uff41-\\uff5a\\uff5e'
/** What a unit of a run tells, by its code; 0: it parts runs. */
const sign = 1
const small = 2
const capital = 3
const unlikeWord = 4
const kindOf = new Uint8Array(65_536)
const disguising = new RegExp(`[${invisible}${wide}\\udb40\\udc00-\\uddef]`)
for (let code = 0x21; code < 65_536; code++) {
  const unit = String.fromCharCode(code)
  if (code < 0x7f ? '"\'`\\<>'.includes(unit) : !disguising.test(unit)) continue
  // A digit, a sign of code and a disguise are in no word.
  if (code >= 0x7f || /[0-9_@#$%^&=~]/.test(unit)) kindOf[code] = unlikeWord
  else if (/[a-z]/.test(unit)) kindOf[code] = small
  else kindOf[code] = /[A-Z]/.test(unit) ? capital : sign
}
/** Characters without a blank, a quotation mark or a tag between them, disguised or not: UTF-16 offsets, `to` exclusive. */
export interface TokenRun {
  readonly from: number
  readonly to: number
}

/** Parts of a text in one, and the way back. */
export interface Excerpt {
  readonly text: string
  /** Where a unit of `text` stands in the text that was read (UTF-16 offsets). */
  readonly place: (offset: number) => number
}

/**
 * The runs of a text that may hold a key: prose in any language has hardly one. A run covers one unit of each
 * `minUnits`, so that only these are looked at. Linear.
 */
export function tokenRuns(text: string): readonly TokenRun[] {
  const runs: TokenRun[] = []
  for (let at = minUnits - 1; at < text.length; at += minUnits) {
    if (kindOf[text.charCodeAt(at)] === 0) continue
    let from = at
    while (from > 0 && kindOf[text.charCodeAt(from - 1)] !== 0) from--
    let to = at + 1
    while (kindOf[text.charCodeAt(to)]) to++
    if (to - from >= minUnits && !isWords(text, from, to)) runs.push({ from, to })
    at = to
  }
  return runs
}

/**
 * The runs of a text that changes have made of another one with these `runs`: only what a change touches is read again.
 * `changes` in order and apart, in offsets of the other text. The same as `tokenRuns(text)`.
 */
export function runsBehind(
  text: string,
  runs: readonly TokenRun[],
  changes: readonly Change[],
): readonly TokenRun[] {
  const parts = partsTouched(text, changes)
  const all: TokenRun[] = []
  let partAt = 0
  let changeAt = 0
  let gained = 0
  const readUpTo = (limit: number) => {
    for (let part = parts[partAt]; part && part.to <= limit; part = parts[++partAt]) {
      const start = part.from
      for (const { from, to } of tokenRuns(text.slice(start, part.to)))
        all.push({ from: start + from, to: start + to })
    }
  }
  for (const run of runs) {
    for (let change = changes[changeAt]; change && change.to <= run.from; change = changes[++changeAt])
      gained += change.text.length - (change.to - change.from)
    if ((changes[changeAt]?.from ?? Number.POSITIVE_INFINITY) <= run.from) continue
    const from = run.from + gained
    readUpTo(from)
    if ((parts[partAt]?.from ?? Number.POSITIVE_INFINITY) > from) all.push({ from, to: run.to + gained })
  }
  readUpTo(text.length)
  return all
}

/** What stands around each change without a part of runs beside it, in order and apart, in offsets of the text behind. */
function partsTouched(text: string, changes: readonly Change[]): readonly Span[] {
  const parts: { from: number; to: number }[] = []
  let gained = 0
  for (const change of changes) {
    let from = change.from + gained
    let to = from + change.text.length
    gained += change.text.length - (change.to - change.from)
    const last = parts.at(-1)
    if (last && to < last.to) continue
    while (from > (last?.to ?? 0) && kindOf[text.charCodeAt(from - 1)] !== 0) from--
    while (kindOf[text.charCodeAt(to)]) to++
    if (last && from <= last.to) last.to = to
    else parts.push({ from, to })
  }
  return parts
}

/**
 * False for what no word has: a digit, a sign of code, a capital behind a small letter, a disguise, a known prefix, and
 * for letters in no order of a language.
 */
function isWords(text: string, from: number, to: number): boolean {
  if (to - from >= minScrambledUnits && hasLettersOfOneCase(text, from, to))
    return !isScrambledPart(text.slice(from, to)) && hasWordUnits(text, from, to)
  return hasWordUnits(text, from, to)
}

/** As many small letters, or capitals, in a row as may be scrambled. */
function hasLettersOfOneCase(text: string, from: number, to: number): boolean {
  let units = 0
  let before = 0
  for (let at = from; at < to && units < minScrambledUnits; at++) {
    const kind = kindOf[text.charCodeAt(at)] ?? 0
    units = kind !== small && kind !== capital ? 0 : kind === before ? units + 1 : 1
    before = kind
  }
  return units >= minScrambledUnits
}

/** Some letters of a run, up to a sign, that are scrambled. */
const isScrambledPart = (run: string) => (run.match(/[A-Za-z]{16,}/g) ?? []).some(isScrambled)

function hasWordUnits(text: string, from: number, to: number): boolean {
  let before = 0
  for (let at = from; at < to; at++) {
    const kind = kindOf[text.charCodeAt(at)] ?? 0
    if (kind === small) {
      before = small
      continue
    }
    if (kind === unlikeWord || (kind === capital && before === small)) return false
    if (kind === before ? kind === capital && startsPrefix(text, at - 1) : text.startsWith('sk-', at - 2))
      return false
    before = kind
  }
  return true
}

const startsPrefix = (text: string, at: number) => text.startsWith('AKIA', at) || text.startsWith('AIza', at)

/** A name stands in front of its value, the rest of a command behind it. */
const nearUnits = 256
/** No pattern goes from one part to the next. */
const gap = '\n\0\n'

/** The runs with what stands around them. */
export function nearRuns(text: string, runs: readonly TokenRun[]): Excerpt {
  const parts: { from: number; to: number }[] = []
  let units = 0
  for (const run of runs) {
    const from = Math.max(0, run.from - nearUnits)
    const to = Math.min(text.length, run.to + nearUnits)
    units += to - Math.max(from, parts.at(-1)?.to ?? 0)
    const last = parts.at(-1)
    if (last && from <= last.to) last.to = to
    else parts.push({ from, to })
  }
  return units * 2 > text.length ? wholeExcerpt(text) : excerpt(text, parts, gap)
}

/** A text as the only part of itself. */
export const wholeExcerpt = (text: string): Excerpt => ({
  text,
  place: (offset) => offset,
})

/** Spans of a text, one a line. */
export const excerptOf = (text: string, spans: readonly TokenRun[]): Excerpt => excerpt(text, spans, '\n')

function excerpt(text: string, parts: readonly TokenRun[], between: string): Excerpt {
  const starts: number[] = []
  let units = 0
  for (const { from, to } of parts) {
    starts.push(units)
    units += to - from + between.length
  }
  const place = (offset: number) => {
    const at = lastAtMost(starts, offset)
    return offset - (starts[at] ?? 0) + (parts[at]?.from ?? 0)
  }
  return { text: parts.map(({ from, to }) => text.slice(from, to)).join(between), place }
}

/** The index of the last of the ascending numbers that is at most `limit`; 0 when there is none. */
export function lastAtMost(ascending: readonly number[], limit: number): number {
  let low = 0
  for (let high = ascending.length; high - low > 1; ) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) <= limit) low = middle
    else high = middle
  }
  return low
}

/** What a key, a password or a token is made of, beside the few signs that also end a sentence. */
const tokenRest = /[A-Za-z0-9_+=~%]+|-(?=[A-Za-z0-9_])/y

/** The end of the token that goes on at `from` (UTF-16): half a secret is as bad as a whole one. Linear. */
export function tokenEnd(text: string, from: number): number {
  let at = from
  for (;;) {
    tokenRest.lastIndex = at
    const rest = tokenRest.exec(text)
    if (!rest) return at
    at += rest[0].length
  }
}
