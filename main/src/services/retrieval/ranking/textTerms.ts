import { LRUCache } from 'lru-cache'
import type { NameGroup, Question } from '../question.ts'
import { fold, pairsOf, runsOf } from '../terms.ts'
import type { AskedTerm } from './asking.ts'
import type { BookTerms } from './bookTerms.ts'
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
const maxKept = 60_000
const kept = new WeakMap<BookTerms, LRUCache<string, Line>>()

/** The terms of a text that the book has and that are wanted, by id. */
export function termsIn(
  book: BookTerms,
  text: string,
  isWanted: (id: number, term: string) => boolean,
): Map<number, string> {
  const found = new Map<number, string>()
  for (const { terms, ids } of text.split('\n').map((line) => termsOfLine(book, line))) {
    for (let at = 0; at < ids.length; at++) {
      const [id = -1, term = ''] = [ids[at], terms[at]]
      if (id >= 0 && isWanted(id, term)) found.set(id, term)
    }
  }
  return found
}

/** No term goes across the end of a line or a sentence. */
function termsOfLine(book: BookTerms, line: string): Line {
  const lines =
    kept.get(book) ?? new LRUCache({ maxSize: maxKept, sizeCalculation: ({ ids }) => ids.length + 1 })
  kept.set(book, lines)
  const known = lines.get(line)
  if (known && (known.size === book.size || !known.ids.includes(-1))) return known
  const found = new Set<string>()
  for (const { kind, text: run } of runsOf(fold(line))) {
    if (kind === 'word') found.add(run)
    else {
      for (const character of run) found.add(character)
      for (const pair of pairsOf(run)) found.add(pair)
    }
  }
  const terms = [...found]
  const made = { terms, ids: Int32Array.from(terms, (term) => book.idOf(term)), size: book.size }
  lines.set(line, made)
  return made
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
    const found = new Set<number>()
    const add = ({ ids }: Line) => {
      for (const id of ids) if (id >= 0) found.add(id)
    }
    for (const { from, text: sentence, line } of sentences) {
      if (from >= start) add(line)
      else if (from + sentence.length > start) add(termsOfLine(book, sentence.slice(start - from)))
    }
    for (const name of othersIn(text.slice(start), groups)) add(termsOfLine(book, name))
    return found
  }
}

function othersIn(text: string, groups: readonly NameGroup[]): string[] {
  const folded = groups.length > 0 ? fold(text) : ''
  return groups.filter((group) => group.some((name) => folded.includes(fold(name)))).flat()
}

/** The terms of a question that the book has, each once, the rarest first. */
export function askedTerms(
  book: BookTerms,
  { names, rest }: Question,
  withSingles: boolean,
  share = 1,
): AskedTerm[] {
  const found = new Map<string, AskedTerm>()
  const add = (kind: AskedTerm['kind'], forms: readonly (readonly number[])[], character = '') => {
    const known = forms.filter((form) => form.length > 0 && form.every((id) => book.passagesWith(id) > 0))
    const [[id = -1] = []] = known
    const others = similarInBook(book, character, id)
    const similar = others.length > 0 ? { similar: { own: 1 - similarShare, others } } : {}
    if (known.length > 0)
      found.set(known.join(' '), { kind, forms: known, weight: share * weights[kind], ...similar })
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
  const holders = ({ forms }: AskedTerm) =>
    forms.reduce((sum, form) => sum + Math.min(...form.map((id) => book.passagesWith(id))), 0)
  return [...found.values()].sort((a, b) => holders(a) - holders(b)).slice(0, maxTerms)
}

/** Of those that the book has; where they are more often than the character itself, each counts less. */
function similarInBook(book: BookTerms, character: string, id: number) {
  const known = similarTo(character)
    .map((it) => ({ id: book.idOf(it.character), likeness: it.likeness }))
    .filter((it) => book.passagesWith(it.id) > 0)
    .slice(0, mostSimilar)
  const together = known.reduce((sum, it) => sum + it.likeness * book.occurrences(it.id), 0)
  const most = similarShare * Math.min(1, book.occurrences(id) / together)
  return known.map((it) => ({ id: it.id, counts: most * it.likeness }))
}

function partsOf(form: string): string[] {
  return runsOf(fold(form)).flatMap(({ kind, text }) => {
    const pairs = kind === 'cjk' ? pairsOf(text) : []
    return pairs.length > 0 ? pairs : [text]
  })
}
