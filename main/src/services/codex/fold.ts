import traditionalPairs from 'opencc-js/dict/TSCharacters'

/** A text as names are compared: same `starts` for both strings, one entry per UTF-16 unit of theirs. */
export interface Folded {
  /** Width, Traditional forms and letter case folded. */
  readonly text: string
  /** The same with letter case kept. */
  readonly cased: string
  /** Offset in the original at which the character of each unit begins; one more for the end. */
  readonly starts: Int32Array
}

export type Fold = (text: string) => Folded

/** Units that fold to one unit by themselves are looked up; the rest goes the long way. */
const special = 0xffff

/**
 * Folds for matching only: compatibility decomposition (so that composed and decomposed letters, full and
 * half width agree), Traditional to Simplified by OpenCC's character table, letter case. A line break counts
 * as one space, because hard-wrapped English breaks names in two. Linear; the table is built once per call
 * of this factory.
 */
export function createFold(): Fold {
  const simplified = simplifiedForms()
  const cased = new Uint16Array(65_536)
  const lower = new Uint16Array(65_536)
  for (let unit = 0; unit < 65_536; unit += 1) {
    const isSurrogate = (unit & 0xf800) === 0xd800
    const folded = isSurrogate ? '' : foldCharacter(String.fromCharCode(unit))
    cased[unit] = folded.length === 1 ? folded.charCodeAt(0) : special
    const small = String.fromCharCode(unit).toLowerCase()
    lower[unit] = small.length === 1 && !isSurrogate ? small.charCodeAt(0) : unit
  }

  function foldCharacter(character: string): string {
    const plain = character.normalize('NFKD').replace(/\p{White_Space}/gu, ' ')
    return [...plain].map((one) => dots.get(one) ?? simplified.get(one) ?? one).join('')
  }

  return (text) => {
    let room = new Uint16Array(text.length + 16)
    let starts = new Int32Array(text.length + 17)
    let length = 0
    const add = (unit: number, at: number) => {
      if (length === room.length) {
        const wider = new Uint16Array(length * 2)
        wider.set(room)
        room = wider
        const longer = new Int32Array(length * 2 + 1)
        longer.set(starts)
        starts = longer
      }
      room[length] = unit
      starts[length] = at
      length += 1
    }
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at)
      const folded = cased[unit] ?? special
      if (folded !== special) {
        if (unit === 0x0d && text.charCodeAt(at + 1) === 0x0a) continue
        add(folded, at)
        continue
      }
      const character = String.fromCodePoint(text.codePointAt(at) ?? unit)
      const long = character.isWellFormed() ? foldCharacter(character) : character
      for (let index = 0; index < long.length; index += 1) add(long.charCodeAt(index), at)
      at += character.length - 1
    }
    starts[length] = text.length
    const kept = decode(room.subarray(0, length))
    for (let index = 0; index < length; index += 1) room[index] = lower[room[index] ?? 0] ?? 0
    return { text: decode(room.subarray(0, length)), cased: kept, starts }
  }
}

/** Separators inside transcribed names look alike and are typed at random. */
const dots = new Map(
  ['\u2022', '\u2027', '\u30fb', '\u2219', '\u22c5', '\u0387'].map((dot) => [dot, '\u00b7']),
)

function simplifiedForms(): ReadonlyMap<string, string> {
  return new Map(
    traditionalPairs.split('|').map((pair): [string, string] => {
      const [traditional = '', simplified = ''] = pair.split(' ')
      return [traditional, simplified]
    }),
  )
}

const chunkUnits = 8192

function decode(units: Uint16Array): string {
  let text = ''
  for (let from = 0; from < units.length; from += chunkUnits) {
    text += String.fromCharCode(...units.subarray(from, from + chunkUnits))
  }
  return text
}
