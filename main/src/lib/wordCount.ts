/** Kinds of characters: `cjk` is one by itself, a `letter` begins a word, a `joiner` only goes on with one. */
const [other, cjk, letter, joiner] = [0, 1, 2, 3]
const cjkPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3001-\u303F\uFF01-\uFF65—…“”‘’]/u
const letterPattern = /[\p{L}\p{N}]/u
const joinerPattern = /[\p{M}'-]/u
const apostrophe = 0x2019

function kindOf(character: string): number {
  if (cjkPattern.test(character)) return cjk
  if (letterPattern.test(character)) return letter
  return joinerPattern.test(character) ? joiner : other
}

/** By UTF-16 unit; made at the first use. Regular expressions over a chapter of 20 MB would hold everything up. */
let kinds: Uint8Array | undefined

/**
 * 字数 as Chinese writers count, without white space and line ends: each CJK character or mark is one, each word or
 * number of other scripts is one, an apostrophe inside it included. Linear, and some 10 ns per character. The page
 * counts the open chapter in the same way (`renderer/src/features/editor/counts.ts`).
 */
export function countWords(text: string): number {
  kinds ??= Uint8Array.from({ length: 0x10000 }, (_, unit) => kindOf(String.fromCharCode(unit)))
  let words = 0
  let isInWord = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    let kind = kinds[unit] ?? other
    if (unit >= 0xd800 && unit < 0xdc00) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
      kind = kindOf(character)
      at += character.length - 1
    } else if (unit === apostrophe && isInWord && kinds[text.charCodeAt(at + 1)] === letter) kind = joiner
    if (kind === cjk || (kind === letter && !isInWord)) words += 1
    isInWord = kind === letter || (kind === joiner && isInWord)
  }
  return words
}
