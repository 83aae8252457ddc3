import { firstUnits } from '../../lib/text.ts'
/** A text made shorter; `size` is that of the whole one, absent when nothing was left out. */
export interface Shortened {
  readonly text: string
  readonly size?: { readonly lines: number; readonly characters: number }
}

const gap = '…'

/** The first lines, and of them at most so many UTF-16 units; never half a character. */
export function firstLines(text: string, lines: number, units: number): Shortened {
  return shortened(text, firstUnits(text.slice(0, endOfLine(text, lines)), units))
}

/** The last lines, and of them at most so many units. */
export function lastLines(text: string, lines: number, units: number): Shortened {
  const all = text.replace(/(?:\r\n?|\n)$/, '').split(lineEnds)
  const few = all.length <= lines ? text : all.slice(-lines).join('\n')
  return shortened(text, tail(few, units))
}

export const firstCharacters = (text: string, units: number): Shortened =>
  shortened(text, units < text.length ? `${firstUnits(text, units)}${gap}` : text)

/** Two thirds of the room for the beginning, a third for the end. */
export function edges(text: string, units: number): Shortened {
  if (text.length <= units) return { text }
  const before = Math.floor((units * 2) / 3)
  return shortened(text, `${firstUnits(text, before)}\n${gap}\n${tail(text, units - before)}`)
}

const lineEnds = /\r\n|\r|\n/
const eachLineEnd = /\r\n|\r|\n/g

/** Where line number `lines` ends, its line break left out. */
function endOfLine(text: string, lines: number): number {
  let lineCount = 0
  for (const end of text.matchAll(eachLineEnd)) if (++lineCount === lines) return end.index
  return text.length
}

const tail = (text: string, units: number) =>
  text.length <= units ? text : text.slice(text.length - units).replace(/^[\uDC00-\uDFFF]/, '')

function shortened(whole: string, text: string): Shortened {
  if (text.length >= whole.replace(/(?:\r\n?|\n)$/, '').length) return { text: whole }
  return { text, size: { lines: whole.split(lineEnds).length, characters: whole.length } }
}
