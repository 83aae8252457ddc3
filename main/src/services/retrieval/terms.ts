import { toSimplified } from '../../lib/simplified.ts'

/** A maximal stretch of searchable characters. `cjk` text has no spaces, so it is matched by characters. */
export interface Run {
  readonly kind: 'cjk' | 'word'
  readonly text: string
}

/** Stands between two runs in the indexed terms, so that a phrase never matches across punctuation. */
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

/** The runs of a folded text in order; white space, punctuation and symbols separate them. */
export function runsOf(folded: string): Run[] {
  const found: Run[] = []
  for (const match of folded.matchAll(runs)) {
    if (match[1] !== undefined) found.push({ kind: 'cjk', text: match[1] })
    else found.push({ kind: 'word', text: match[0].slice(0, maxWordUnits) })
  }
  return found
}

/** The bigrams of a CJK run, in order; none for a run of one character. */
export function pairsOf(run: string): string[] {
  const characters = Array.from(run)
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}

/**
 * What the index stores for a text: first its words and single CJK characters, then the CJK bigrams run by
 * run, separated by spaces. Both together find a whole question better than either alone (BM25).
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
