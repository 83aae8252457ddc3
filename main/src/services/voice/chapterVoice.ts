import type { VoiceLanguage } from './commonWords.ts'
import { isNameless } from './nameFilter.ts'
import { countParagraphs, countUnits, type VoiceCounts } from './voiceCounts.ts'
import { paragraphsOf, sentencesOf, type VoiceParagraph } from './voiceText.ts'

/** A chapter as far as the author's voice goes; made once for each state of its text. */
export interface ChapterVoice {
  readonly counts: VoiceCounts
  /** How often clauses of the narration begin so. */
  readonly turns: ReadonlyMap<string, number>
  /** Sentences that could be quoted; what looks like a name is in none. */
  readonly sentences: readonly string[]
}

const maxSentences = 12
/** In the units of the language. */
const quotable = { zh: [14, 40], en: [10, 32], other: [0, 0] } as const
const hanTurns = [2, 3, 4, 6] as const
const wordTurns = [3, 4] as const
const wordTurnUnits = 40

/** `without`: paragraphs that a model wrote, which are no evidence of the author. */
export function readChapterVoice(
  text: string,
  language: VoiceLanguage,
  without: ReadonlySet<string> = new Set(),
): ChapterVoice {
  const paragraphs = paragraphsOf(text).filter((paragraph) => !without.has(paragraph.text))
  return {
    counts: countParagraphs(paragraphs, language),
    turns: turnsOf(paragraphs, language),
    sentences: quotableOf(paragraphs, language),
  }
}

function turnsOf(
  paragraphs: readonly VoiceParagraph[],
  language: VoiceLanguage,
): ReadonlyMap<string, number> {
  const turns = new Map<string, number>()
  if (language === 'other') return turns
  for (const { narration } of paragraphs)
    for (const clause of narration.split(/[^\p{L}\p{N}\p{M}'’ -]+/u))
      for (const turn of language === 'zh' ? hanOpenings(clause.trim()) : wordOpenings(clause.trim()))
        turns.set(turn, (turns.get(turn) ?? 0) + 1)
  return turns
}

const hanOpenings = (clause: string): readonly string[] =>
  /^\p{Script=Han}+$/u.test(clause)
    ? hanTurns.filter((length) => length <= clause.length).map((length) => clause.slice(0, length))
    : []

function wordOpenings(clause: string): readonly string[] {
  const words = clause.split(/\s+/)
  return wordTurns
    .filter((length) => length <= words.length)
    .map((length) => words.slice(0, length).join(' '))
    .filter((turn) => turn.length <= wordTurnUnits && isNameless(turn, 'en'))
    .map((turn) => turn.replace(/^(?!I\b)\p{Lu}/u, (letter) => letter.toLowerCase()))
}

/** Evenly over the chapter. */
function quotableOf(paragraphs: readonly VoiceParagraph[], language: VoiceLanguage): readonly string[] {
  const [least, most] = quotable[language]
  if (most === 0) return []
  const sentences = paragraphs
    .filter(({ dialogue }) => dialogue === '')
    .flatMap(({ text }) => sentencesOf(text))
    .filter((sentence) => {
      const units = countUnits(sentence)
      return units >= least && units <= most && isWhole(sentence) && isNameless(sentence, language)
    })
  const step = Math.max(1, sentences.length / maxSentences)
  const count = Math.min(maxSentences, sentences.length)
  return Array.from({ length: count }, (_, at) => sentences[Math.floor(at * step)] ?? '')
}

/** Ends as a sentence does, without numbers and marks of speech. */
const isWhole = (sentence: string): boolean =>
  /^[\p{Lu}\p{Script=Han}].*[。！？!?.．]$/su.test(sentence) && !/[\p{N}"“”「」『』:：_*#]/u.test(sentence)
