/** Limits of a text from outside, for its parser and for everything that works on the result. */
export interface Bounds {
  /** Levels of nesting. */
  readonly maxDepth: number
  /** Values in all, containers included: a schema checks some 200,000 of them in a second. */
  readonly maxValues: number
  /** Members of one object or list; absent: as many as there may be values. */
  readonly maxMembers?: number
  /** UTF-16 units outside of strings: digits, blanks and signs; absent: 64 for each value. */
  readonly maxUnitsOutside?: number
}

/** For every JSON and YAML text without bounds of its own. */
export const usualBounds: Bounds = { maxDepth: 100, maxValues: 100_000 }

/** What a text has too much of, and from where on. */
export interface Excess {
  readonly over: 'depth' | 'values'
  /** UTF-16 units. */
  readonly offset: number
}

/** One pass over the characters of a JSON text before anything is built. Linear; strings are skipped. */
export function excessOfJson(text: string, bounds: Bounds = usualBounds): Excess | undefined {
  const { maxDepth, maxValues, maxMembers = maxValues } = bounds
  const { maxUnitsOutside = maxValues * unitsPerValue } = bounds
  let depth = 0
  let values = 1
  /** Commas of each open container, by its depth. */
  const commas: number[] = []
  /** UTF-16 units inside of strings. */
  let stringUnits = 0
  for (let offset = 0; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset)
    if (unit === quote) {
      const end = endOfString(text, offset)
      stringUnits += end - offset
      offset = end
    } else if (unit === 0x7b || unit === 0x5b) {
      depth += 1
      values += 1
      commas[depth] = 0
      if (depth > maxDepth) return { over: 'depth', offset }
    } else if (unit === 0x7d || unit === 0x5d) depth -= 1
    else if (unit === 0x2c) {
      values += 1
      const count = (commas[depth] ?? 0) + 1
      commas[depth] = count
      if (count >= maxMembers) return { over: 'values', offset }
    }
    if (values > maxValues || offset - stringUnits > maxUnitsOutside) return { over: 'values', offset }
  }
  return undefined
}

/** Digits, blanks and signs outside of strings for each value: a number of a million digits is no value. */
const unitsPerValue = 64
const quote = 0x22
const backslash = 0x5c

/** The offset of the closing quotation mark; the text's length when there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = end
    while (escapes - 1 > start && text.charCodeAt(escapes - 1) === backslash) escapes -= 1
    if ((end - escapes) % 2 === 0) return end
  }
  return text.length
}
