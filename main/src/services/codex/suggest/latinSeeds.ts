import { actions, otherPrepositions, placePrepositions, speechVerbs } from './latinWords.ts'

/** How a capitalised phrase is used in a chapter: how often in each position. */
export interface LatinUse {
  /** Inside a sentence. */
  inside: number
  /** At the beginning of one, where any word has a capital. */
  begins: number
  /** Of those inside: behind in, at, into; behind to, from, of; with the article; before or behind a verb of speech; before another verb of who acts. */
  placed: number
  mayBePlaced: number
  article: number
  speech: number
  acts: number
  /** With a possessive ending. */
  owns: number
  /** Offsets of the first and of all others, in order. */
  readonly offsets: number[]
}

const abbreviated = '(?:Mr|Mrs|Ms|Dr|St|Messrs|Mme|Mlle|Capt|Col|Gen|Lt|Sgt|Rev|Prof)'
// Then Mr. Bucket is two: a word that begins a sentence, and a name.
const word = `(?!${abbreviated}\\b)[\\p{Lu}][\\p{L}\\p{M}]*(?:[-'’][\\p{L}]+)*`
const titled = `${abbreviated}\\.?`
/** Between two words: a few spaces, one line end. */
const gap = '(?:[ \\t]{1,3}|[ \\t]{0,3}\\r?\\n[ \\t]{0,3})'
/** A phrase of capitalised words: Sir Leicester Dedlock, Lady Catherine de Bourgh, Cook's Court. */
const phrase = new RegExp(
  `(?<![\\p{L}\\p{N}'’-])(?:${titled}${gap}?)?${word}(?:${gap}(?:(?:de|von|van|la|of|der)[ \\t]+)?${word}(?![.][\\p{L}]))*`,
  'gu',
)

/** I've, Mr. C: a pronoun, an initial. */
const noName = /^I['’]|[ .]\p{Lu}$/u

/** Uses of every capitalised phrase of a chapter, with one space between its words and without 's; linear in the text. */
export function latinSeeds(text: string): Map<string, LatinUse> {
  const uses = new Map<string, LatinUse>()
  for (const { 0: match, index } of text.matchAll(phrase)) {
    const owns = /['’]s?$/.test(match)
    const name = match.replace(/['’]s?$/, '').replace(/\s+/g, ' ')
    if (name.length < 2 || name.length > 60 || noName.test(name) || name === name.toUpperCase()) continue
    const use = entryOf(uses, name)
    use.offsets.push(index)
    if (owns) use.owns += 1
    if (isBeginning(text, index)) {
      use.begins += 1
      addBehind(use, text, index + match.length)
      continue
    }
    use.inside += 1
    addBefore(use, text, index)
    addBehind(use, text, index + match.length)
  }
  return uses
}

function entryOf(uses: Map<string, LatinUse>, name: string): LatinUse {
  const known = uses.get(name)
  if (known) return known
  const use = emptyUse()
  uses.set(name, use)
  return use
}

/** Nothing counted yet. */
export const emptyUse = (): LatinUse => ({
  inside: 0,
  begins: 0,
  placed: 0,
  mayBePlaced: 0,
  article: 0,
  speech: 0,
  acts: 0,
  owns: 0,
  offsets: [],
})

const contextUnits = 24

/** Whether a sentence, a speech or a line begins there. */
function isBeginning(text: string, index: number): boolean {
  let at = index - 1
  while (at >= 0 && (text[at] === ' ' || text[at] === '\t')) at -= 1
  if (at < 0) return true
  const mark = text[at] ?? ''
  if (mark === '\n') {
    const before = text.slice(Math.max(0, at - 3), at).replace(/[ \t\r]/g, '')
    return before === '' || before.endsWith('\n') || /[.!?:"”'’)*_-]$/.test(before)
  }
  return /[.!?:;"“”‘(*_[—–-]/.test(mark) || mark === "'"
}

function addBefore(use: LatinUse, text: string, index: number): void {
  const before =
    text
      .slice(Math.max(0, index - contextUnits), index)
      .toLowerCase()
      .match(/[\p{L}'’]+/gu) ?? []
  const last = before.at(-1) ?? ''
  const article = last === 'the' || last === 'a' || last === 'an'
  const preposition = article ? (before.at(-2) ?? '') : last
  if (article) use.article += 1
  if (placePrepositions.has(preposition)) use.placed += 1
  else if (otherPrepositions.has(preposition)) use.mayBePlaced += 1
  if (speechVerbs.has(last)) use.speech += 1
}

function addBehind(use: LatinUse, text: string, index: number): void {
  const next = /^[ \t\r\n]+([a-z]+)/.exec(text.slice(index, index + contextUnits))?.[1] ?? ''
  if (speechVerbs.has(next)) use.speech += 1
  else if (actions.has(next)) use.acts += 1
}
