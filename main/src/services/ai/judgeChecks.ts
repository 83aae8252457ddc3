import type { PersonRule, PunctuationRule } from './judgeRules.ts'
import { dialogueOf, narrationOf, type Span, sentencesOf, sentencesWith } from './narration.ts'

/** Offsets (UTF-16 units) in the judged text where something breaks a rule; at most one a sentence. */
export function checkPunctuation(text: string, { pattern, where }: PunctuationRule): number[] {
  const searched = where === 'all' ? text : where === 'narration' ? narrationOf(text) : dialogueOf(text)
  return onePerSentence(
    text,
    [...searched.matchAll(pattern)].map(({ index }) => index),
  )
}

const firstPerson = /我|咱|俺/
const speaking = /^(?:[^，。！？!?…\uFFFC]{0,4})(?:说|道|问|答|喊|叫|嚷|骂|笑|哼|叹|应|念)/
const inner =
  /^(?:就|便|又|也|只|才|却|忽然|突然|不由得|隐隐|仿佛)?(?:想起|想到|想(?!了想)|心想|心里|心中|觉得|感到|感觉|知道|明白|意识到|看见|看到|听见|听到|记得|以为|后悔|害怕)/
/** A subject at the start of a clause, outside quotes. */
const thirdSubject = /(?<=^|[，。；：！？!?…\s\u3000])(?:他们|她们|他|她)(?![的们人])/g

/**
 * A text that must be told in the first person. Found are: the narrator's own name as a subject; a told text
 * without any "我" that looks into somebody else, or has three or more sentences about "他/她". Sentences that
 * only say who speaks do not count. `original` is the text being replaced: when it had no "我" either, the
 * second check says nothing.
 */
function checkFirstPerson(text: string, { narrator }: PersonRule, original: string): number[] {
  const told = narrationOf(text)
  const named = narrator === undefined ? [] : narratorAsSubject(told, narrator)
  const silent = original !== '' && !firstPerson.test(narrationOf(original))
  if (firstPerson.test(told) || silent) return onePerSentence(text, named)
  const subjects = [...told.matchAll(thirdSubject)].map((match) => ({
    at: match.index,
    rest: told.slice(match.index + match[0].length, match.index + match[0].length + 12),
  }))
  const telling = onePerSentence(
    text,
    subjects.filter(({ rest }) => !speaking.test(rest)).map(({ at }) => at),
  )
  const looksInside = subjects.filter(({ rest }) => inner.test(rest)).map(({ at }) => at)
  const found = telling.length >= 3 || looksInside.length > 0 ? [looksInside[0] ?? telling[0] ?? 0] : []
  return onePerSentence(text, [...named, ...found])
}

function narratorAsSubject(told: string, narrator: string): number[] {
  const found: number[] = []
  for (const { from, to } of sentencesOf(told)) {
    const sentence = told.slice(from, to)
    const at = sentence.search(/[^\s\u3000\uFFFC]/)
    if (at < 0 || !sentence.startsWith(narrator, at) || firstPerson.test(sentence)) continue
    const next = sentence[at + narrator.length] ?? ''
    // 「林远的名字」「林远两个字」「林远——」 speak of the name, not of what he does.
    if (/[的之这那两二三几，。：；、—…！？!?\uFFFC]|^$/.test(next)) continue
    found.push(from + at)
  }
  return found
}

const thinks = /想|觉得|说|道|问|告诉|知道|明白|写|念|喊|答|自语/
const clauseFirst = /(?<=^|[，。；：！？!?…\s\u3000])(?:我们|我|咱们)(?![国])/g

/** A text that must be told in the third person: "我" as a subject, unless the sentence thinks or speaks first. */
function checkThirdPerson(text: string): number[] {
  const told = narrationOf(text)
  const offsets = [...told.matchAll(clauseFirst)].map(({ index }) => index)
  const sentences = sentencesWith(told, offsets)
  const found = offsets.filter((offset, index) => {
    const before = told.slice(sentences[index]?.from ?? 0, offset)
    return !thinks.test(before) && !before.includes('\uFFFC')
  })
  return onePerSentence(text, found)
}

export function checkPerson(text: string, rule: PersonRule, original: string): number[] {
  return rule.person === 'first' ? checkFirstPerson(text, rule, original) : checkThirdPerson(text)
}

const words = new Intl.Segmenter('zh', { granularity: 'word' })

/**
 * Where a word stands that should not. Left out: inside one of `allowed` (the right term holds the wrong one),
 * and where both of its ends lie inside longer words (不禁 in 不禁止).
 */
export function checkWord(text: string, word: string, allowed: readonly string[]): number[] {
  const found: number[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (!isInside(text, at, word, allowed) && !splitsWords(text, at, word)) found.push(at)
  }
  return onePerSentence(text, found)
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
  const segments = words.segment(text.slice(base, at + word.length + segmentReach))
  const cuts = (offset: number) => {
    const segment = segments.containing(offset - base)
    return segment !== undefined && segment.index !== offset - base
  }
  return cuts(at) || cuts(at + word.length)
}

function onePerSentence(text: string, offsets: readonly number[]): number[] {
  const ascending = offsets.toSorted((a, b) => a - b)
  const sentences = sentencesWith(text, ascending)
  const seen = new Set<Span | undefined>()
  return ascending.filter((_offset, index) => {
    const isNew = !seen.has(sentences[index])
    seen.add(sentences[index])
    return isNew
  })
}
