import type { Match } from './match.ts'

/** The message to the thread for regular expressions. */
export interface ExpressionQuestion {
  readonly source: string
  readonly flags: string
  /** With `$1`, `$<name>`, `$&` and `$$` as in JavaScript, and `\n` for a line break. */
  readonly replacement: string
  readonly text: string
}

/** `m`: lines have beginnings and ends of their own; `u`: characters are whole; `d`: groups have their offsets. */
export const flagsOf = (fold: boolean): string => `dgmu${fold ? 'i' : ''}`

/**
 * All matches of an expression that can be compiled. A line break is `\n` to it, whatever it is in the text: `^` and `$`
 * would else match between the halves of CRLF.
 */
export function matchesOf({ source, flags, replacement, text }: ExpressionQuestion): Match[] {
  const { lines, stored } = withPlainBreaks(text)
  const parts = partsOf(replacement, lines.length === text.length ? '\n' : '\r\n')
  const slice = ([from, to]: readonly [number, number]) => text.slice(stored(from), stored(to))
  return Array.from(lines.matchAll(new RegExp(source, flags)), (match) => ({
    from: stored(match.index),
    to: stored(match.index + match[0].length),
    replacement: parts
      .map((part) => (typeof part === 'string' ? part : slice(placeOf(match, part.group))))
      .join(''),
  }))
}

/** A text with CRLF as one character, and where its positions are in the text as stored. */
function withPlainBreaks(text: string): { readonly lines: string; readonly stored: (at: number) => number } {
  const breaks = Array.from(text.matchAll(/\r\n/g), ({ index }, at) => index - at)
  if (breaks.length === 0) return { lines: text, stored: (at) => at }
  const stored = (at: number) => {
    let low = 0
    let high = breaks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((breaks[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    return at + low
  }
  return { lines: text.replaceAll('\r\n', '\n'), stored }
}

type Part = string | { readonly group: string }

const reference = /\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)|\\(n|t|\\)/g

/** Parsed once, not for each match. */
function partsOf(replacement: string, lineBreak: string): Part[] {
  const escapes: Readonly<Record<string, string>> = { n: lineBreak, t: '\t', '\\': '\\' }
  const parts: Part[] = []
  let copied = 0
  for (const match of replacement.matchAll(reference)) {
    const [whole, dollar, all, number, name, escaped] = match
    parts.push(replacement.slice(copied, match.index))
    copied = match.index + whole.length
    if (escaped !== undefined) parts.push(escapes[escaped] ?? whole)
    else if (dollar !== undefined) parts.push('$')
    else parts.push({ group: all === undefined ? (number ?? name ?? '') : '0' })
  }
  return [...parts, replacement.slice(copied)]
}

/** A group that does not exist, or took no part, is nowhere. */
function placeOf(match: RegExpMatchArray, group: string): readonly [number, number] {
  const { indices } = match
  return (/^\d+$/.test(group) ? indices?.[Number(group)] : indices?.groups?.[group]) ?? [0, 0]
}
