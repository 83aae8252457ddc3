import nspell from 'nspell'

/** A Hunspell dictionary: the texts of its `.aff` and `.dic` files. */
export interface DictionaryFiles {
  readonly aff: string
  readonly dic: string
}

/** The words of a language, in all its spellings. */
export interface Dictionary {
  /** Whether a word as `checkedWords` gives it is spelled as in any of the files. */
  isWord(word: string): boolean
  /** What may have been meant, the likeliest first; empty: nothing is near. Takes up to 50 ms. */
  suggest(word: string): readonly string[]
}

/** Words that only stand behind an apostrophe. */
const shortened = new Set(['tis', 'twas', 'twere', 'twill', 'twould', 'em', 'til', 'bout', 'cause', 'cos'])
const maxSuggestions = 5

/** Words of any of the files; for English these are the American and the British ones. */
export const createDictionary = (files: readonly DictionaryFiles[]): Dictionary => {
  const checkers = files.map((file) => nspell(file))
  const isListed = (word: string) => checkers.some((checker) => checker.correct(word))
  /** `naïve` and `café` are listed without their marks. */
  const isPlain = (word: string) => isListed(word) || isListed(withoutMarks(word))
  /** `warm-hearted`, `ill-natured`: a noun with the ending of a participle. */
  const isNounWithEnding = (part: string) =>
    /ed$/.test(part) && (isPlain(part.slice(0, -2)) || isPlain(part.slice(0, -1)))
  const isCompound = (word: string) =>
    word.includes('-') &&
    word
      .split('-')
      .every((part, index) => part.length < 2 || isPlain(part) || (index > 0 && isNounWithEnding(part)))
  const isWhole = (word: string) => isPlain(word) || isCompound(word) || isPossessive(word)
  const isPossessive = (word: string): boolean => /.'s$/.test(word) && isWhole(word.slice(0, -2))
  return {
    isWord(word) {
      const inside = word.replace(/^'|'$/g, '')
      return (
        isWhole(inside) ||
        (word.startsWith("'") && shortened.has(inside.toLowerCase())) ||
        // `goin'`
        (word.endsWith("in'") && isWhole(`${inside}g`))
      )
    },
    suggest(word) {
      const inside = word.replace(/^'|'$/g, '')
      const suggestions = new Set(checkers.flatMap((checker) => checker.suggest(inside)))
      return [...suggestions]
        .toSorted((a, b) => Number(isSlip(inside, b)) - Number(isSlip(inside, a)))
        .slice(0, maxSuggestions)
    },
  }
}

const withoutMarks = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '')

/** The usual slips of the fingers: two neighbours changed places, or an apostrophe is missing. */
const isSlip = (typed: string, meant: string) => {
  const [from, to] = [typed.toLowerCase(), meant.toLowerCase()]
  if (from === to.replaceAll("'", '')) return true
  const at = [...from].findIndex((letter, index) => letter !== to[index])
  return from.length === to.length && from.slice(0, at) + from[at + 1] + from[at] + from.slice(at + 2) === to
}
