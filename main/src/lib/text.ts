/** Splits a text into what a reader sees as one character; where it cuts does not depend on the language. */
export const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/** The first `maxUnits` UTF-16 units, without the first half of a surrogate pair at their end. */
export const firstUnits = (text: string, maxUnits: number): string =>
  text.slice(0, maxUnits).replace(/[\ud800-\udbff]$/, '')

/**
 * A copy that does not retain the text it was cut from: V8 represents a slice as a pointer into its parent, and only
 * joining a list makes a string of its own.
 */
export const detached = (text: string): string => [text.slice(0, 1), text.slice(1)].join('')

/** A UTF-16 offset inside a surrogate pair moves back to the pair; every other one stays. */
export const characterStart = (text: string, offset: number): number =>
  (text.codePointAt(offset - 1) ?? 0) > 0xffff ? offset - 1 : offset

/** The UTF-16 offset behind the code point that begins at `offset`. */
export const characterEnd = (text: string, offset: number): number =>
  offset + ((text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1)

/** Code-point order of UTF-16 text: the same on every machine, unlike a locale's. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0
  const shared = Math.min(a.length, b.length)
  let at = 0
  while (at < shared && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  if (at === shared) return a.length - b.length
  return orderOf(a.charCodeAt(at)) - orderOf(b.charCodeAt(at))
}

/** Half of a surrogate pair encodes a code point above all that fit one unit. */
const orderOf = (unit: number) => ((unit & 0xf800) === 0xd800 ? unit + 0x10000 : unit)
