import { familyOf, type WordShape } from './families.ts'

/** End of the piece of `text` that starts at `from` (UTF-16 offsets); always beyond `from`. */
export type PieceFinder = (text: string, from: number) => number

/**
 * Pieces of `pattern` (flag `u`, matches every character). V8 runs out of stack in a match of some four million
 * characters; for the patterns in `families.ts` a scanner then computes the same end without one.
 */
export function createPieceFinder(pattern: string): PieceFinder {
  const matcher = new RegExp(pattern, 'gu')
  const shape = familyOf([pattern])?.shape
  const scan = shape && createPieceScanner(shape)

  return (text, from) => {
    matcher.lastIndex = from
    try {
      // `test` moves `lastIndex` without building a match.
      return matcher.test(text) ? matcher.lastIndex : text.length
    } catch (error) {
      if (!scan || !(error instanceof RangeError)) throw error
      return scan(text, from)
    }
  }
}

/** Finds what the pattern of this shape would match at `from`, in steps too small to overflow. */
export function createPieceScanner(shape: WordShape): PieceFinder {
  const prefix = finderFor('[^\\r\\n\\p{L}\\p{N}]')
  const upper = run(shape.cased ? '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]' : '\\p{L}')
  const lower = run('[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]')
  const isLower = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}]/u
  const digits = finderFor(`\\p{N}{1,${shape.maxDigits}}`)
  const other = run('[^\\s\\p{L}\\p{N}]')
  const tail = run(shape.tail)
  const space = run('\\s')
  const contraction = shape.contraction && finderFor(`(?:${shape.contraction.source})`)

  /** End of `U*W+`, and where that fails of `U+W*`; `from` when neither matches. */
  function cased(text: string, from: number, needsLower: boolean): number {
    const afterUpper = upper(text, from)
    const afterLower = lower(text, afterUpper)
    if (!needsLower || afterLower > afterUpper) return afterLower
    // `U*` gives back characters until one of them is a `W`.
    for (let end = afterUpper; end > from; ) {
      const start = end - (isPairEnd(text, end) ? 2 : 1)
      if (isLower.test(text.slice(start, end))) return end
      end = start
    }
    return from
  }

  function wordEnd(text: string, from: number): number {
    const start = prefix(text, from)
    if (!shape.cased) {
      const own = shape.contraction?.joined === false ? (contraction?.(text, from) ?? from) : from
      if (own > from) return own
      for (const at of start > from ? [start, from] : [from]) {
        const end = upper(text, at)
        if (end > at) return end
      }
      return from
    }
    for (const needsLower of [true, false]) {
      for (const at of start > from ? [start, from] : [from]) {
        const end = cased(text, at, needsLower)
        if (end > at) return contraction?.(text, end) ?? end
      }
    }
    return from
  }

  return (text, from) => {
    const word = wordEnd(text, from)
    if (word > from) return word
    const number = digits(text, from)
    if (number > from) return number
    const start = text[from] === ' ' ? from + 1 : from
    const mixed = other(text, start)
    if (mixed > start) return tail(text, mixed)
    const blank = space(text, from)
    const newline = Math.max(text.lastIndexOf('\n', blank - 1), text.lastIndexOf('\r', blank - 1))
    if (newline >= from) return newline + 1
    return blank === text.length || blank === from + 1 ? blank : blank - 1
  }
}

/** End of a match of `source` at an offset, or the offset itself. */
function finderFor(source: string): PieceFinder {
  const matcher = new RegExp(source, 'uy')
  return (text, from) => {
    matcher.lastIndex = from
    return matcher.test(text) ? matcher.lastIndex : from
  }
}

/** End of the longest run of a character class, whatever its length. */
function run(characterClass: string): PieceFinder {
  const step = finderFor(`${characterClass}{1,4096}`)
  return (text, from) => {
    let end = from
    for (let next = step(text, end); next > end; next = step(text, end)) end = next
    return end
  }
}

function isPairEnd(text: string, end: number): boolean {
  return (text.charCodeAt(end - 1) & 0xfc00) === 0xdc00 && (text.charCodeAt(end - 2) & 0xfc00) === 0xd800
}
