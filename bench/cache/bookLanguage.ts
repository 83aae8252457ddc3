/** How an author of a language writes on, step by step. Lengths are UTF-16 units. */
export interface BookLanguage {
  readonly code: 'zh' | 'en'
  readonly genre: string
  /** Before each chapter of a novel in plain text. */
  readonly headings: RegExp
  /** The book's sheet of style. */
  readonly style: string
  /** What a step writes: about 300 tokens, to the end of a sentence. */
  readonly stepUnits: number
  /** How far a look back goes. */
  readonly jumpBackUnits: number
  readonly sentenceEnd: string
  /** What an edit looks for, and what it writes there. */
  readonly comma: string
  readonly edit: string
  readonly constraint: (at: number) => string
  readonly laterConstraint: (step: number) => string
  readonly title: (chapter: number) => string
}

export const bookLanguages: Readonly<Record<'zh' | 'en', BookLanguage>> = {
  zh: {
    ...{ code: 'zh', genre: '章回', headings: /^(?=第.{1,6}回)/m },
    style: '# 文风\n\n　　半文半白，句子短；不写现代词语。\n',
    ...{ stepUnits: 300, jumpBackUnits: 2500, sentenceEnd: '。', comma: '，' },
    edit: '，这一句是后来添上的',
    constraint: (at) => `第${at}条：不得让人物在第${at + 1}回之前知道后事。`,
    laterConstraint: (step) => `写到第${step}步时记下：此处不许下雪。`,
    title: (chapter) => `新的第${chapter}章`,
  },
  en: {
    ...{ code: 'en', genre: 'novel', headings: /^(?=Chapter \d)/m },
    style: '# Style\n\nLong, circling sentences; no modern words.\n',
    ...{ stepUnits: 1300, jumpBackUnits: 10_000, sentenceEnd: '. ', comma: ', ' },
    edit: ', which was added later',
    constraint: (at) => `Rule ${at}: nobody knows before chapter ${at + 1} what happens after it.`,
    laterConstraint: (step) => `Noted at step ${step}: it does not snow here.`,
    title: (chapter) => `New chapter ${chapter}`,
  },
}
