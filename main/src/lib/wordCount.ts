/**
 * Kinds of characters: `cjk` is one by itself, a `letter` begins a word, a `joiner` only goes on with one; a `mark` is
 * one of both scripts.
 */
const [other, cjk, letter, joiner, mark] = [0, 1, 2, 3, 4]
const cjkPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3001-\u303F\uFF01-\uFF65]/u
const markPattern = /[—…“”‘’]/
const letterPattern = /[\p{L}\p{N}]/u
const joinerPattern = /[\p{M}'-]/u
const apostrophe = 0x2019

function kindOf(character: string): number {
  if (cjkPattern.test(character)) return cjk
  if (markPattern.test(character)) return mark
  if (letterPattern.test(character)) return letter
  return joinerPattern.test(character) ? joiner : other
}

/** By UTF-16 unit; made at the first use. Regular expressions over a chapter of 20 MB would block the thread. */
let kinds: Uint8Array | undefined

/**
 * 字数 as Chinese writers count, without white space and line ends: each CJK character or mark is one, each word or
 * number of other scripts is one, an apostrophe inside it included; “, — and the like count unless they touch another
 * script only. Linear, and some 10 ns per character. The page
 * counts the open chapter in the same way (`renderer/src/features/editor/counts.ts`).
 */
export function countWords(text: string): number {
  kinds ??= Uint8Array.from({ length: 0x10000 }, (_, unit) => kindOf(String.fromCharCode(unit)))
  let count = 0
  let isInWord = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    let kind = kinds[unit] ?? other
    if (unit >= 0xd800 && unit < 0xdc00) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
      kind = kindOf(character)
      at += character.length - 1
    } else if (unit === apostrophe && isInWord && kinds[text.charCodeAt(at + 1)] === letter) kind = joiner
    else if (kind === mark) {
      const from = at
      while (kinds[text.charCodeAt(at + 1)] === mark) at++
      if (marksCount(text.slice(Math.max(0, from - 2), from), text.slice(at + 1, at + 3)))
        count += at + 1 - from
    }
    if (kind === cjk || (kind === letter && !isInWord)) count += 1
    isInWord = kind === letter || (kind === joiner && isInWord)
  }
  return count
}

/**
 * `countWords(after) - countWords(before)`, at the cost of the lines between the first and the last difference: a
 * chapter is stored every few seconds, and most of it is as it was.
 */
export function wordsGained(before: string, after: string): number {
  const maxShared = Math.min(before.length, after.length)
  let head = 0
  while (head < maxShared && before.charCodeAt(head) === after.charCodeAt(head)) head++
  let tail = 0
  while (
    tail < maxShared - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++
  // No word goes over a line's end, so whole lines can be left out.
  const from = head === 0 ? 0 : before.lastIndexOf('\n', head - 1) + 1
  const next = before.indexOf('\n', before.length - tail)
  const suffixLength = next < 0 ? 0 : before.length - next
  return (
    countWords(after.slice(from, after.length - suffixLength)) -
    countWords(before.slice(from, before.length - suffixLength))
  )
}

/** Whether marks count between their neighbours: next to CJK, or with no neighbour. */
function marksCount(before: string, after: string): boolean {
  const neighbors = [/.$/su.exec(before)?.[0] ?? '', /^./su.exec(after)?.[0] ?? '']
  return neighbors.some((each) => cjkPattern.test(each)) || neighbors.every((each) => each.trim() === '')
}
