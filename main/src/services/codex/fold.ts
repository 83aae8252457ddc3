import { simplifiedForms } from '../../lib/simplified.ts'

/** A text as names are compared: same `starts` for both strings, one entry per UTF-16 unit of theirs. */
export interface Folded {
  /** Width, Traditional forms and letter case folded. */
  readonly text: string
  /** The same with letter case kept; empty unless asked for. */
  readonly cased: string
  /** Offset in the original at which the character of each unit begins; one more for the end. */
  readonly starts: Int32Array
}

export type Fold = (text: string, keepCase?: boolean) => Folded

interface Tables {
  readonly cased: Uint16Array
  readonly lower: Uint16Array
}

/** Units that fold to one unit by themselves are looked up; the rest goes the long way. */
const special = 0xffff

/**
 * Folds for matching only: compatibility decomposition (so that composed and decomposed letters, full and
 * half width agree), Traditional to Simplified by OpenCC's character table, letter case. A line break counts
 * as one space, because hard-wrapped English breaks names in two. Linear; the table is built once, at the
 * first use.
 */
export function createFold(): Fold {
  let tables: Tables | undefined

  function buildTables(): Tables {
    const cased = new Uint16Array(65_536).fill(special)
    const lower = new Uint16Array(65_536)
    for (let unit = 0; unit < 65_536; unit += 1) {
      lower[unit] = unit
      if (unit >= 0xac00 && unit <= 0xdfff) continue
      const character = String.fromCharCode(unit)
      // Ideographs decompose into nothing, and asking for each of them would take most of the time.
      const isPlain = (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xe000 && unit <= 0xf8ff)
      const folded = isPlain ? (simplifiedForms.get(character) ?? character) : foldCharacter(character)
      if (folded.length === 1) cased[unit] = folded.charCodeAt(0)
      const small = isPlain ? character : character.toLowerCase()
      if (small.length === 1) lower[unit] = small.charCodeAt(0)
    }
    return { cased, lower }
  }

  function foldCharacter(character: string): string {
    const plain = character.normalize('NFKD').replace(/\p{White_Space}/gu, ' ')
    return [...plain].map((one) => dots.get(one) ?? simplifiedForms.get(one) ?? one).join('')
  }

  // Scratch space, grown as needed; folding is synchronous, so one will do.
  let units = new Uint16Array(1024)
  let places = new Int32Array(1024)

  function grow() {
    const wider = new Uint16Array(units.length * 2)
    wider.set(units)
    units = wider
    const longer = new Int32Array(places.length * 2)
    longer.set(places)
    places = longer
  }

  return (text, keepCase = false) => {
    tables ??= buildTables()
    const { cased, lower } = tables
    let length = 0
    for (let at = 0; at < text.length; at += 1) {
      if (length + 1 >= units.length) grow()
      const unit = text.charCodeAt(at)
      const folded = cased[unit] ?? special
      if (folded !== special) {
        if (unit === 0x0d && text.charCodeAt(at + 1) === 0x0a) continue
        units[length] = folded
        places[length] = at
        length += 1
        continue
      }
      const character = String.fromCodePoint(text.codePointAt(at) ?? unit)
      const long = character.isWellFormed() ? foldCharacter(character) : character
      for (let index = 0; index < long.length; index += 1) {
        if (length + 1 >= units.length) grow()
        units[length] = long.charCodeAt(index)
        places[length] = at
        length += 1
      }
      at += character.length - 1
    }
    places[length] = text.length
    const kept = keepCase ? decode(units, length) : ''
    for (let index = 0; index < length; index += 1) units[index] = lower[units[index] ?? 0] ?? 0
    return { text: decode(units, length), cased: kept, starts: places.slice(0, length + 1) }
  }
}

/** Separators inside transcribed names look alike and are typed at random. */
const dots = new Map(
  ['\u2022', '\u2027', '\u30fb', '\u2219', '\u22c5', '\u0387'].map((dot) => [dot, '\u00b7']),
)

/** Two bytes per unit, in this machine's order; halves of surrogate pairs stay what they are. */
function decode(units: Uint16Array, length: number): string {
  return Buffer.from(units.buffer, 0, length * 2).toString('utf16le')
}
