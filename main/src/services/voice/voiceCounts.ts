import { toSimplified } from '../../lib/simplified.ts'
import { commonWords, persons, tenses, type VoiceLanguage } from './commonWords.ts'
import { countTics, ticLabels } from './tics.ts'
import { paragraphsOf, sentencesOf, type VoiceParagraph } from './voiceText.ts'

/** What can be counted of a voice; counts of two texts can be added. */
export interface VoiceCounts {
  /** Characters of Han and kana, or words of other scripts. */
  readonly units: number
  /** Of them, inside quotation marks. */
  readonly dialogueUnits: number
  /** How many sentences have so many units, by units; the last place has the longer ones too. */
  readonly sentences: readonly number[]
  /** The same of paragraphs. */
  readonly paragraphs: readonly number[]
  /** First and third person, in narration only. */
  readonly persons: readonly [first: number, third: number]
  /** Verbs of each tense, in narration only. */
  readonly tenses: readonly [past: number, present: number]
  /** Occurrences of each of `commonWords`. */
  readonly common: readonly number[]
  /** Occurrences of each of `markShapes`. */
  readonly marks: readonly number[]
  /** Occurrences of each of the language's tics. */
  readonly tics: readonly number[]
}

const longestSentence = 200
const longestParagraph = 1000
/** Habits of punctuation that no edition changes from one form into another. */
const markShapes: readonly RegExp[] = [
  /[,，]/gu,
  /[;；]/gu,
  /[:：]/gu,
  /[!！]/gu,
  /[?？]/gu,
  /[(（]/gu,
  /[—–]+|--+/gu,
  /…+|\.{3,}/gu,
]

/** What a text without any words has. */
export function noCounts(language: VoiceLanguage): VoiceCounts {
  return {
    units: 0,
    dialogueUnits: 0,
    sentences: zeros(longestSentence + 1),
    paragraphs: zeros(longestParagraph + 1),
    persons: [0, 0],
    tenses: [0, 0],
    common: zeros(commonWords[language].size),
    marks: zeros(markShapes.length),
    tics: zeros(ticLabels(language).length),
  }
}

/** Counts of a chapter, or of any other text. */
export const countVoice = (text: string, language: VoiceLanguage): VoiceCounts =>
  countParagraphs(paragraphsOf(text), language)

/** Counts of paragraphs. */
export function countParagraphs(paragraphs: readonly VoiceParagraph[], language: VoiceLanguage): VoiceCounts {
  const none = noCounts(language)
  const sentences = [...none.sentences]
  const lengths = [...none.paragraphs]
  let units = 0
  let dialogueUnits = 0
  for (const { text, dialogue } of paragraphs) {
    const length = countUnits(text)
    units += length
    dialogueUnits += countUnits(dialogue)
    addAt(lengths, Math.min(length, longestParagraph))
    for (const sentence of sentencesOf(text))
      addAt(sentences, Math.min(countUnits(sentence), longestSentence))
  }
  const plain = (pick: (paragraph: VoiceParagraph) => string) => {
    const text = paragraphs.map(pick).join('\n')
    return language === 'zh' ? toSimplified(text) : text
  }
  const whole = plain(({ text }) => text)
  const narration = plain(({ narration: text }) => text)
  return {
    ...{ units, dialogueUnits, sentences, paragraphs: lengths },
    persons:
      language === 'other'
        ? [0, 0]
        : [matches(narration, persons[language].first), matches(narration, persons[language].third)],
    tenses:
      language === 'en' ? [matches(narration, tenses.past), matches(narration, tenses.present)] : [0, 0],
    common: countCommon(whole, language),
    marks: markShapes.map((shape) => matches(whole, shape)),
    tics: countTics(whole, language),
  }
}

/** Counts of two texts as those of one. */
export const addedCounts = (a: VoiceCounts, b: VoiceCounts): VoiceCounts => ({
  units: a.units + b.units,
  dialogueUnits: a.dialogueUnits + b.dialogueUnits,
  sentences: sums(a.sentences, b.sentences),
  paragraphs: sums(a.paragraphs, b.paragraphs),
  persons: [a.persons[0] + b.persons[0], a.persons[1] + b.persons[1]],
  tenses: [a.tenses[0] + b.tenses[0], a.tenses[1] + b.tenses[1]],
  common: sums(a.common, b.common),
  marks: sums(a.marks, b.marks),
  tics: sums(a.tics, b.tics),
})

const unit =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+(?:['’]\p{Script=Latin}+)*/gv

/** Characters of Han and kana, and words of other scripts. */
export const countUnits = (text: string): number => matches(text, unit)

function countCommon(text: string, language: VoiceLanguage): readonly number[] {
  const places = commonWords[language]
  const counts = zeros(places.size)
  const words = language === 'zh' ? text : (text.toLowerCase().match(/[a-z]+/g) ?? [])
  for (const word of words) {
    const place = places.get(word)
    if (place !== undefined) addAt(counts, place)
  }
  return counts
}

const zeros = (length: number): number[] => Array.from({ length }, () => 0)
const sums = (a: readonly number[], b: readonly number[]) => a.map((value, at) => value + (b[at] ?? 0))
const matches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

function addAt(counts: number[], at: number): void {
  counts[at] = (counts[at] ?? 0) + 1
}
