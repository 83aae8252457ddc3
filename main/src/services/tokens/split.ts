/** Short pieces make an edit cheap, long ones a recount: at 64 an edit recounts about 250 UTF-16 units. */
const defaultMinPieceUtf16 = 64

const slash = 0x2f
const apostrophe = 0x27
const newline = 0x0a
const carriageReturn = 0x0d

const letter = /^\p{L}/u
const letterOrMark = /^[\p{L}\p{M}]/u
const number = /^\p{N}/u
const space = /^\s/u

/**
 * End of the piece of `text` that starts at `from` (UTF-16 offsets). Counts of the pieces add up exactly to
 * the count of the whole, for o200k_base and cl100k_base, because no token reaches across the ends:
 *
 * - after `\r` or `\n` where a non-space other than `/` follows, or horizontal space that reaches a non-space
 *   before another line break (`\s*[\r\n]+` would swallow the space, `[^\s\p{L}\p{N}]+[\r\n/]*` the slash);
 * - in a piece of at least `minPieceUtf16` units (≥ 1) after a letter before anything that is no letter, mark
 *   or `'`, and after a number before anything that is no number. Not after punctuation, which
 *   `[^\r\n\p{L}\p{N}]?` joins to the next word.
 */
export function nextSplit(
  text: string,
  from: number,
  minPieceUtf16 = defaultMinPieceUtf16,
  veto?: SplitVeto,
): number {
  const earliest = from + minPieceUtf16
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === newline || code === carriageReturn) {
      if (startsLine(text, i + 1) && !veto?.(text, i + 1)) return i + 1
    } else if (i >= earliest && isWordEnd(text, i) && !veto?.(text, i)) {
      return i
    }
  }
  return text.length
}

/** True when `text` must not be split at an offset that `nextSplit` would take. */
export type SplitVeto = (text: string, at: number) => boolean

/** GPT-2 joins white space before a line break to it, but parts its last character from what precedes. */
export const isGpt2LineStart: SplitVeto = (text, at) =>
  at > 1 && isSpace(text.charCodeAt(at - 1)) && isSpace(text.charCodeAt(at - 2))

/** DeepSeek takes a run of Han and kana as one piece, and with it the marks and dots of the kana blocks. */
export const isCjkRun: SplitVeto = (text, at) =>
  inCjkRun(text.charCodeAt(at)) && inCjkRun(text.charCodeAt(at - 1))

function inCjkRun(code: number): boolean {
  return isHan(code) || (code >= 0x3040 && code <= 0x30ff)
}

/** True when what follows the line break before `at` shares no token with it. */
export function startsLine(text: string, at: number): boolean {
  if (text.charCodeAt(at) === slash) return false
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === newline || code === carriageReturn) return false
    if (!isSpace(code)) return true
  }
  return false
}

function isWordEnd(text: string, at: number): boolean {
  const next = text.charCodeAt(at)
  const previous = text.charCodeAt(at - 1)
  // The common case by far, decided without a regular expression.
  if (isHan(next)) return !isHan(previous) && number.test(characterBefore(text, at))
  const last = characterBefore(text, at)
  if (isHan(previous) || letter.test(last))
    return next !== apostrophe && !letterOrMark.test(text.slice(at, at + 2))
  return number.test(last) && !number.test(text.slice(at, at + 2))
}

/** The character that ends at `at`; a lone surrogate as it is. */
export function characterBefore(text: string, at: number): string {
  const code = text.charCodeAt(at - 1)
  const isLowHalf = code >= 0xdc00 && code < 0xe000
  const isPair = isLowHalf && (text.charCodeAt(at - 2) & 0xfc00) === 0xd800
  return text.slice(isPair ? at - 2 : at - 1, at)
}

function isHan(code: number): boolean {
  return code >= 0x4e00 && code <= 0x9fa5
}

function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  // U+0085 is a space in Unicode and none in JavaScript; treating it as one only makes splits rarer.
  return code === 0x3000 || code === 0x85 || (!isHan(code) && space.test(String.fromCharCode(code)))
}
