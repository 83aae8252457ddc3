/** Which parts of a Chinese or English prose text are spoken and which are told. Pure; offsets in UTF-16 units. */

export interface Span {
  readonly from: number
  readonly to: number
}

const closers: Readonly<Record<string, string>> = { '“': '”', '「': '」', '『': '』', '‘': '’' }
const closing = new Set(['”', '」', '』'])

/**
 * The quoted spans, marks included. A quote that is not closed lasts to the end of its paragraph (the custom for
 * speeches of several paragraphs); a closing mark without an opening one makes what stands before it in the
 * paragraph spoken, because a continuation may begin inside a speech.
 */
export function quotedSpans(text: string): Span[] {
  const spans: Span[] = []
  let start = 0
  for (const paragraph of text.split(/(?<=[\r\n])/)) {
    quotedIn(paragraph, start, spans)
    start += paragraph.length
  }
  return spans
}

function quotedIn(paragraph: string, offset: number, spans: Span[]): void {
  let open: { readonly at: number; readonly close: string } | undefined
  for (let at = 0; at < paragraph.length; at++) {
    const unit = paragraph[at] ?? ''
    if (open) {
      if (unit !== open.close) continue
      spans.push({ from: offset + open.at, to: offset + at + 1 })
      open = undefined
    } else if (unit === '"') open = { at, close: '"' }
    else if (closers[unit] !== undefined) open = { at, close: closers[unit] }
    else if (closing.has(unit)) {
      for (let last = spans.at(-1); last && last.to > offset; last = spans.at(-1)) spans.pop()
      spans.push({ from: offset, to: offset + at + 1 })
    }
  }
  if (open) spans.push({ from: offset + open.at, to: offset + paragraph.length })
}

/** The text with every spoken span blanked out by U+FFFC, so that offsets stay. */
export function narrationOf(text: string): string {
  return blank(text, quotedSpans(text))
}

/** The text with everything but the spoken spans blanked out. */
export function dialogueOf(text: string): string {
  const told: Span[] = []
  let at = 0
  for (const { from, to } of quotedSpans(text)) {
    told.push({ from: at, to: from })
    at = to
  }
  return blank(text, [...told, { from: at, to: text.length }])
}

function blank(text: string, spans: readonly Span[]): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to } of spans) {
    parts.push(text.slice(at, from), text.slice(from, to).replace(/[^\r\n]/g, '\uFFFC'))
    at = to
  }
  return parts.join('') + text.slice(at)
}

const sentence = /[^。！？!?…\r\n]*(?:[。！？!?…]+[”」』’"]*|\r\n|[\r\n]|$)/g

/** Sentences by offset, without empty ones; a line break ends one too. */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(sentence)) {
    if (match[0].trim() !== '') spans.push({ from: match.index, to: match.index + match[0].length })
  }
  return spans
}

/** For ascending offsets: the sentence each lies in, by one walk over the text. */
export function sentencesWith(text: string, offsets: readonly number[]): (Span | undefined)[] {
  const sentences = sentencesOf(text)
  let at = 0
  return offsets.map((offset) => {
    while (at < sentences.length - 1 && (sentences[at]?.to ?? 0) <= offset) at++
    return sentences[at]
  })
}

/** The sentence around an offset as people read it, shortened to `maxUnits`. */
export function sentenceAt(text: string, offset: number, maxUnits = 60): string {
  const [span] = sentencesWith(text, [offset])
  const whole = text.slice(span?.from ?? offset, span?.to ?? offset + maxUnits).trim()
  return whole.length <= maxUnits ? whole : `${whole.slice(0, maxUnits).toWellFormed()}…`
}
