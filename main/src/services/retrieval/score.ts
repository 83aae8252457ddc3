import { documentKeyOf } from '../../db/tables/passages.ts'
import { quoteTerms } from '../../db/tables/passageTerms.ts'
import { type Candidate, createScopeFilter } from './candidates.ts'
import type { ProjectIndex } from './projectIndex.ts'
import { createTermCounter } from './termCounter.ts'
import { pairsOf, runsOf } from './terms.ts'
import type { SearchScope } from './types.ts'
import type { Weighed } from './weigh.ts'

// `npm run bench -- retrieval` shows what these are worth.
/** What a term in a neighbouring passage counts, one in the passage counting 1. */
const neighbourShare = 0.3
/** What a passage gains from the best ones of its chapter. */
const chapterShare = 0.5
const bestOfChapter = 3
const quotationBonus = 1.5
/** Passages whose neighbours are looked at, and of them those whose text is read to count its terms. */
const widePool = 180
const readPassages = 100
/** BM25's constants as FTS5 has them. */
const k1 = 1.2
const b = 0.75

/** What is searched: the first `lookUps` terms choose the passages, all of them rank these. */
export interface Asked {
  readonly terms: readonly Weighed[]
  readonly lookUps: number
  /** A passage that holds one of these word for word is worth more. */
  readonly quotations: readonly string[]
}

interface Scored {
  readonly id: number
  readonly score: number
}

/**
 * The `wanted` best passages by BM25 (Robertson and Zaragoza 2009), a name with all its forms counting as one
 * term. An answer often stands beside the words of the question: a term in a neighbouring passage counts as a
 * part of one in the passage, as in BM25F, and the best passages of a chapter lend all of it some of their score.
 */
export function scorePassages(
  index: ProjectIndex,
  { terms, lookUps, quotations }: Asked,
  scope: SearchScope,
  wanted: number,
  skip: ReadonlySet<number>,
): Candidate[] {
  const held = termsByPassage(index, terms.slice(0, lookUps))
  const filter = createScopeFilter(index, scope)
  const chapterOf = chapterScores(held, terms)
  const { beside, passage } = index.snapshot()
  const counts = new Float64Array(terms.length)
  const scoreOf = (id: number, relativeLength: number) => {
    for (const other of beside(id)) {
      for (const term of held.get(other) ?? []) counts[term] = (counts[term] ?? 0) + neighbourShare
    }
    let sum = chapterOf(id)
    // Not by an iterator: this runs for every passage of the pool.
    for (let at = 0; at < counts.length; at++) {
      const times = counts[at] ?? 0
      if (times > 0) sum += (terms[at]?.weight ?? 0) * saturated(times, relativeLength)
    }
    return sum
  }
  const wide: Scored[] = []
  for (const { id } of best(
    [...held].map(([id, own]) => ({ id, score: once(own, terms) + chapterOf(id) })),
  )) {
    if (wide.length >= widePool) break
    if (skip.has(id) || !filter.allows(id)) continue
    counts.fill(0)
    for (const term of held.get(id) ?? []) counts[term] = 1
    wide.push({ id, score: scoreOf(id, 1) })
  }
  const read = best(wide)
    .slice(0, Math.max(readPassages, wanted))
    .flatMap(({ id, score }) => filter.candidate(id, score) ?? [])
  const mean = read.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, read.length)
  const count = createTermCounter(terms.map(({ forms }) => forms))
  const ranked = read.map((candidate) => {
    const text = passage(candidate.id)?.folded ?? ''
    counts.fill(0)
    count(text, counts)
    const score = scoreOf(candidate.id, text.length / mean)
    return {
      ...candidate,
      score: quotations.some((run) => text.includes(run)) ? score * quotationBonus : score,
    }
  })
  return best(ranked).slice(0, wanted)
}

/** For each passage that holds any of the terms, their places in the list. */
function termsByPassage(index: ProjectIndex, terms: readonly Weighed[]): Map<number, number[]> {
  const held = new Map<number, number[]>()
  const { matching } = index.snapshot()
  for (const [place, term] of terms.entries()) {
    for (const id of matching(termExpression(term))) {
      const known = held.get(id)
      if (known) known.push(place)
      else held.set(id, [place])
    }
  }
  return held
}

/** FTS5 expression for a term in any of its forms. */
export function termExpression({ forms }: Weighed): string {
  return forms.map(formExpression).join(' OR ')
}

function formExpression(form: string): string {
  const runs = runsOf(form).map(({ kind, text }) => {
    const pairs = kind === 'cjk' ? pairsOf(text) : []
    return quoteTerms(pairs.length > 0 ? pairs : [text])
  })
  return `(${runs.join(' AND ')})`
}

/** What the chapter of a passage adds: a share of the mean of its best passages. */
function chapterScores(held: ReadonlyMap<number, readonly number[]>, terms: readonly Weighed[]) {
  const bestOf = new Map<number, number[]>()
  for (const [id, own] of held) {
    const key = documentKeyOf(id)
    const known = bestOf.get(key) ?? []
    const score = once(own, terms)
    if (known.length < bestOfChapter || score > (known.at(-1) ?? 0)) {
      bestOf.set(key, [...known, score].sort((x, y) => y - x).slice(0, bestOfChapter))
    }
  }
  return (id: number): number => {
    const scores = bestOf.get(documentKeyOf(id)) ?? []
    return (chapterShare * scores.reduce((sum, it) => sum + it, 0)) / bestOfChapter
  }
}

/** The weight of terms, each counted once. */
function once(held: readonly number[], terms: readonly Weighed[]): number {
  return held.reduce((sum, term) => sum + (terms[term]?.weight ?? 0), 0)
}

function saturated(times: number, relativeLength: number): number {
  return (times * (k1 + 1)) / (times + k1 * (1 - b + b * relativeLength))
}

function best<T extends Scored>(scored: readonly T[]): T[] {
  return scored.toSorted((x, y) => y.score - x.score)
}
