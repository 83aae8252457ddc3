import { characterStart } from '../../../lib/text.ts'
/** Which parts of a Chinese or English prose text are speech and which are narration. Pure; offsets in UTF-16 units. */

export interface Span {
  readonly from: number
  readonly to: number
}

const closers: Readonly<Record<string, string>> = { '“': '”', '「': '」', '『': '』', '‘': '’' }
const closing = new Set(['”', '」', '』'])
/** A speech after a dash, or introduced without quotes: 「林远道：我去看看。」 Both last to the line's end. */
const dashSpeech = /^[\s\u3000]*(?:—+|―+|–|- )/
const openSpeech = /(?:[说說道曰云问問答想喊叫念写寫唱题題]|诗|詩)[：:](?=[^“「『"‘\s])/

/**
 * The quoted spans, marks included. A quote that is not closed lasts to the end of its paragraph (the custom for
 * speeches of several paragraphs); a closing mark without an opening one makes the text before it in the paragraph
 * speech, because a continuation may start inside a speech. Undecidable text, as with an odd number of straight
 * quotes, counts as speech.
 */
export function quotedSpans(text: string): Span[] {
  const spans: Span[] = []
  let start = 0
  for (const paragraph of text.split(/(?<=[\r\n])/)) {
    const { length } = paragraph
    if (dashSpeech.test(paragraph) || isHalfQuoted(paragraph)) spans.push({ from: start, to: start + length })
    else quotedIn(paragraph, start, spans)
    start += length
  }
  return spans
}

const isHalfQuoted = (paragraph: string) => (paragraph.match(/"/g)?.length ?? 0) % 2 === 1

function quotedIn(paragraph: string, offset: number, spans: Span[]): void {
  let open: { readonly at: number; readonly close: string } | undefined
  const unquoted = openSpeech.exec(paragraph)
  const end = unquoted ? unquoted.index + unquoted[0].length : paragraph.length
  for (let at = 0; at < paragraph.length; at++) {
    const unit = paragraph[at] ?? ''
    if (open) {
      if (unit !== open.close || isApostrophe(paragraph, at)) continue
      spans.push({ from: offset + open.at, to: offset + at + 1 })
      open = undefined
    } else if (at === end) {
      spans.push({ from: offset + at, to: offset + paragraph.length })
      return
    } else if (unit === '"') open = { at, close: '"' }
    else if (unit === "'" && opensAt(paragraph, at)) open = { at, close: "'" }
    else if (closers[unit] !== undefined) open = { at, close: closers[unit] }
    else if (closing.has(unit)) {
      for (let last = spans.at(-1); last && last.to > offset; last = spans.at(-1)) spans.pop()
      spans.push({ from: offset, to: offset + at + 1 })
    }
  }
  if (open) spans.push({ from: offset + open.at, to: offset + paragraph.length })
}

/** The mark inside a word, as in don’t. */
const isApostrophe = (text: string, at: number) =>
  /['’]/.test(text[at] ?? '') && /\p{L}/u.test(text[at - 1] ?? '') && /\p{L}/u.test(text[at + 1] ?? '')
const opensAt = (text: string, at: number) =>
  /^$|[\s\u3000(—]/.test(text[at - 1] ?? '') && /\p{Lu}/u.test(text[at + 1] ?? '')

/** The text with every span of speech blanked out by U+FFFC, so that offsets stay. */
export function narrationOf(text: string): string {
  return blank(text, quotedSpans(text))
}

/** The text with everything but the spans of speech blanked out. */
export function dialogueOf(text: string): string {
  const narrated: Span[] = []
  let at = 0
  for (const { from, to } of quotedSpans(text)) {
    narrated.push({ from: at, to: from })
    at = to
  }
  return blank(text, [...narrated, { from: at, to: text.length }])
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

const sentence = /(?:[^。！？!?…\r\n.]|\.(?!["”’']?\s|["”’']?$))*(?:[。！？!?….]+[”」』’"']*|\r\n|[\r\n]|$)/g

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

/** Offsets in ascending order, only the first of each sentence. */
export function onePerSentence(text: string, offsets: readonly number[]): number[] {
  const ascending = offsets.toSorted((a, b) => a - b)
  const sentences = sentencesWith(text, ascending)
  const visited = new Set<Span | undefined>()
  return ascending.filter((_offset, index) => {
    const isNew = !visited.has(sentences[index])
    visited.add(sentences[index])
    return isNew
  })
}

const longestMark = 200
const reach = 60

/** The sentence around an offset without the space around it; of a very long one the part near the offset. */
export function markAt(text: string, offset: number): Span {
  const [containing] = sentencesWith(text, [offset])
  const span = containing ?? { from: offset, to: Math.min(text.length, offset + reach) }
  const long = span.to - span.from > longestMark
  const from = long ? characterStart(text, Math.max(span.from, offset - reach)) : span.from
  const to = long ? characterStart(text, Math.min(span.to, from + longestMark)) : span.to
  const whole = text.slice(from, to)
  return { from: from + whole.length - whole.trimStart().length, to: from + whole.trimEnd().length }
}
