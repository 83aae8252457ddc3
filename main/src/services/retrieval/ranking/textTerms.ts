import { LRUCache } from 'lru-cache'
import type { NameGroup, Question } from '../question.ts'
import { fold, pairsOf, runsOf } from '../terms.ts'
import type { BookTerms } from './bookTerms.ts'
import type { QueryTerm } from './queryLikelihood.ts'
import { similarTo } from './similarCharacters.ts'

/** A bigram repeats what its characters say; a name says more than other words. */
const weights = { name: 2, word: 1, single: 1.2, pair: 0.5 } as const
/** What similar characters count together, at most, in place of the one that is asked; and how many of them. */
const similarShare = 0.25
const mostSimilar = 6
/** Terms of a question; of more, the rarest. */
const maxTerms = 80

interface Line {
  /** Each once. */
  readonly terms: readonly string[]
  /** Of each term; −1: the book has never had it, when it had `size` terms. */
  readonly ids: Int32Array
  readonly size: number
}

const sentenceEnds = /(?<=[。！？；：．，\n])/u

/** An author's window and the passages about it change by a line at a time. Some 45 bytes a term. */
const maxCached = 60_000
const cachedLines = new WeakMap<BookTerms, LRUCache<string, Line>>()

/** The terms of a text that the book has and that are wanted, by id. */
export function termsIn(
  book: BookTerms,
  text: string,
  isIncluded: (id: number, term: string) => boolean,
): Map<number, string> {
  const result = new Map<number, string>()
  for (const { terms, ids } of text.split('\n').map((line) => termsOfLine(book, line))) {
    for (let at = 0; at < ids.length; at++) {
      const [id = -1, term = ''] = [ids[at], terms[at]]
      if (id >= 0 && isIncluded(id, term)) result.set(id, term)
    }
  }
  return result
}

/** No term goes across the end of a line or a sentence. */
function termsOfLine(book: BookTerms, line: string): Line {
  const lines =
    cachedLines.get(book) ??
    new LRUCache({ maxSize: maxCached, sizeCalculation: ({ ids }) => ids.length + 1 })
  cachedLines.set(book, lines)
  const cached = lines.get(line)
  if (cached && (cached.size === book.size || !cached.ids.includes(-1))) return cached
  const lineTerms = new Set<string>()
  for (const { kind, text: run } of runsOf(fold(line))) {
    if (kind === 'word') lineTerms.add(run)
    else {
      for (const character of run) lineTerms.add(character)
      for (const pair of pairsOf(run)) lineTerms.add(pair)
    }
  }
  const terms = [...lineTerms]
  const parsed = { terms, ids: Int32Array.from(terms, (term) => book.idOf(term)), size: book.size }
  lines.set(line, parsed)
  return parsed
}

/**
 * A function that gives the terms of the last so many UTF-16 units of a text, later ones behind. The names' other forms
 * too: where 宋江 stands, the book speaks of 公明.
 */
export function termsOfLast(
  book: BookTerms,
  text: string,
  groups: readonly NameGroup[],
): (units: number) => Set<number> {
  // The paragraph that is being written is another line with each request, most of its sentences are not.
  const sentences: { readonly from: number; readonly text: string; readonly line: Line }[] = []
  for (const sentence of text.split(sentenceEnds)) {
    const { from = 0, text: before = '' } = sentences.at(-1) ?? {}
    sentences.push({ from: from + before.length, text: sentence, line: termsOfLine(book, sentence) })
  }
  return (units) => {
    const start = Math.max(0, text.length - units)
    const result = new Set<number>()
    const add = ({ ids }: Line) => {
      for (const id of ids) if (id >= 0) result.add(id)
    }
    for (const { from, text: sentence, line } of sentences) {
      if (from >= start) add(line)
      else if (from + sentence.length > start) add(termsOfLine(book, sentence.slice(start - from)))
    }
    for (const name of othersIn(text.slice(start), groups)) add(termsOfLine(book, name))
    return result
  }
}

function othersIn(text: string, groups: readonly NameGroup[]): string[] {
  const folded = groups.length > 0 ? fold(text) : ''
  return groups.filter((group) => group.some((name) => folded.includes(fold(name)))).flat()
}

/** The terms of a question that the book has, each once, the rarest first. */
export function extractQueryTerms(
  book: BookTerms,
  { names, rest }: Question,
  withSingles: boolean,
  share = 1,
): QueryTerm[] {
  const termsByKey = new Map<string, QueryTerm>()
  const add = (kind: QueryTerm['kind'], forms: readonly (readonly number[])[], character = '') => {
    const usableForms = forms.filter(
      (form) => form.length > 0 && form.every((id) => book.passagesWith(id) > 0),
    )
    const [[id = -1] = []] = usableForms
    const substitutes = similarInBook(book, character, id)
    const similar = substitutes.length > 0 ? { similar: { own: 1 - similarShare, substitutes } } : {}
    if (usableForms.length > 0)
      termsByKey.set(usableForms.join(' '), {
        kind,
        forms: usableForms,
        weight: share * weights[kind],
        ...similar,
      })
  }
  for (const { kind, text } of rest) {
    if (kind === 'word') add('word', [[book.idOf(text)]])
    else {
      if (withSingles) for (const character of text) add('single', [[book.idOf(character)]], character)
      for (const pair of pairsOf(text)) add('pair', [[book.idOf(pair)]])
    }
  }
  for (const forms of names)
    add(
      'name',
      forms.map((form) => partsOf(form).map((part) => book.idOf(part))),
    )
  const holders = ({ forms }: QueryTerm) =>
    forms.reduce((sum, form) => sum + Math.min(...form.map((id) => book.passagesWith(id))), 0)
  return [...termsByKey.values()].sort((a, b) => holders(a) - holders(b)).slice(0, maxTerms)
}

/** Of those that the book has; where they are more often than the character itself, each counts less. */
function similarInBook(book: BookTerms, character: string, id: number) {
  const candidates = similarTo(character)
    .map((it) => ({ id: book.idOf(it.character), similarity: it.similarity }))
    .filter((it) => book.passagesWith(it.id) > 0)
    .slice(0, mostSimilar)
  const together = candidates.reduce((sum, it) => sum + it.similarity * book.occurrences(it.id), 0)
  const weight = similarShare * Math.min(1, book.occurrences(id) / together)
  return candidates.map((it) => ({ id: it.id, counts: weight * it.similarity }))
}

function partsOf(form: string): string[] {
  return runsOf(fold(form)).flatMap(({ kind, text }) => {
    const pairs = kind === 'cjk' ? pairsOf(text) : []
    return pairs.length > 0 ? pairs : [text]
  })
}
