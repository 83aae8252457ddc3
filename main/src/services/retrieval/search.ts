import { quoteTerms } from '../../db/tables/passageTerms.ts'
import { type Candidate, collect, poolSize, rank } from './candidates.ts'
import type { ProjectIndex } from './projectIndex.ts'
import { fold, pairsOf, type Run, runsOf } from './terms.ts'
import type { Hit, SearchScope } from './types.ts'

/** A query of at most so many CJK characters and words is taken as a name or phrase first. */
const maxPhraseCharacters = 8
const maxPhraseWords = 4
/** Single characters help a question; for a name shorter than this they would be noise. */
const fewestForSingles = 5
/** A term in more than this share of the passages tells nothing (its BM25 weight is near zero) but costs time. */
const commonShare = 0.25
/** Terms kept when all of them are that common. */
const fewestTerms = 4
/** Terms of a long query that are looked up, the rarest ones. */
const maxTerms = 60
/** What holds the whole phrase scores in (phraseFloor, 1], what only shares parts of it at most partCeiling. */
const phraseFloor = 0.6
const partCeiling = 0.5
const exactBonus = 1.5

/**
 * The `k` best passages for one query, best first. A short query must match as a phrase first, run by run, and
 * is filled up with passages that share parts of it; a longer one is a question: BM25 over its words, characters
 * and bigrams, with a bonus where a whole run of it stands in the passage. Nothing searchable in it: no hits.
 */
export function searchPassages(index: ProjectIndex, query: string, k: number, scope: SearchScope): Hit[] {
  const runs = runsOf(fold(query))
  if (runs.length === 0) return []
  const cjk = runs.filter(({ kind }) => kind === 'cjk')
  const characters = cjk.reduce((sum, { text }) => sum + [...text].length, 0)
  const short = characters <= maxPhraseCharacters && runs.length - cjk.length <= maxPhraseWords
  const phrases = short ? phraseCandidates(index, runs, k, scope) : []
  const parts =
    phrases.length < k && !isOneTerm(runs)
      ? partCandidates(index, runs, characters >= fewestForSingles, k, scope, phrases)
      : []
  return rank([...phrases, ...parts], k).map(({ id: _, ...hit }) => hit)
}

/** An FTS5 expression for one run: a CJK run as the phrase of its bigrams, a word or single character as it is. */
export function runExpression(run: Run): string {
  const pairs = run.kind === 'cjk' ? pairsOf(run.text) : []
  return quoteTerms(pairs.length > 0 ? pairs : [run.text])
}

/** One word, or one CJK run of up to two characters: its parts are no likeness of it. */
function isOneTerm(runs: readonly Run[]): boolean {
  const [first] = runs
  return runs.length === 1 && (first?.kind === 'word' || [...(first?.text ?? '')].length <= 2)
}

function phraseCandidates(index: ProjectIndex, runs: readonly Run[], k: number, scope: SearchScope) {
  const expression = [...new Set(runs.map(runExpression))].join(' AND ')
  const found = collect(index, expression, scope, poolSize(k))
  return rescale(found, phraseFloor, 1)
}

function partCandidates(
  index: ProjectIndex,
  runs: readonly Run[],
  withSingles: boolean,
  k: number,
  scope: SearchScope,
  phrases: readonly Candidate[],
): Candidate[] {
  const terms = tellingTerms(index, runs, withSingles)
  if (terms.length === 0) return []
  const expression = terms.map((term) => quoteTerms([term])).join(' OR ')
  const skip = new Set(phrases.map(({ id }) => id))
  const found = collect(index, expression, scope, poolSize(k), skip)
  const whole = runs.filter(({ text }) => text.length > 3).map(({ text }) => text)
  const weighed = found.map((it) => {
    const folded = whole.length > 0 ? fold(it.text) : ''
    return whole.some((text) => folded.includes(text)) ? { ...it, score: it.score * exactBonus } : it
  })
  return phrases.length > 0 ? rescale(weighed, 0, partCeiling) : weighed
}

/** The terms of a query that occur in the index and tell passages apart, rarest first. */
function tellingTerms(index: ProjectIndex, runs: readonly Run[], withSingles: boolean): string[] {
  const terms = new Set<string>()
  for (const { kind, text } of runs) {
    if (kind === 'word') terms.add(text)
    else for (const term of withSingles ? [...text, ...pairsOf(text)] : pairsOf(text)) terms.add(term)
  }
  const known = [...terms]
    .map((term) => ({ term, passages: index.frequencyOf(term) }))
    .filter(({ passages }) => passages > 0)
    .sort((a, b) => a.passages - b.passages)
  const limit = index.passages.count() * commonShare
  const telling = known.filter(({ passages }) => passages <= limit)
  return (telling.length > 0 ? telling : known.slice(0, fewestTerms))
    .slice(0, maxTerms)
    .map(({ term }) => term)
}

/** Maps scores, relative to the best, into (floor, ceiling]. */
function rescale(candidates: readonly Candidate[], floor: number, ceiling: number): Candidate[] {
  const best = Math.max(Number.MIN_VALUE, ...candidates.map(({ score }) => score))
  return candidates.map((it) => ({ ...it, score: floor + (ceiling - floor) * (it.score / best) }))
}
