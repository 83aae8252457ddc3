import type { CodexEntry } from '#contract/codex.ts'
import { against, type BookFacts, type ContinuityCheck, namesOf } from './bookFacts.ts'
import { isUnreal, sentenceAt } from './chapterText.ts'
import type { Contradiction } from './finding.ts'

// Names that are almost a name of the codex, and people who speak of what they cannot be aware of.

const isHan = /^\p{Script=Han}+$/u

/** 严老大 and 严大老 are ranks in a family. */
const isRank = /[大二三四五六七八九老小]/

/** Spellings that are one slip away from a name of three Chinese characters: the given name turned round. */
function slipsOf(name: string): string[] {
  const [first, second, third] = [...name]
  if (
    !first ||
    !second ||
    !third ||
    [...name].length !== 3 ||
    !isHan.test(name) ||
    second === third ||
    isRank.test(name)
  )
    return []
  return [`${first}${third}${second}`]
}

/** A name whose letters are all the same but for two neighbours, or for one letter. */
function isSlip(word: string, name: string): boolean {
  if (Math.abs(word.length - name.length) > 1 || word === name) return false
  let from = 0
  while (from < word.length && word[from] === name[from]) from += 1
  let end = 0
  while (end < word.length - from && end < name.length - from && word.at(-1 - end) === name.at(-1 - end))
    end += 1
  // Julian and Julia, Raskolnikov and Raskolnikova are two people.
  if (end === 0) return false
  const [left, right] = [word.slice(from, word.length - end), name.slice(from, name.length - end)]
  const isTurned = left.length === 2 && right === `${left[1]}${left[0]}`
  return isTurned || (left.length <= 1 && right.length <= 1)
}

/** Shorter names have neighbours that are names too. */
const leastLetters = 6

/** A name of this chapter that nobody has and that is one slip away from one that the chapter uses. */
export const nearMiss: ContinuityCheck = (book) =>
  book.chapter.language === 'zh' ? turnedNames(book) : misspelt(book)

function turnedNames(book: BookFacts): Contradiction[] {
  const { chapter } = book
  return peopleHere(book).flatMap((entry) =>
    namesOf(entry)
      .flatMap(slipsOf)
      .flatMap((slip) => {
        const at = chapter.text.indexOf(slip)
        if (at < 0 || book.entryCalled(slip)) return []
        const sentence = sentenceAt(chapter, at)
        return sentence ? [against('name', sentence, usual(book, entry))] : []
      }),
  )
}

function misspelt(book: BookFacts): Contradiction[] {
  const { chapter, entries } = book
  const names = new Map<string, CodexEntry>()
  for (const entry of peopleHere(book))
    for (const word of namesOf(entry).flatMap((name) => name.split(' ')))
      if (word.length >= leastLetters && /^\p{Lu}\p{Ll}+$/u.test(word)) names.set(word, entry)
  if (names.size === 0) return []
  const listed = new Set(entries.flatMap(namesOf).flatMap((name) => name.split(/[ -]/)))
  const counts = new Map<string, number[]>()
  for (const { 0: word, index } of chapter.text.matchAll(/(?<![\p{L}’'-])\p{Lu}\p{Ll}{4,}(?![\p{L}-])/gu))
    if (!listed.has(word)) counts.set(word, [...(counts.get(word) ?? []), index])
  return [...counts].flatMap(([word, places]) => {
    const [at] = places
    // A word that returns is meant; one that stands in small letters too is a word.
    if (at === undefined || places.length > 2 || chapter.text.includes(word.toLowerCase())) return []
    const name = [...names.keys()].find((each) => isSlip(word, each) && !isForm(word, each))
    const entry = names.get(name ?? '')
    const sentence = sentenceAt(chapter, at)
    return entry && sentence ? [against('name', sentence, usual(book, entry, name))] : []
  })
}

/** Plurals and families: the Bennets. */
const isForm = (word: string, name: string) => word === `${name}s` || name === `${word}s`

/** People whom the chapter names at least twice: a slip stands among the right ones. */
function peopleHere({ chapter, byId }: BookFacts): CodexEntry[] {
  const counts = new Map<string, number>()
  for (const { entityId } of chapter.mentions) counts.set(entityId, (counts.get(entityId) ?? 0) + 1)
  return [...counts].flatMap(([id, count]) => {
    const entry = byId.get(id)
    return count >= 2 && entry?.type === 'character' ? [entry] : []
  })
}

/** The sentence of the chapter that has the name as it should be, else the card. */
function usual({ chapter, facts }: BookFacts, entry: CodexEntry, word = '') {
  const mention = chapter.mentions.find(({ entityId, key }) => entityId === entry.id && key.includes(word))
  const sentence = mention && sentenceAt(chapter, mention.from)
  return { entry, text: sentence?.text ?? facts.get(entry.id)?.[0]?.text ?? entry.name, chapter: undefined }
}

/** Where one goes and what one carries is talked of before it is so. */
const passing =
  /^(?:位置|所在|所在地|地点|持有者|持有人|所有者|归属|location|place|whereabouts|owner|holder|bearer|possessed by)$/

/** A value this short is in many sentences that do not mean it. */
const leastUnits = { zh: 3, en: 6 }

/** Speeches that state what a card says the speaker is not aware of, or nobody is before a later chapter. */
export const knowledge: ContinuityCheck = (book) => {
  const { chapter, byId, facts, isCalled } = book
  return chapter.speeches.flatMap(({ from, to, speaker }) => {
    const who = byId.get(speaker.entityId)
    if (who?.type !== 'character') return []
    const words = chapter.text.slice(from, to)
    const about = new Set(
      chapter.mentions.flatMap((mention) =>
        mention.from >= from && mention.to <= to ? mention.entityId : [],
      ),
    )
    return [...about].flatMap((id): Contradiction[] => {
      const fact = facts.get(id)?.find((each) => {
        if (each.of === 'body' || each.value.length < leastUnits[chapter.language]) return false
        if (!words.includes(each.value) || isCalled(who, each.entry.id)) return false
        // Of what is about oneself one may speak, and of what others have been told by then.
        const isAware = each.knownBy?.some((name) => isCalled(who, name)) ?? true
        if (each.of === 'later' && !each.knownBy) return !passing.test(each.field)
        return !isAware
      })
      const sentence = fact && sentenceAt(chapter, from)
      if (!sentence || isUnreal(chapter, { from, to: from }) || isDoubted.test(words)) return []
      return [against('knowledge', sentence, fact)]
    })
  })
}

/** A question or a guess gives nothing away. */
const isDoubted = /难道|莫非|不是|也许|可能|会不会|[吗么呢]？|\b(?:perhaps|maybe|not|is it|whether|if)\b/i
