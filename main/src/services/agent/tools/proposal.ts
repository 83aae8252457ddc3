import { structuredPatch } from 'diff'
import { marker } from '../../redaction/index.ts'
import type { Range, Replaced } from './editing.ts'
import { createLineCount, overlap, type Replacement, splitByLines } from './replacements.ts'
import type { ProposedFile, ProposedPlace } from './tool.ts'
import type { TextView } from './view.ts'

/** A file before and after the change. */
export interface Change {
  /** Project-relative, real. */
  readonly path: string
  /** Undefined: there is no file. */
  readonly before: TextView | undefined
  readonly after: Replaced
  /** sha256hex of the bytes that were read; null: there was no file. */
  readonly baseHash: string | null
  /** Where the name may be part of another one: offered to the author, and not in `after`. */
  readonly uncertain: readonly UncertainReplacement[]
}

/** The replacement of a name at a place where it may be part of another one. */
export interface UncertainReplacement extends Replacement {
  readonly phrase: string
  readonly why: NonNullable<ProposedPlace['uncertain']>['why']
}

/** One change of a file, which can be made without the others. */
export type ChangePlace = Replacement & { readonly uncertain?: UncertainReplacement }

/** The places of a change in their order, uncertain ones among them unless they overlap another. */
export function placesIn({ before, after, uncertain }: Change): readonly ChangePlace[] {
  const original = before?.original ?? ''
  const definite = after.replacements.flatMap((replacement) => splitByLines(original, replacement))
  const offered: ChangePlace[] = []
  for (const place of uncertain) {
    if ([...definite, ...offered].some((other) => overlap(other, place))) continue
    offered.push({ from: place.from, to: place.to, text: place.text, uncertain: place })
  }
  if (offered.length === 0) return definite
  return [...definite, ...offered].sort((a, b) => a.from - b.from || a.to - b.to)
}

/** What becomes of a file when only some of the places of its change are made; `places` are all of them. */
export function partOf(
  { before, after }: Change,
  places: readonly ChangePlace[],
  chosen: ReadonlySet<ChangePlace>,
): Replaced {
  const original = before?.original ?? ''
  const hiddenBefore = before?.spans.filter(({ kind }) => kind === 'hidden') ?? []
  const parts: string[] = []
  const hidden: Range[] = []
  let length = 0
  const copy = (text: string, from: number, to: number, ranges: readonly Range[]) => {
    for (const range of ranges)
      if (range.from < to && range.to > from)
        hidden.push({
          from: length + Math.max(range.from, from) - from,
          to: length + Math.min(range.to, to) - from,
        })
    parts.push(text.slice(from, to))
    length += to - from
  }
  let [at, shift] = [0, 0]
  const replacements = []
  for (const place of places) {
    const { from, to, text, uncertain } = place
    if (chosen.has(place)) {
      copy(original, at, from, hiddenBefore)
      if (uncertain) copy(text, 0, text.length, [])
      else copy(after.text, from + shift, from + shift + text.length, after.hidden)
      replacements.push({ from, to, text })
      at = to
    }
    if (!uncertain) shift += text.length - (to - from)
  }
  copy(original, at, original.length, hiddenBefore)
  return { text: parts.join(''), hidden, replacements }
}

interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

/** Edits beyond which a comparison would take too long: then all of the old goes and all of the new comes. */
const maxEditLength = 4000
const noLineEnd = '\\ No newline at end of file'

/** What the author is shown of a change: every line as it is in the file, nothing redacted. */
export function proposedFile(
  { path, before, after }: Change,
  places: readonly ChangePlace[],
  firstPlaceId = 0,
): ProposedFile {
  const old = before?.original ?? ''
  const isCrlf = hasOnlyCrlf(old) && hasOnlyCrlf(after.text) && `${old}${after.text}`.includes('\n')
  const [earlier, now] = isCrlf ? [withLineFeeds(old), withLineFeeds(after.text)] : [old, after.text]
  const patch = structuredPatch('', '', earlier, now, undefined, undefined, { context: 1, maxEditLength })
  const hunks: readonly Hunk[] = patch ? patch.hunks : [wholly(earlier, now)]
  const lines = hunks.flatMap(({ lines: all }) => all)
  const hidden = before?.spans.filter(({ kind }) => kind === 'hidden') ?? []
  return {
    ...{ path, isNew: before === undefined, lineBreaks: isCrlf ? 'crlf' : 'mixed' },
    places: proposedPlaces(old, places, firstPlaceId, isCrlf ? withLineFeeds : (text) => text),
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    diff: hunks.flatMap((hunk) => [headOf(hunk), ...hunk.lines]).join('\n'),
    redactedDiff: redacted(hunks, lineNumbers(old, hidden), lineNumbers(after.text, after.hidden)),
  }
}

