import { toSimplified } from '../../lib/simplified.ts'
import { beginsLikePerson } from '../codex/index.ts'
import { commonWords, type VoiceLanguage } from './commonWords.ts'

/** Recognises words of a book that belong to this book only. */
export interface NameFilter {
  /** Whether a name is in the text, or the text ends inside one. */
  mayHaveName(text: string): boolean
}

const longestName = 40

/** `names`: of the codex, of what the text suggests for it, and of the book. Two characters or more. */
export function createNameFilter(names: Iterable<string>): NameFilter {
  const folded = new Set<string>()
  const starts = new Set<string>()
  for (const name of names) {
    const plain = fold(name)
    const parts = /\p{Script=Han}/u.test(plain) ? [plain] : plain.split(/[^\p{L}\p{N}'’-]+/u)
    for (const part of parts.filter(({ length }) => length > 1 && length <= longestName)) {
      folded.add(part)
      if (/^\p{Script=Han}/u.test(part))
        for (let end = 1; end < part.length; end += 1) starts.add(part.slice(0, end))
    }
  }
  const longest = Math.max(0, ...[...folded].map(({ length }) => length))
  return {
    mayHaveName(text) {
      const plain = fold(text)
      if (!/\p{Script=Han}/u.test(plain))
        return plain.split(/[^\p{L}\p{N}'’-]+/u).some((word) => folded.has(word))
      for (let from = 0; from < plain.length; from += 1) {
        for (let to = from + 2; to <= Math.min(plain.length, from + longest); to += 1)
          if (folded.has(plain.slice(from, to))) return true
        if (starts.has(plain.slice(from))) return true
      }
      return false
    },
  }
}

const fold = (text: string): string => toSimplified(text).toLowerCase()

/** Behind these a place or a person of rank is named: 州 县 寺 … 爷 娘. */
const namedEnds = /[州县府城镇庄寨寺庙庵观楼阁园院宫殿关山江河湖海岭洞桥爷娘姐妹哥弟婶嫂]/u
const pronouns =
  /^(?:i|he|she|it|we|they|you|his|her|their|my|our|its|here|nothing|everything|something|nobody)$/

/**
 * Whether a sentence is free of anything that looks like a name, whatever the lists have: in Chinese no surname and no
 * word of place or rank, in English no capital letter but that of `I` and of a common first word.
 */
export function isNameless(text: string, language: VoiceLanguage): boolean {
  const plain = toSimplified(text)
  if (language === 'zh') return ![...plain].some(beginsLikePerson) && !namedEnds.test(plain)
  const words = text.match(/[\p{L}'’]+/gu) ?? []
  return words.every((word, at) => {
    if (!/^\p{Lu}/u.test(word) || /^I(?:['’]\p{L}+)?$/u.test(word)) return true
    const lower = word.toLowerCase()
    return at === 0 && (commonWords.en.has(lower) || pronouns.test(lower))
  })
}
