import { simplifiedForms } from '../../lib/simplified.ts'

/** A text as names are compared: one entry of `units` and `starts` per UTF-16 unit of both strings. */
export interface Folded {
  /** Width, Traditional forms and letter case folded. */
  readonly text: string
  /** The units of `text`: reading them costs half of what calling the string does. */
  readonly units: Uint16Array
  /** The same with letter case unchanged; empty unless requested. */
  readonly cased: string
  /** Offset in the original at which the character of each unit begins; one more for the end. */
  readonly starts: Int32Array
}

export type Fold = (text: string, preserveCase?: boolean) => Folded

/**
 * Folds for matching only: compatibility decomposition (so that composed and decomposed letters, full and
 * half width agree), Traditional to Simplified by OpenCC's character table, letter case. A line break counts
 * as one space, because hard-wrapped English breaks names in two. Linear; the tables are built once, at the
 * first use. Folding is synchronous, so one set of scratch arrays will do: making them anew for every text
 * takes longer than filling them.
 */
export function createFold(): Fold {
  let tables: FoldTables | undefined
  let source = new Uint16Array(0)
  let folded = new Uint16Array(0)
  let positions = new Int32Array(0)

  /** Space for so many folded units; existing ones are copied. */
  function makeRoom(length: number) {
    if (length < positions.length) return
    folded = widened(folded, new Uint16Array(2 * length + 16))
    positions = widened(positions, new Int32Array(2 * length + 16))
  }

  /** The units of a text, without a call to the string for each of them. */
  function unitsOf(text: string): Uint16Array {
    if (text.length > source.length) source = new Uint16Array(2 * text.length)
    Buffer.from(source.buffer).write(text, 'utf16le')
    return source
  }

  /** The character at an offset, folded the long way, and how many units it has. */
  function foldAt(text: string, at: number, { foldCharacter }: FoldTables): [string, number] {
    if (text[at] === '\r') return [text[at + 1] === '\n' ? '' : ' ', 1]
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    return [character.isWellFormed() ? foldCharacter(character) : character, character.length]
  }

  return (text, preserveCase = false) => {
    tables ??= buildFoldTables()
    const { small } = tables
    const table = preserveCase ? tables.cased : tables.lower
    const given = unitsOf(text)
    const end = text.length
    makeRoom(end)
    let units = folded
    let starts = positions
    let length = 0
    for (let at = 0; at < end; at += 1) {
      const unit = table[given[at] ?? 0] ?? special
      if (unit !== special) {
        units[length] = unit
        starts[length] = at
        length += 1
        continue
      }
      const [long, width] = foldAt(text, at, tables)
      makeRoom(length + long.length + end - at)
      units = folded
      starts = positions
      for (let index = 0; index < long.length; index += 1) {
        const part = long.charCodeAt(index)
        units[length] = preserveCase ? part : (small[part] ?? part)
        starts[length] = at
        length += 1
      }
      at += width - 1
    }
    starts[length] = end
    const ends = starts.slice(0, length + 1)
    const cased = preserveCase ? decode(units, length) : ''
    if (preserveCase)
      for (let index = 0; index < length; index += 1) units[index] = small[units[index] ?? 0] ?? 0
    return { text: decode(units, length), cased, units: units.slice(0, length), starts: ends }
  }
}

function widened<Units extends Uint16Array | Int32Array>(old: Units, wide: Units): Units {
  wide.set(old)
  return wide
}

/** Two bytes per unit, in this machine's order; halves of surrogate pairs stay what they are. */
function decode(units: Uint16Array, length: number): string {
  return Buffer.from(units.buffer, 0, length * 2).toString('utf16le')
}

/** One entry per UTF-16 unit. */
interface FoldTables {
  /** The folded form of a unit with its letter case; `special` when that is not one unit, or not cached yet. */
  readonly cased: Uint16Array
  /** The same with letter case folded too. */
  readonly lower: Uint16Array
  /** Only letter case, for what was folded character by character. */
  readonly small: Uint16Array
  /**
   * Folds one character by width, compatibility and Traditional forms. Where one unit comes of one unit, the tables
   * cache it: most of the 65,536 never occur, and computing all takes longer than a book.
   */
  readonly foldCharacter: (character: string) => string
}

/** Marks units that do not fold to one unit by themselves. */
const special = 0xffff

/** Begins the tables with what is printed of ASCII, and ideographs, which do not decompose. */
function buildFoldTables(): FoldTables {
  const small = lowerCase()
  const cased = new Uint16Array(65_536).fill(special)
  for (const [from, end] of plain) for (let unit = from; unit < end; unit += 1) cased[unit] = unit
  for (const [traditional, simplified] of simplifiedForms)
    if (cased[traditional.charCodeAt(0)] !== special) cased[traditional.charCodeAt(0)] = oneUnit(simplified)
  const lower = new Uint16Array(cased.length)
  for (let unit = 0; unit < lower.length; unit += 1) lower[unit] = small[cased[unit] ?? special] ?? special

  function foldCharacter(character: string): string {
    const decomposed = character
      .normalize('NFKD')
      .replace(unseen, '')
      .replace(/\p{White_Space}/gu, ' ')
    const folded = [...decomposed].map((part) => dots.get(part) ?? simplifiedForms.get(part) ?? part).join('')
    const unit = oneUnit(character)
    if (unit !== special && unit !== 0x0d) {
      const foldedUnit = oneUnit(folded)
      cased[unit] = foldedUnit
      lower[unit] = small[foldedUnit] ?? special
    }
    return folded
  }

  return { cased, lower, small, foldCharacter }
}

const plain = [
  [0x0020, 0x0080],
  [0x3400, 0xa000],
  [0xe000, 0xf900],
] as const

/** Every unit in small letters; one whose small form is not one unit stays itself. */
function lowerCase(): Uint16Array {
  const units = new Uint16Array(65_536)
  for (let unit = 0; unit < units.length; unit += 1) units[unit] = unit
  units[0x0130] = 0 // İ by itself becomes two
  Buffer.from(units.buffer).write(Buffer.from(units.buffer).toString('utf16le').toLowerCase(), 'utf16le')
  units[0x0130] = 0x0130
  return units
}

const oneUnit = (text: string): number => (text.length === 1 ? text.charCodeAt(0) : special)

/** Soft hyphens, zero-width spaces and joiners, byte order marks: nobody sees them in a name. */
const unseen = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g

/** Separators inside transcribed names resemble each other and are typed at random. */
const dots = new Map(
  ['\u2022', '\u2027', '\u30fb', '\u2219', '\u22c5', '\u0387'].map((dot) => [dot, '\u00b7']),
)
