import { simplifiedForms } from '../../lib/simplified.ts'

/** One entry per UTF-16 unit. */
export interface FoldTables {
  /** What a unit folds to with its letter case kept; `special` when that is not one unit. */
  readonly cased: Uint16Array
  /** The same with letter case folded too. */
  readonly lower: Uint16Array
  /** Letter case alone, for what has gone the long way. */
  readonly small: Uint16Array
  /** The long way: width, compatibility and Traditional forms of one character. */
  readonly foldCharacter: (character: string) => string
}

/** Marks units that do not fold to one unit by themselves. */
export const special = 0xffff

/** Builds the tables, which takes some milliseconds; the rest of folding is looking up. */
export function buildFoldTables(): FoldTables {
  function foldCharacter(character: string): string {
    const plain = character
      .normalize('NFKD')
      .replace(unseen, '')
      .replace(/\p{White_Space}/gu, ' ')
    return [...plain].map((one) => dots.get(one) ?? simplifiedForms.get(one) ?? one).join('')
  }

  const cased = new Uint16Array(65_536).fill(special)
  const small = new Uint16Array(65_536)
  for (let unit = 0; unit < 65_536; unit += 1) {
    small[unit] = unit
    if (unit >= 0xac00 && unit <= 0xdfff) continue
    const character = String.fromCharCode(unit)
    // Ideographs decompose into nothing, and asking for each of them would take most of the time.
    const isPlain = (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xe000 && unit <= 0xf8ff)
    const folded = isPlain ? (simplifiedForms.get(character) ?? character) : foldCharacter(character)
    if (folded.length === 1) cased[unit] = folded.charCodeAt(0)
    const lowered = isPlain ? character : character.toLowerCase()
    if (lowered.length === 1) small[unit] = lowered.charCodeAt(0)
  }
  cased[0x0d] = special // whether a line feed follows decides
  const lower = cased.map((unit) => small[unit] ?? special)
  return { cased, lower, small, foldCharacter }
}

/** Soft hyphens, zero-width spaces and joiners, byte order marks: nobody sees them in a name. */
const unseen = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g

/** Separators inside transcribed names look alike and are typed at random. */
const dots = new Map(
  ['\u2022', '\u2027', '\u30fb', '\u2219', '\u22c5', '\u0387'].map((dot) => [dot, '\u00b7']),
)
