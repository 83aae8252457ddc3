import { documentKeyOf } from '../../db/tables/passages.ts'
import { quoteTerms } from '../../db/tables/passageTerms.ts'
import { type Candidate, createScopeFilter } from './candidates.ts'
import type { ProjectIndex } from './projectIndex.ts'
import type { Question } from './question.ts'
import { fold, isWord, pairsOf, runsOf } from './terms.ts'
import type { SearchScope } from './types.ts'

// Weights found on the questions of bench/questions: `npm run bench -- retrieval` shows what they are worth.
const pairWeight = 0.5
const nameWeight = 2
const neighbourShare = 0.3
const chapterShare = 0.5
const bestOfChapter = 3
const quotationBonus = 1.5
/** A term in more than this share of the passages tells nothing but costs time. */
const commonShare = 0.25
const fewestTerms = 4
const maxTerms = 60
/** Passages whose text is read to weigh how often a term occurs. */
const readPassages = 60
const widerPool = 3
/** BM25's constants as FTS5 has them. */
const k1 = 1.2
const b = 0.75

interface Weighed {
  readonly term: string
  readonly weight: number
}

interface Scored {
  readonly id: number
  /** By the passage's own terms, each counted once. */
  readonly own: number
  /** What neighbours and chapter add. */
  readonly around: number
}

/**
 * The `wanted` best passages for a question. Own score: BM25 (Robertson and Zaragoza 2009) over singles, bigrams
 * and names with all their forms as one term; added to it are shares of the neighbouring passages' scores and of
 * the chapter's best ones, since an answer often stands beside the words of the question.
 */
export function scoreQuestion(
  index: ProjectIndex,
  question: Question,
  scope: SearchScope,
  wanted: number,
  skip: ReadonlySet<number>,
): Candidate[] {
  const total = index.passages.count()
  const terms = tellingTerms(index, question, total)
  const names = question.names.map((forms) => {
    const ids = index.terms.ids(forms.map(formExpression).join(' OR '))
    return { forms, ids, weight: nameWeight * rarity(total, ids.length) }
  })
  const own = new Map<number, number>()
  const add = (ids: readonly number[], weight: number) => {
    for (const id of ids) own.set(id, (own.get(id) ?? 0) + weight)
  }
  for (const { term, weight } of terms) add(index.terms.ids(quoteTerms([term])), weight)
  for (const { ids, weight } of names) add(ids, weight)
  const filter = createScopeFilter(index, scope)
  const pool = withSurroundings(index, own, filter.allows).filter(({ id }) => !skip.has(id))
  const read = pool.slice(0, Math.max(readPassages, wanted)).flatMap(({ id, own: once, around }) => {
    const candidate = filter.candidate(id, once + around)
    return candidate ? [{ candidate, around }] : []
  })
  const mean = read.reduce((sum, { candidate }) => sum + candidate.text.length, 0) / Math.max(1, read.length)
  return read
    .map(({ candidate, around }) => {
      const text = fold(candidate.text)
      const score = ownScore(text, terms, names, text.length / mean) + around
      const quoted = question.quotations.some((run) => text.includes(run))
      return { ...candidate, score: quoted ? score * quotationBonus : score }
    })
    .sort((x, y) => y.score - x.score)
    .slice(0, wanted)
}

/** FTS5 expression for one form of a name. */
function formExpression(form: string): string {
  const runs = runsOf(form).map(({ kind, text }) => {
    const pairs = kind === 'cjk' ? pairsOf(text) : []
    return quoteTerms(pairs.length > 0 ? pairs : [text])
  })
  return `(${runs.join(' AND ')})`
}

function rarity(total: number, passages: number): number {
  return Math.max(1e-6, Math.log((total - passages + 0.5) / (passages + 0.5)))
}

function tellingTerms(index: ProjectIndex, { singles, pairs }: Question, total: number): Weighed[] {
  const known = [...singles, ...pairs]
    .map((term) => ({ term, passages: index.frequencyOf(term) }))
    .filter(({ passages }) => passages > 0)
    .sort((x, y) => x.passages - y.passages)
  const telling = known.filter(({ passages }) => passages <= total * commonShare)
  return (telling.length > 0 ? telling : known.slice(0, fewestTerms))
    .slice(0, maxTerms)
    .map(({ term, passages }) => ({
      term,
      weight: rarity(total, passages) * (pairs.has(term) ? pairWeight : 1),
    }))
}

/** The allowed passages, best first, as far as their texts may be worth reading. */
function withSurroundings(
  index: ProjectIndex,
  own: ReadonlyMap<number, number>,
  allows: (id: number) => boolean,
): Scored[] {
  const byDocument = new Map<number, { best: number[]; readonly ids: number[] }>()
  for (const [id, score] of own) {
    const key = documentKeyOf(id)
    const document = byDocument.get(key) ?? { best: [], ids: [] }
    byDocument.set(key, document)
    document.ids.push(id)
    if (document.best.length < bestOfChapter || score > (document.best.at(-1) ?? 0)) {
      document.best = [...document.best, score].sort((x, y) => y - x).slice(0, bestOfChapter)
    }
  }
  const chapterOf = (id: number) => {
    const best = byDocument.get(documentKeyOf(id))?.best ?? []
    return (chapterShare * best.reduce((sum, it) => sum + it, 0)) / bestOfChapter
  }
  const pool = [...own]
    .map(([id, score]) => ({ id, own: score, chapter: chapterOf(id) }))
    .sort((x, y) => y.own + y.chapter - x.own - x.chapter)
  const orders = new Map<number, readonly number[]>()
  const found: Scored[] = []
  for (const { id, own: score, chapter } of pool) {
    if (found.length >= readPassages * widerPool) break
    if (!allows(id)) continue
    const key = documentKeyOf(id)
    const order = orders.get(key) ?? index.passages.idsInOrder(key)
    orders.set(key, order)
    const at = order.indexOf(id)
    const beside = (own.get(order[at - 1] ?? -1) ?? 0) + (own.get(order[at + 1] ?? -1) ?? 0)
    found.push({ id, own: score, around: chapter + neighbourShare * beside })
  }
  return found.sort((x, y) => y.own + y.around - x.own - x.around)
}

function ownScore(
  text: string,
  terms: readonly Weighed[],
  names: readonly { readonly forms: readonly string[]; readonly weight: number }[],
  relativeLength: number,
): number {
  const counted = new Set(terms.filter(({ term }) => isWord(term)).map(({ term }) => term))
  const words = counted.size > 0 ? runsOf(text).map((run) => run.text) : []
  const times = ({ term }: Weighed) =>
    counted.has(term) ? words.filter((word) => word === term).length : occurrences(text, term)
  let score = 0
  for (const term of terms) score += term.weight * saturated(times(term), relativeLength)
  for (const { forms, weight } of names) {
    const count = forms.reduce((sum, form) => sum + occurrences(text, form), 0)
    score += weight * saturated(count, relativeLength)
  }
  return score
}

function saturated(times: number, relativeLength: number): number {
  return times === 0 ? 0 : (times * (k1 + 1)) / (times + k1 * (1 - b + b * relativeLength))
}

function occurrences(text: string, term: string): number {
  let count = 0
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) count++
  return count
}
