import { type AnswerKind, comparable, type Question, stemOf } from './question.ts'

/** A sentence of a text: UTF-16 units, `to` exclusive. */
export interface Sentence {
  readonly from: number
  readonly to: number
  /** As compared. */
  readonly text: string
  /** Stems of its words in Latin letters. */
  readonly stems: ReadonlySet<string>
}

/** A sentence end, with the closing marks that belong to it. */
const sentence = /[^。！？!?…．\r\n]*[。！？!?…．\r\n]*[”’」』）)"]*/gu
/** An English sentence ends with a full stop before a space and a capital. */
const englishEnd = /(?<=[a-z)"”’]\.["”’]?)(?<!\b(?:Mr|Mrs|Ms|Dr|St)\.)\s+(?=["“‘]?[A-Z])/g

export function sentencesOf(text: string): readonly Sentence[] {
  const sentences: Sentence[] = []
  for (const { 0: raw, index } of text.matchAll(sentence)) {
    if (raw.trim() === '') continue
    let from = index
    for (const part of raw.split(englishEnd)) {
      const at = text.indexOf(part, from)
      sentences.push(createSentence(part, at))
      from = at + part.length
    }
  }
  return sentences
}

function createSentence(text: string, from: number): Sentence {
  const folded = comparable(text)
  const stems = new Set((folded.match(/[a-z][a-z']*/g) ?? []).map((word) => stemOf(word.replace(/'$/, ''))))
  return { from, to: from + text.length, text: folded, stems }
}

const has = ({ text, stems }: Sentence, unit: string) =>
  /\p{Script=Han}/u.test(unit) ? text.includes(unit) : stems.has(unit)

/** Whether somebody asks. */
export const isQuestion = ({ text }: Pick<Sentence, 'text'>): boolean => /[？?][”’」』）)"]*\s*$/u.test(text)

/** How many of the units a sentence has. */
export const countIn = (sentence: Sentence, units: readonly string[]): number =>
  units.filter((unit) => has(sentence, unit)).length

/** How much a unit tells: rare ones more. */
export type Weights = ReadonlyMap<string, number>

/** By how many of the sentences have it. */
export function weightsOf(units: readonly string[], sentences: readonly Sentence[]): Weights {
  return new Map(
    units.map((unit) => {
      const count = sentences.filter((each) => has(each, unit)).length
      const rarity = Math.log((1 + sentences.length) / (1 + count))
      // A single character is a word by chance.
      return [unit, ([...unit].length === 1 ? 0.7 : 1) * Math.max(0.1, rarity)]
    }),
  )
}

/** Words beside the sentence, which often name the subject or the circumstances, count half. */
const neighbourShare = 0.5

/** How much of what is asked a sentence has, with its neighbours: in [0,1]. What is said best is asked by nobody. */
export function shareOf(sentences: readonly Sentence[], at: number, weights: Weights): number {
  const [before, current, after] = [sentences[at - 1], sentences[at], sentences[at + 1]]
  let [sum, matched] = [0, 0]
  for (const [unit, weight] of weights) {
    sum += weight
    if (current && has(current, unit)) matched += weight
    else if ((before && has(before, unit)) || (after && has(after, unit))) matched += neighbourShare * weight
  }
  return sum === 0 ? 0 : matched / sum
}

const kindMarks: Readonly<Record<AnswerKind, RegExp>> = {
  name: /[叫名姓唤字号称]|"|“|\b(?:called|named?|known as)\b/i,
  person: /\p{Script=Han}|\b[a-z]/iu,
  number:
    /[一二三四五六七八九十百千两半数\d]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|fourth|hundred|dozen)\b/i,
  time: /[年月日初夜晨早晚时]|\d|\b(?:day|night|morning|evening|year|month|o'clock)\b/i,
  colour:
    /[红黄蓝绿青白黑紫灰银金褐朱墨]|\b(?:red|blue|green|white|black|grey|gray|yellow|brown|purple|gold)\b/i,
}

/** Whether a sentence, or the one behind it, has the kind of answer that the question asks for. */
export function hasKind(sentences: readonly Sentence[], at: number, { answerKind }: Question): boolean {
  const text = `${sentences[at]?.text ?? ''}${sentences[at + 1]?.text ?? ''}`
  return answerKind === undefined || kindMarks[answerKind].test(text)
}
