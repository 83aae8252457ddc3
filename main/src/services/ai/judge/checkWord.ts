import { onePerSentence } from './narration.ts'

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/**
 * Offsets (UTF-16 units) where a word stands that should not, letter case aside; at most one a sentence. Left out:
 * inside one of `allowed` (the right term holds the wrong one), and where an end lies inside a longer word
 * (不禁 in 不禁止), not one of its own forms (悄悄 in 悄悄地).
 */
export function checkWord(text: string, word: string, allowed: readonly string[]): number[] {
  const lower = text.toLowerCase()
  // Where small letters are of another length, offsets would move.
  const searched = lower.length === text.length ? lower : text
  const searchTerm = searched === lower ? word.toLowerCase() : word
  // Of an invented word, 黑潮, the segmenter does not know where it ends.
  const isDictionaryWord = [...segmenter.segment(word)].length === 1
  const offsets: number[] = []
  for (
    let at = searched.indexOf(searchTerm);
    at >= 0;
    at = searched.indexOf(searchTerm, at + searchTerm.length)
  ) {
    if (!isInside(text, at, word, allowed) && !(isDictionaryWord && splitsWords(text, at, word)))
      offsets.push(at)
  }
  return onePerSentence(text, offsets)
}

function isInside(text: string, at: number, word: string, allowed: readonly string[]): boolean {
  return allowed.some((longer) => {
    if (longer.length <= word.length) return false
    for (let part = longer.indexOf(word); part >= 0; part = longer.indexOf(word, part + 1)) {
      if (text.startsWith(longer, at - part)) return true
    }
    return false
  })
}

const segmentReach = 24

function splitsWords(text: string, at: number, word: string): boolean {
  const base = Math.max(0, at - segmentReach)
  const segments = segmenter.segment(text.slice(base, at + word.length + segmentReach))
  const cutAt = (offset: number) => {
    const segment = segments.containing(offset - base)
    return segment !== undefined && segment.index !== offset - base ? segment : undefined
  }
  const last = cutAt(at + word.length)
  return cutAt(at) !== undefined || (last !== undefined && !isInflected(last.segment, word))
}

/** 淡淡的, 少爷们: the segmenter takes some words and what follows them for one word. */
const endings = /^.{2,}(?:的|们)$/u
/** 目的地, 所在地 are words of their own, 悄悄地 and 突然地 are not; nor is 好像是, where 要不是 is one. */
const adverbs = /^(?:(.)\1|.+然)地$|^.+[然像佛乎]是$/u

const isInflected = (segment: string, word: string) =>
  segment.slice(0, -1) === word && (endings.test(segment) || adverbs.test(segment))
