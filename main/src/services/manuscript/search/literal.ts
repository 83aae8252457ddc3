import type { Fold } from '../../codex/index.ts'
import type { Find, Match } from './match.ts'

/** Finds exactly these characters. */
export function findExact(wanted: string, replacement: string): Find {
  return (text) => {
    const found: Match[] = []
    for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + wanted.length))
      found.push({ from, to: from + wanted.length, replacement })
    return found
  }
}

/** Finds these characters whatever their letter case, width and form; a line break only where one was asked for. */
export function findFolded(wanted: string, replacement: string, fold: Fold): Find {
  const folded = fold(wanted).text
  const mayBreak = /[\r\n]/.test(wanted)
  // Nothing is left of a query of characters that nobody sees.
  if (folded === '') return findExact(wanted, replacement)
  return (text) => {
    const { text: searched, starts } = fold(text)
    const found: Match[] = []
    for (let at = searched.indexOf(folded); at >= 0; ) {
      const end = at + folded.length
      const from = starts[at] ?? 0
      const to = endOf(text, starts[end - 1] ?? 0)
      // Not half of a character that folds to several, nor a letter without its accent.
      const isWhole = (at === 0 || starts[at - 1] !== from) && starts[end] !== starts[end - 1]
      const fits = isWhole && (mayBreak || !/[\r\n]/.test(text.slice(from, to)))
      if (fits) found.push({ from, to, replacement })
      at = searched.indexOf(folded, fits ? end : at + 1)
    }
    return found
  }
}

const endOf = (text: string, last: number) => last + ((text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1)
