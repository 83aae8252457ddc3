import type { Fold } from '../../codex/index.ts'
import type { Find, Match } from './match.ts'

/** Finds exactly these characters. */
export function findExact(query: string, replacement: string): Find {
  return (text) => {
    const matches: Match[] = []
    for (let from = text.indexOf(query); from >= 0; from = text.indexOf(query, from + query.length))
      matches.push({ from, to: from + query.length, replacement })
    return matches
  }
}

/** Finds these characters whatever their letter case, width and form; a line break only where one was asked for. */
export function findFolded(query: string, replacement: string, fold: Fold): Find {
  const folded = fold(query).text
  const mayBreak = /[\r\n]/.test(query)
  // Nothing is left of a query of characters that nobody sees.
  if (folded === '') return findExact(query, replacement)
  return (text) => {
    const { text: searched, starts } = fold(text)
    const matches: Match[] = []
    for (let at = searched.indexOf(folded); at >= 0; ) {
      const end = at + folded.length
      const from = starts[at] ?? 0
      const to = endOf(text, starts[end - 1] ?? 0)
      // Not half of a character that folds to several, nor a letter without its accent.
      const isWhole = (at === 0 || starts[at - 1] !== from) && starts[end] !== starts[end - 1]
      const fits = isWhole && (mayBreak || !/[\r\n]/.test(text.slice(from, to)))
      if (fits) matches.push({ from, to, replacement })
      at = searched.indexOf(folded, fits ? end : at + 1)
    }
    return matches
  }
}

const endOf = (text: string, last: number) => last + ((text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1)
