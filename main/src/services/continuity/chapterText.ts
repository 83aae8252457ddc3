import type { CodexMention } from '#contract/codex.ts'
import { narrationOf, quotedSpans, sentencesOf } from '../ai/index.ts'

/** A sentence with what the codex names in it. */
export interface Sentence {
  /** In the chapter, in UTF-16 units; space around the words is left out. */
  readonly from: number
  readonly to: number
  readonly text: string
  /** The same length, speech blanked out. */
  readonly narration: string
  /** In order; names that two entries share are left out. */
  readonly mentions: readonly CodexMention[]
}

/** Words between quotation marks, and who says them. */
interface Speech {
  /** In the chapter, quotation marks included. */
  readonly from: number
  readonly to: number
  /** The name before or behind them. */
  readonly speaker: CodexMention
}

/** A chapter as the rules read it; made once for all of them. */
export interface ChapterText {
  readonly text: string
  readonly language: 'zh' | 'en'
  readonly sentences: readonly Sentence[]
  readonly speeches: readonly Speech[]
  /** Names that belong to one entry only, in order. */
  readonly mentions: readonly CodexMention[]
}

/** Verbs of speech behind a name: 沈照说：“, 沈照低声问道：“. */
const speaksZh = /^[\p{Script=Han}]{0,4}?[说道问答喊叫嚷骂笑叹][道着]?[：:，,]?$/u
const addressed = /[对對向与與跟朝冲衝和问問望看][着著]?$/u
const behindZh = /^[\p{Script=Han}]{0,3}?[说道问答喊叫嚷骂]/u
const verbsEn =
  'said|says|asked|asks|replied|answered|cried|whispered|exclaimed|muttered|returned|shouted|remarked'
const speaksEn = new RegExp(`^ (?:\\w+ly )?(?:${verbsEn})(?: \\w+ly)?[,:]?$`)
const beforeEn = new RegExp(`^ *(?:${verbsEn}) +$`)
const behindEn = new RegExp(`^ (?:${verbsEn})\\b`)

/** Reads a chapter once: sentences, names, and speeches with their speakers. Linear in the text. */
export function readChapter(
  text: string,
  language: 'zh' | 'en',
  mentions: readonly CodexMention[],
): ChapterText {
  const single = mentions.filter(({ confidence }) => confidence === 1)
  const narration = narrationOf(text)
  let at = 0
  const sentences = sentencesOf(text).map((span): Sentence => {
    const whole = text.slice(span.from, span.to)
    const from = span.from + whole.length - whole.trimStart().length
    const to = span.from + whole.trimEnd().length
    while ((single[at]?.from ?? Number.POSITIVE_INFINITY) < from) at += 1
    const inside: CodexMention[] = []
    for (let mention = single[at]; mention && mention.to <= to; mention = single[++at]) inside.push(mention)
    return { from, to, text: text.slice(from, to), narration: narration.slice(from, to), mentions: inside }
  })
  return { text, language, sentences, speeches: speechesOf(text, language, single), mentions: single }
}

function speechesOf(text: string, language: 'zh' | 'en', mentions: readonly CodexMention[]): Speech[] {
  const speeches: Speech[] = []
  let at = 0
  for (const { from, to } of quotedSpans(text)) {
    while (at < mentions.length && (mentions[at]?.to ?? 0) <= from) at += 1
    const before = mentions[at - 1]
    let next = at
    while (next < mentions.length && (mentions[next]?.from ?? 0) < to) next += 1
    const behind = mentions[next]
    const lead = before ? text.slice(before.to, from) : ''
    const speaks = language === 'zh' ? speaksZh : speaksEn
    // 对林晚说：“: who is spoken to.
    const isAddressed =
      language === 'zh' && before && addressed.test(text.slice(Math.max(0, before.from - 2), before.from))
    if (before && !isAddressed && lead.length <= 24 && speaks.test(lead.trimEnd()))
      speeches.push({ from, to, speaker: before })
    else if (behind && isBehind(text, to, behind, language)) speeches.push({ from, to, speaker: behind })
  }
  return speeches
}

function isBehind(text: string, end: number, { from, to }: CodexMention, language: 'zh' | 'en'): boolean {
  if (from - end > 20) return false
  const between = text.slice(end, from)
  // What stands in the next paragraph is said by somebody else.
  if (between.includes('\n')) return false
  const rest = text.slice(to, to + 20)
  if (language === 'zh') return between.trim() === '' && behindZh.test(rest)
  return beforeEn.test(between) || (between.trim() === '' && behindEn.test(rest))
}

/** The sentence that an offset of the chapter is in. */
export function sentenceAt({ sentences }: ChapterText, offset: number): Sentence | undefined {
  let [low, high] = [0, sentences.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sentences[middle]?.to ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  const sentence = sentences[low]
  return sentence && sentence.from <= offset ? sentence : undefined
}

const unreal = {
  zh: /梦|夢|魂|鬼|显灵|显圣|顯聖|灵前|灵柩|阴间|阴司|托生|回忆|想起|记起|记得|当年|從前|从前|那年|昔|生前|曾|若是|假如|倘|仿佛|好像|似乎|恍惚|遗|信[里中上]|传说|据说|听说|如果|后来才|原来/,
  en: /\b(?:dream\w*|dreamt|ghosts?|spirits?|visions?|remember\w*|recall\w*|recollect\w*|memory|memories|once|years? ago|used to|letters?|imagin\w*|as if|as though|would|might|story|portrait|if|when)\b/i,
}

/** Whether what stands at an offset may be remembered, dreamt or supposed: its paragraph up to there and its sentence. */
export function isUnreal(
  { text, language }: ChapterText,
  { from, to }: Pick<Sentence, 'from' | 'to'>,
): boolean {
  const start = Math.max(text.lastIndexOf('\n', from - 1) + 1, from - 200)
  return unreal[language].test(text.slice(start, to))
}
