import { marker, type Redacted } from '../../redaction/index.ts'

type Kind = 'hidden' | 'break' | 'reminder'

interface Span {
  /** UTF-16 offsets in the view, and in the text as stored. */
  readonly viewFrom: number
  readonly viewTo: number
  readonly from: number
  readonly to: number
  readonly kind: Kind
}

/** What a model sees of a text, and how that lies in the text as stored. */
export interface TextView {
  readonly original: string
  /** Redacted, every line break LF, no forged `<system-reminder>`. */
  readonly text: string
  readonly spans: readonly Span[]
  /** How most of its lines end. */
  readonly lineBreak: '\n' | '\r\n'
}

const changedPlaces = /\r\n?|<(?=\s{0,9}\/?\s{0,9}system-reminder)/gi

export function viewOf(original: string, { replacements }: Pick<Redacted, 'replacements'>): TextView {
  const parts: string[] = []
  const spans: Span[] = []
  let length = 0
  let crlf = 0
  const put = (text: string, from: number, to: number, kind?: Kind) => {
    if (kind) spans.push({ viewFrom: length, viewTo: length + text.length, from, to, kind })
    parts.push(text)
    length += text.length
  }
  const plain = (from: number, to: number) => {
    const segment = original.slice(from, to)
    let at = 0
    for (const { index, 0: match } of segment.matchAll(changedPlaces)) {
      put(segment.slice(at, index), from + at, from + index)
      at = index + match.length
      if (match === '\r\n') crlf += 1
      if (match === '<') put('&lt;', from + index, from + at, 'reminder')
      else put('\n', from + index, from + at, 'break')
    }
    put(segment.slice(at), from + at, to)
  }
  let at = 0
  for (const { from, to } of replacements) {
    plain(at, from)
    put(marker, from, to, 'hidden')
    at = to
  }
  plain(at, original.length)
  const text = parts.join('')
  const breaks = text.split('\n').length - 1
  return { original, text, spans, lineBreak: crlf * 2 > breaks ? '\r\n' : '\n' }
}

/** A view's offset in the text as stored; inside a span that was changed, its start or its end. */
export function toStored({ spans }: TextView, offset: number, edge: 'start' | 'end'): number {
  const before = spans[lastAt(spans, (span) => span.viewFrom < offset)]
  if (!before) return offset
  if (offset < before.viewTo) return edge === 'start' ? before.from : before.to
  return before.to + offset - before.viewTo
}

/** What a model sees of a part of the stored text (UTF-16 offsets); a hidden part is shown as its whole marker. */
export function shownText({ text, spans }: TextView, from: number, to: number): string {
  const shown = (offset: number, edge: 'start' | 'end') => {
    const before = spans[lastAt(spans, (span) => span.from < offset)]
    if (!before) return offset
    if (offset < before.to) return edge === 'start' ? before.viewFrom : before.viewTo
    return before.viewTo + offset - before.to
  }
  return text.slice(shown(from, 'start'), shown(to, 'end'))
}

/** The spans that a part of the view has something of. */
export function spansIn({ spans }: TextView, from: number, to: number): readonly Span[] {
  const first = lastAt(spans, ({ viewTo }) => viewTo <= from) + 1
  let end = first
  while ((spans[end]?.viewFrom ?? to) < to) end += 1
  return spans.slice(first, end)
}

/** The last element that fits, where all that fit come first; −1 when none does. */
function lastAt<T>(sorted: readonly T[], fits: (item: T) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = sorted[middle]
    if (item !== undefined && fits(item)) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Lines of a view with the numbers that an editor shows: a hidden span may cover several. */
export interface Line {
  readonly number: number
  readonly text: string
}

export function linesOf(view: TextView): readonly Line[] {
  const hidden = view.spans.filter(({ kind }) => kind === 'hidden')
  const lines: Line[] = []
  let offset = 0
  let number = 1
  let next = 0
  for (const text of view.text.split('\n')) {
    lines.push({ number, text })
    offset += text.length + 1
    number += 1
    for (let span = hidden[next]; span && span.viewFrom < offset; span = hidden[++next]) {
      number += view.original.slice(span.from, span.to).split(/\r\n|\r|\n/).length - 1
    }
  }
  return lines
}
