import { isWord, runsOf } from './terms.ts'

/**
 * Makes a function that lists the terms in a text (both folded); terms that overlap by one character and are joined
 * in it become one.
 */
export function createTermMatcher(terms: readonly string[]): (folded: string) => string[] {
  const wholeWords = new Set(terms.filter(isWord))
  return (folded) => {
    const present = wholeWords.size > 0 ? new Set(runsOf(folded).map((run) => run.text)) : wholeWords
    const matches = [...new Set(terms)].filter((term) =>
      wholeWords.has(term) ? present.has(term) : folded.includes(term),
    )
    const parts = matches.filter((term) => !wholeWords.has(term))
    const joined: string[] = []
    for (const term of matches) {
      if (wholeWords.has(term)) joined.push(term)
      else if (!joined.some((longer) => longer.includes(term))) joined.push(grow(term, parts, folded))
    }
    // Words are clearer to a reader than single characters.
    return joined.toSorted((a, b) => Number([...b].length > 1) - Number([...a].length > 1))
  }
}

/** Joins a term with others that continue it at either end, as long as the text has the result. */
function grow(term: string, parts: readonly string[], folded: string): string {
  let run = term
  for (;;) {
    const longer = parts
      .filter((part) => !run.includes(part))
      .flatMap((part) => [overlap(run, part), overlap(part, run)])
      .find((it) => it !== undefined && folded.includes(it))
    if (longer === undefined) return run
    run = longer
  }
}

function overlap(left: string, right: string): string | undefined {
  const last = [...left].at(-1) ?? ''
  return right.startsWith(last) ? left + right.slice(last.length) : undefined
}
