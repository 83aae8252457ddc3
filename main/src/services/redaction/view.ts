import { isRandom } from './disorder.ts'
import { alike, alikeChanges, spacedChanges } from './nameDisguises.ts'
import type { Change, Span } from './parts.ts'
import {
  invisible,
  invisiblePair,
  lastAtMost,
  runsBehind,
  type TokenRun,
  tokenRuns,
  wide,
} from './tokenRuns.ts'

/** A text as a reader understands it, without what can part a token, and the way back to what was read. */
export interface TextView {
  readonly text: string
  /** The runs of `text` that may hold a key, in order. */
  readonly runs: readonly TokenRun[]
  /** A span of the view (UTF-16 offsets, not empty) as a span of the text that was read. */
  readonly original: (from: number, to: number) => Span
}

/** Characters without a glyph of their own, and full-width ones in which a token may be written. */
const invisibleOrWide = new RegExp(`(?:[${invisible}${wide}]|${invisiblePair})+`, 'g')
const invisiblePart = new RegExp(`(?:[${invisible}]|${invisiblePair})+|[${wide}]+`, 'g')
const isInvisible = new RegExp(`^(?:[${invisible}]|${invisiblePair})`)
/** Signs that part a name from its value in an address that is part of another, also encoded twice, or in JSON. */
const encodedSign = /(?:%(?:25){0,4}|\\{1,4}u00)(20|22|26|2C|2F|3A|3B|3D|3F|7B|7D)/gi
const tokenUnit = /[A-Za-z0-9_-]/
/** What a page or Markdown does not show inside a word, and a line continuation of Windows. */
const softSign =
  /(?<=[A-Za-z0-9_-])(?:&(?:shy|zwn?j|ZeroWidthSpace|#(?:8203|173|x200b|xad));|\*\*|\^\r?\n[ \t]{0,40})(?=[A-Za-z0-9_-])/gi
/** As many full-width characters in a row are more than a number in prose. */
const minWideUnits = 3
/**
 * What joins two halves of a token where the first one ends: a line continuation of a shell, a soft place of a page or of
 * Markdown, two ends of string literals, a line break before a half that is all of its line.
 */
const joint = new RegExp(
  '[\\\\`]\\r?\\n[ \\t]{0,40}|<(?:wbr|br) ?/?>' +
    ['"', "'", '`']
      .map(
        (quote) =>
          `|${quote}[ \\t]{0,8}(?:[+.&]|\\|\\||\\.\\.|<<)?[ \\t]{0,8}(?:\\r?\\n[ \\t]{0,40})?${quote}`,
      )
      .join('') +
    '|(?<break>\\r?\\n[ \\t]{0,40}(?:(?:[>#*;]|//|--) ?)?)' +
    '(?=(?<half>[A-Za-z0-9+/]{8,512})={0,2}["\'`,;.。，；！？”’」』）)]{0,3}[ \\t]{0,4}(?:[\\r\\n]|$))',
  'y',
)
/** As far in front of a run as the name of its value stands, disguised as that may be. */
const nearUnits = 2_048
/** The first half of a token before a line break: as short as none but a token is. */
const minHalfUnits = 16
const fullWidthShift = 0xfee0
const halfWidth = (text: string) =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - fullWidthShift))

/** The view of a text with the runs that `tokenRuns` finds in it; the text itself where nothing is disguised. Linear. */
export function viewOf(text: string, disguised = tokenRuns(text)): TextView {
  if (disguised.length === 0) return { text, runs: disguised, original: (from, to) => ({ from, to }) }
  const disguises = nearParts(text, disguised).flatMap(({ from, to }) =>
    disguisesOf(text.slice(from, to), from),
  )
  const visible = changed(text, disguises)
  const runs = disguises.length === 0 ? disguised : runsBehind(visible.text, disguised, disguises)
  const joints = jointsOf(visible.text, runs)
  if (joints.length === 0) return { ...visible, runs }
  const joined = changed(visible.text, joints)
  return {
    text: joined.text,
    runs: runsBehind(joined.text, runs, joints),
    original: (from, to) => {
      const span = joined.original(from, to)
      return visible.original(span.from, span.to)
    },
  }
}

/** What stands around the runs, in order and apart: elsewhere a disguise hides nothing. */
function nearParts(text: string, runs: readonly TokenRun[]): Span[] {
  const parts: { from: number; to: number }[] = []
  for (const run of runs) {
    const [from, to] = [Math.max(0, run.from - nearUnits), Math.min(text.length, run.to + nearUnits)]
    const last = parts.at(-1)
    if (last && from <= last.to) last.to = to
    else parts.push({ from, to })
  }
  return parts
}

/** What may disguise something in a text, by the code of a unit; `parting` stands between single letters. */
const hiding = 1
const encoding = 2
const soft = 4
const resembling = 8
const parting = 16
const spacing = 32
const escaping = 64
const disguiseOf = new Uint8Array(65_536)
const isHiding = new RegExp(`[${invisible}${wide}\\udb40]`)
for (let code = 0; code < 65_536; code++) {
  const unit = String.fromCharCode(code)
  if (isHiding.test(unit)) disguiseOf[code] = hiding
  else if (unit === '%') disguiseOf[code] = encoding
  else if (unit === '\\' || unit === '\u001b') disguiseOf[code] = escaping
  else if ('&^*'.includes(unit)) disguiseOf[code] = soft
  else if (alike.includes(unit)) disguiseOf[code] = resembling
  else if (' ._-'.includes(unit)) disguiseOf[code] = parting
}
/** As many single letters in a row as begin the shortest name for a secret. */
const minSpaced = 3

