import { structuredPatch } from 'diff'
import { marker } from '../../redaction/index.ts'
import type { Range, Replaced } from './editing.ts'
import type { ProposedFile } from './tool.ts'
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
export function proposedFile({ path, before, after }: Change): ProposedFile {
  const old = before?.original ?? ''
  const isCrlf = hasOnlyCrlf(old) && hasOnlyCrlf(after.text) && `${old}${after.text}`.includes('\n')
  const [earlier, now] = isCrlf ? [withLineFeeds(old), withLineFeeds(after.text)] : [old, after.text]
  const patch = structuredPatch('', '', earlier, now, undefined, undefined, { context: 1, maxEditLength })
  const hunks: readonly Hunk[] = patch ? patch.hunks : [wholly(earlier, now)]
  const lines = hunks.flatMap(({ lines: all }) => all)
  const hidden = before?.spans.filter(({ kind }) => kind === 'hidden') ?? []
  return {
    ...{ path, isNew: before === undefined, lineBreaks: isCrlf ? 'crlf' : 'mixed' },
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    diff: hunks.flatMap((hunk) => [headOf(hunk), ...hunk.lines]).join('\n'),
    redactedDiff: redacted(hunks, lineNumbers(old, hidden), lineNumbers(after.text, after.hidden)),
  }
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
