import type { Dice } from '../../../scripts/torture/random.ts'

/** The language a text is drawn in. */
export type Language = 'zh' | 'en'

const chinese = [
  ...[
    '雾',
    '港',
    '灯',
    '潮',
    '𠮷野',
    '林远',
    '石堤上',
    '𡨸本',
    '她没有回头',
    '把信折好',
    '一家人👨‍👩‍👧‍👦',
    '🇨🇳',
    '👍🏽',
  ],
  ...['“走吧。”', '‘是他’', '「船」', '——', '……', '，', '、', '。', '！', '？', '　', '①', 'ABC', '3'],
] as const

const english = [
  ...[
    'fog',
    'the harbour',
    'lamp',
    'never',
    'Mr. Lin',
    'naïve',
    'cafe\u0301',
    '𝒳',
    '👨‍👩‍👧',
    '🏴‍☠️',
    "didn't",
  ],
  ...['“Go,” she said.', '‘him’', '"no"', '—', '…', ',', ';', '.', '!', '?', '1888'],
] as const

/** Some words in one line, without white space at their ends. */
export function drawWords(dice: Dice, language: Language, most = 8): string {
  const words = language === 'zh' ? chinese : english
  const drawn = Array.from({ length: 1 + dice.roll(most) }, () => dice.oneOf<string>(words))
  const text = drawn.join(language === 'zh' ? '' : ' ').trim()
  return text === '' ? '雾' : text
}

/** A sentence with its end, as paragraphs have them. */
export const drawSentence = (dice: Dice, language: Language): string =>
  drawWords(dice, language) + dice.oneOf(language === 'zh' ? ['。', '？', '！”', '……'] : ['.', '?', '!”'])

/** Up to `most` paragraphs without a blank line or an indent. */
export const drawParagraphs = (dice: Dice, language: Language, most = 4): readonly string[] =>
  Array.from({ length: 1 + dice.roll(most) }, () =>
    dice.roll(4) === 0 ? drawWords(dice, language) : drawSentence(dice, language),
  )