/** What there may be in a text: most have nothing, and are read once. */
function disguisesIn(text: string): number {
  let disguises = 0
  let lastParting = -1
  let single = 0
  for (let at = 0; at < text.length; at++) {
    const disguise = disguiseOf[text.charCodeAt(at)] ?? 0
    if (disguise === 0) continue
    disguises |= disguise
    if (disguise !== parting) continue
    single = at - lastParting === 2 ? single + 1 : 0
    if (single >= minSpaced) disguises |= spacing
    lastParting = at
  }
  return disguises
}

/** The changes in a part that begins at `start` of the text. */
function disguisesOf(part: string, start: number): Change[] {
  const disguises = disguisesIn(part)
  return [
    ...(disguises & hiding ? invisibleChanges(part) : []),
    ...(disguises & (encoding | escaping) ? encodedChanges(part) : []),
    ...(disguises & escaping ? colourChanges(part) : []),
    ...(disguises & soft ? softChanges(part) : []),
    ...(disguises & resembling ? alikeChanges(part) : []),
    ...(disguises & spacing ? spacedChanges(part) : []),
  ]
    .map(({ from, to, text }) => ({ from: start + from, to: start + to, text }))
    .sort((a, b) => a.from - b.from)
}

function invisibleChanges(text: string): Change[] {
  const changes: Change[] = []
  invisibleOrWide.lastIndex = 0
  for (let match = invisibleOrWide.exec(text); match; match = invisibleOrWide.exec(text)) {
    const { 0: matched, index } = match
    const end = index + matched.length
    const isToken =
      matched.length >= minWideUnits ||
      tokenUnit.test(text.charAt(index - 1)) ||
      tokenUnit.test(text.charAt(end))
    for (const { 0: part, index: at } of matched.matchAll(invisiblePart)) {
      const span = { from: index + at, to: index + at + part.length }
      if (isInvisible.test(part)) changes.push({ ...span, text: '' })
      else if (isToken) changes.push({ ...span, text: halfWidth(part) })
    }
  }
  return changes
}

function encodedChanges(text: string): Change[] {
  return [...text.matchAll(encodedSign)].map(({ 0: matched, 1: code = '', index }) => ({
    from: index,
    to: index + matched.length,
    text: String.fromCharCode(Number.parseInt(code, 16)),
  }))
}

function softChanges(text: string): Change[] {
  return [...text.matchAll(softSign)].map(({ 0: matched, index }) => ({
    from: index,
    to: index + matched.length,
    text: '',
  }))
}

/** A terminal shows none of it; a character that is never drawn is a change of its own. */
const colour = /(?:(?<=\p{Cc})|\\{1,2}(?:u001b|x1b|033|e))\[[0-9;]{0,12}m/giu

function colourChanges(text: string): Change[] {
  return [...text.matchAll(colour)].map(({ 0: matched, index }) => ({
    from: index,
    to: index + matched.length,
    text: '',
  }))
}

function jointsOf(text: string, runs: readonly TokenRun[]): Change[] {
  const joints: Change[] = []
  /** Where the half behind the last line break ends. */
  let halfEnd = -1
  for (const { from, to } of runs) {
    joint.lastIndex = to
    const match = joint.exec(text)
    if (!match) continue
    const { break: lineBreak, half = '' } = match.groups ?? {}
    const end = to + match[0].length
    if (lineBreak !== undefined) {
      const isList = halfEnd === to
      halfEnd = end + half.length
      // Three of them are a list of tokens; a half as long as a date is none.
      if (isList && joints.at(-1)?.to === from) joints.pop()
      if (isList || to - from < minHalfUnits || !isRandom(half) || !isRandom(text.slice(from, to))) continue
    }
    joints.push({ from: to, to: end, text: '' })
  }
  return joints
}

/** `changes` in order and apart. */
function changed(text: string, changes: readonly Change[]): Pick<TextView, 'text' | 'original'> {
  if (changes.length === 0) return { text, original: (from, to) => ({ from, to }) }
  const parts: string[] = []
  const starts = [0]
  /** What was removed in front of the beginning, and of the end, of a unit of the view. */
  const shifts = [[0, 0]]
  let end = 0
  let removed = 0
  for (const change of changes) {
    parts.push(text.slice(end, change.from), change.text)
    end = change.to
    const units = change.to - change.from - change.text.length
    if (units === 0) continue
    if (change.text !== '') {
      starts.push(change.from - removed)
      shifts.push([removed, removed + units])
    }
    removed += units
    starts.push(change.to - removed)
    shifts.push([removed, removed])
  }
  parts.push(text.slice(end))
  const place = (at: number, edge: 0 | 1) => at + (shifts[lastAtMost(starts, at)]?.[edge] ?? 0)
  return {
    text: parts.join(''),
    original: (from, to) => ({ from: place(from, 0), to: place(to - 1, 1) + 1 }),
  }
}
