import type { VoiceSheet } from './voiceSheet.ts'

interface Wording {
  readonly title: string
  readonly intro: string
  readonly sentence: (short: number, middle: number, long: number, unit: string) => string
  readonly paragraph: (short: number, middle: number, long: number, unit: string) => string
  readonly dialogue: (percent: number) => string
  readonly person: Readonly<Record<'first' | 'third' | 'mixed', string>>
  readonly tense: Readonly<Record<'past' | 'present' | 'mixed', string>> | undefined
  readonly turns: (turns: readonly string[]) => string
  readonly quotations: string
}

const wordings: Readonly<Record<'zh' | 'en', Wording>> = {
  zh: {
    title: '文笔',
    intro: '照这样写：',
    sentence: (short, middle, long) => `句子多在 ${short} 到 ${long} 字之间，常见 ${middle} 字`,
    paragraph: (short, middle, long) => `段落多在 ${short} 到 ${long} 字之间，常见 ${middle} 字`,
    dialogue: (percent) => `对话约占 ${percent}%`,
    person: { first: '叙述用第一人称', third: '叙述用第三人称', mixed: '叙述兼用第一和第三人称' },
    tense: undefined,
    turns: (turns) => `常用的起头：${turns.join('、')}`,
    quotations: '原文里的句子：',
  },
  en: {
    title: 'Voice',
    intro: 'Write like this:',
    sentence: (short, middle, long, unit) =>
      `Most sentences have ${short} to ${long} ${unit}, the usual one ${middle}`,
    paragraph: (short, middle, long, unit) =>
      `Most paragraphs have ${short} to ${long} ${unit}, the usual one ${middle}`,
    dialogue: (percent) => `Dialogue is about ${percent}% of the text`,
    person: {
      first: 'The narration is in the first person',
      third: 'The narration is in the third person',
      mixed: 'The narration is in the first and in the third person',
    },
    tense: {
      past: 'The narration is in the past tense',
      present: 'The narration is in the present tense',
      mixed: 'The narration is in the past and in the present tense',
    },
    turns: (turns) => `Clauses often begin with: ${turns.join(', ')}`,
    quotations: 'Sentences of the book:',
  },
}

/** Of scripts without spaces a unit is a character. */
const inCharacters = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

/** What the file of a sheet is called, without its extension. */
export const sheetName = (language: 'zh' | 'en'): string => wordings[language].title

/** A sheet as Markdown that a model and its author read, in the language of prompts. */
export function sheetText(sheet: VoiceSheet, language: 'zh' | 'en'): string {
  const wording = wordings[language]
  const { sentence, paragraph, dialogue, person, tense, turns, quotations } = sheet
  const unit = inCharacters.test(quotations.join('')) ? 'characters' : 'words'
  const lines = [
    wording.sentence(sentence.short, sentence.middle, sentence.long, unit),
    wording.paragraph(paragraph.short, paragraph.middle, paragraph.long, unit),
    wording.dialogue(Math.round(dialogue * 100)),
    person === null ? [] : wording.person[person],
    tense === null || wording.tense === undefined ? [] : wording.tense[tense],
    turns.length === 0 ? [] : wording.turns(turns.map(({ text }) => text)),
  ].flat()
  const quoted = quotations.map((quotation) => `> ${quotation}`).join('\n>\n')
  const parts = [`# ${wording.title}`, wording.intro, lines.map((line) => `- ${line}`).join('\n')]
  if (quotations.length > 0) parts.push(wording.quotations, quoted)
  return `${parts.join('\n\n')}\n`
}
