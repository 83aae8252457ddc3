import { buildFoldTables, type FoldTables, special } from './foldTables.ts'

/** A text as names are compared: one entry of `units` and `starts` per UTF-16 unit of both strings. */
export interface Folded {
  /** Width, Traditional forms and letter case folded. */
  readonly text: string
  /** The units of `text`: reading them costs half of what asking the string does. */
  readonly units: Uint16Array
  /** The same with letter case kept; empty unless asked for. */
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

  /** Room for so many folded units, with what is there kept. */
  function makeRoom(length: number) {
    if (length < positions.length) return
    folded = widened(folded, new Uint16Array(2 * length + 16))
    positions = widened(positions, new Int32Array(2 * length + 16))
  }

  /** The units of a text, without asking the string for each of them. */
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