const contextUnits = 60

function proposedPlaces(
  old: string,
  places: readonly ChangePlace[],
  firstPlaceId: number,
  shown: (text: string) => string,
): readonly ProposedPlace[] {
  const lineAt = createLineCount(old)
  return places.map(({ from, to, text, uncertain }, index) => {
    const lineFrom = from === 0 ? 0 : old.lastIndexOf('\n', from - 1) + 1
    const lineEnd = /\r?\n|$/g
    lineEnd.lastIndex = to
    const isWhole = to > from && from === lineFrom && old[to - 1] === '\n'
    const lineTo =
      isWhole || (from === lineFrom && text.endsWith('\n')) ? to : (lineEnd.exec(old)?.index ?? to)
    return {
      ...{ placeId: firstPlaceId + index, line: lineAt(from) },
      before: old.slice(Math.max(lineFrom, from - contextUnits), from).toWellFormed(),
      ...{ removed: shown(old.slice(from, to)), added: shown(text) },
      after: old.slice(to, Math.min(lineTo, to + contextUnits)).toWellFormed(),
      ...(uncertain && { uncertain: { phrase: uncertain.phrase, why: uncertain.why } }),
    }
  })
}

const headOf = ({ oldStart, oldLines, newStart, newLines }: Hunk) =>
  `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`

/** A diff without hidden text in unchanged lines; undefined where a changed line has some. */
function redacted(
  hunks: readonly Hunk[],
  hiddenBefore: ReadonlySet<number>,
  hiddenAfter: ReadonlySet<number>,
): string | undefined {
  const shown: string[] = []
  for (const hunk of hunks) {
    shown.push(headOf(hunk))
    let { oldStart: oldLine, newStart: newLine } = hunk
    for (const line of hunk.lines) {
      const sign = line.charAt(0)
      const isHidden =
        (sign !== '+' && sign !== '\\' && hiddenBefore.has(oldLine)) ||
        (sign !== '-' && sign !== '\\' && hiddenAfter.has(newLine))
      if (isHidden && sign !== ' ') return undefined
      shown.push(isHidden ? ` ${marker}` : line)
      if (sign === ' ' || sign === '-') oldLine += 1
      if (sign === ' ' || sign === '+') newLine += 1
    }
  }
  return shown.join('\n')
}

/** The lines, from 1, that a text has something of the ranges in; the ranges are in order. */
function lineNumbers(text: string, ranges: readonly Range[]): ReadonlySet<number> {
  const numbers = new Set<number>()
  let [line, at] = [1, 0]
  for (const { from, to } of ranges) {
    for (let end = text.indexOf('\n', at); end >= 0 && end < from; end = text.indexOf('\n', at)) {
      line += 1
      at = end + 1
    }
    const count = text.slice(from, to).split('\n').length
    for (let offset = 0; offset < count; offset += 1) numbers.add(line + offset)
  }
  return numbers
}

const hasOnlyCrlf = (text: string) => !/\r(?!\n)|(?<!\r)\n/.test(text)
const withLineFeeds = (text: string) => text.replaceAll('\r\n', '\n')

function wholly(earlier: string, now: string): Hunk {
  const [removed, added] = [linesOf(earlier), linesOf(now)]
  const side = ({ lines, isEnded }: ReturnType<typeof linesOf>, sign: string) => [
    ...lines.map((line) => sign + line),
    ...(isEnded ? [] : [noLineEnd]),
  ]
  return {
    ...{ oldStart: 1, oldLines: removed.lines.length, newStart: 1, newLines: added.lines.length },
    lines: [...side(removed, '-'), ...side(added, '+')],
  }
}

function linesOf(text: string): { readonly lines: readonly string[]; readonly isEnded: boolean } {
  if (text === '') return { lines: [], isEnded: true }
  const isEnded = text.endsWith('\n')
  return { lines: (isEnded ? text.slice(0, -1) : text).split('\n'), isEnded }
}
