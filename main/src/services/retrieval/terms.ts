import { toSimplified } from '../../lib/simplified.ts'

/** A maximal stretch of searchable characters. `cjk` text has no spaces, so it is matched by characters. */
export interface Run {
  readonly kind: 'cjk' | 'word'
  readonly text: string
}

/** Separates two runs in the indexed terms, so that a phrase never matches across punctuation. */
const breakTerm = '\uE000'
const maxWordUnits = 64

const invisible = /\p{Default_Ignorable_Code_Point}/gu
const runs =
  /(?<cjk>[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}]&&[\p{L}\p{N}]]+)|[[\p{L}\p{N}\p{M}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}]]+/gv

/**
 * One spelling for all forms of a text: NFKC (full and half width, compatibility characters), lower case,
 * Simplified characters, without zero-width ones. The length changes, so offsets do not carry over.
 */
export function fold(text: string): string {
  return toSimplified(text.normalize('NFKC').replace(invisible, '').toLowerCase())
}

/** Of characters of two units. */
const rareRun = new RegExp(runs.source, 'v')
/** By UTF-16 unit 1 for a CJK run and 2 for a word: a book is read unit by unit. */
const kinds = new Uint8Array(0x10000)
for (const match of String.fromCharCode(...kinds.keys()).matchAll(runs))
  kinds.fill(match[1] === undefined ? 2 : 1, match.index, match.index + match[0].length)

function kindAt(text: string, at: number, units: 1 | 2): number {
  if (units === 1) return kinds[text.charCodeAt(at)] ?? 0
  const match = rareRun.exec(text.slice(at, at + units))
  if (!match) return 0
  return match[1] === undefined ? 2 : 1
}

/** How many UTF-16 units the character at a place has. */
export function unitsAt(text: string, at: number): 1 | 2 {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00 ? 2 : 1
}

/** Visits the runs of a folded text in order, by UTF-16 offsets; white space, punctuation and symbols separate them. */
export function eachRun(folded: string, visit: (kind: Run['kind'], from: number, to: number) => void): void {
  let kind = 0
  let from = 0
  for (let at = 0; at <= folded.length; ) {
    const units = unitsAt(folded, at)
    const next = at < folded.length ? kindAt(folded, at, units) : 0
    if (next !== kind) {
      if (kind === 1) visit('cjk', from, at)
      else if (kind === 2) visit('word', from, Math.min(at, from + maxWordUnits))
      kind = next
      from = at
    }
    at += units
  }
}

/** The runs of a folded text in order. */
export function runsOf(folded: string): Run[] {
  const result: Run[] = []
  eachRun(folded, (kind, from, to) => result.push({ kind, text: folded.slice(from, to) }))
  return result
}

/** The bigrams of a CJK run, in order; none for a run of one character. */
export function pairsOf(run: string): string[] {
  const characters = Array.from(run)
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}

/**
 * The indexed form of a text: first its words and single CJK characters, then the CJK bigrams run by run, separated
 * by spaces. Both together match a whole question better than either by itself (BM25).
 */
export function indexTerms(text: string): string {
  const units: string[] = []
  const pairs: string[] = []
  for (const run of runsOf(fold(text))) {
    if (run.kind === 'word') units.push(run.text)
    else {
      units.push(...run.text)
      const own = pairsOf(run.text)
      if (own.length > 0) pairs.push(breakTerm, ...own)
    }
  }
  return units.concat(pairs).join(' ')
}

/** Whether a folded term is one word and so matches only whole words. */
export function isWord(term: string): boolean {
  const [first, second] = runsOf(term)
  return first?.kind === 'word' && second === undefined
}
