import { collect, poolSize, rank } from './candidates.ts'
import type { ProjectIndex } from './projectIndex.ts'
import { runExpression } from './search.ts'
import { fold, isWord, runsOf } from './terms.ts'
import type { SearchScope, TermsHit } from './types.ts'

/**
 * The `k` best passages that hold any of the terms, BM25 as score, each with the terms it holds. Terms that are
 * not searchable are passed over.
 */
export function searchByTerms(
  index: ProjectIndex,
  terms: readonly string[],
  k: number,
  scope: SearchScope,
): TermsHit[] {
  const phrases = terms.map((term) => ({ term: fold(term), expression: termExpression(term) }))
  const known = phrases.filter(({ expression }) => expression !== '')
  if (known.length === 0) return []
  const expression = known.map((it) => it.expression).join(' OR ')
  const found = collect(index, expression, scope, poolSize(k))
  return rank(found, k).map(({ id: _, ...hit }) => ({
    ...hit,
    matchedTerms: matchedTerms(
      hit.text,
      known.map(({ term }) => term),
    ),
  }))
}

/** The terms that stand in a text; those that overlap by one character and stand joined are joined. */
export function matchedTerms(text: string, terms: readonly string[]): string[] {
  const folded = fold(text)
  const words = new Set(runsOf(folded).flatMap(({ kind, text: run }) => (kind === 'word' ? [run] : [])))
  const found = terms.filter((term) => (isWord(term) ? words.has(term) : folded.includes(term)))
  const joined: string[] = []
  for (const term of new Set(found)) {
    if (joined.some((longer) => longer.includes(term) && !isWord(longer))) continue
    let run = term
    for (let grown = true; grown && !isWord(run); ) {
      grown = false
      for (const other of found) {
        const longer = overlap(run, other) ?? overlap(other, run)
        if (longer === undefined || run.includes(other) || !folded.includes(longer)) continue
        run = longer
        grown = true
      }
    }
    joined.push(run)
  }
  return joined
}

function overlap(left: string, right: string): string | undefined {
  const last = [...left].at(-1) ?? ''
  return right.startsWith(last) ? left + right.slice(last.length) : undefined
}

/** All runs of a term must match; empty when nothing in it is searchable. */
function termExpression(term: string): string {
  const runs = runsOf(fold(term))
  return runs.length === 0 ? '' : `(${runs.map(runExpression).join(' AND ')})`
}
