import { simplifiedForms } from '../../lib/simplified.ts'

/** One entry per UTF-16 unit. */
export interface FoldTables {
  /** What a unit folds to with its letter case kept; `special` when that is not one unit, or not known yet. */
  readonly cased: Uint16Array
  /** The same with letter case folded too. */
  readonly lower: Uint16Array
  /** Letter case alone, for what has gone the long way. */
  readonly small: Uint16Array
  /**
   * The long way: width, compatibility and Traditional forms of one character. Where one unit comes of one unit, the
   * tables know it from then on: most of the 65,536 are never met, and asking for all takes longer than a book.
   */
  readonly foldCharacter: (character: string) => string
}

/** Marks units that do not fold to one unit by themselves. */
export const special = 0xffff

/** Begins the tables with what is printed of ASCII, and ideographs, which do not decompose. */
export function buildFoldTables(): FoldTables {
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
  units[0x0130] = 0 // İ alone becomes two
  Buffer.from(units.buffer).write(Buffer.from(units.buffer).toString('utf16le').toLowerCase(), 'utf16le')
  units[0x0130] = 0x0130
  return units
}

const oneUnit = (text: string): number => (text.length === 1 ? text.charCodeAt(0) : special)

/** Soft hyphens, zero-width spaces and joiners, byte order marks: nobody sees them in a name. */
const unseen = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g

/** Separators inside transcribed names look alike and are typed at random. */
const dots = new Map(
  ['\u2022', '\u2027', '\u30fb', '\u2219', '\u22c5', '\u0387'].map((dot) => [dot, '\u00b7']),
)
