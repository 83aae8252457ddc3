import { expect, test } from 'vitest'
import { readChapterVoice } from '../../../../main/src/services/voice/chapterVoice.ts'
import { createNameFilter } from '../../../../main/src/services/voice/nameFilter.ts'
import { sheetText } from '../../../../main/src/services/voice/sheetText.ts'
import { countVoice } from '../../../../main/src/services/voice/voiceCounts.ts'
import { voiceDistance, voiceHabits } from '../../../../main/src/services/voice/voiceDistance.ts'
import { voiceSheet } from '../../../../main/src/services/voice/voiceSheet.ts'

const zh = [
  '# 第一回\n\n且说那日雾大，船都不动。\n却说沈照上了岸，他不敢回头。\n守夜的人数着更点，一直数到天快亮了。',
  '# 第二回\n\n且说那日又起了雾。\n沈照说：“走。”他走了。\n雨声没有停过，谁也没有再开口说一句话。',
  '# 第三回\n\n且说那日灯灭了，他没有再点。\n却说沈照在楼下等着。\n夜里的风一阵紧过一阵，吹得灯都睡不着。',
]
const en = [
  '# One\n\nFor a long time he said nothing. Ned Sharrow went out. The rain had come in from the sea and it was on every roof.',
  '# Two\n\nFor a long time there was no wind. "Go," said Ned. He went to the door and had it open before any of them came.',
  '# Three\n\nFor a long time he was at the window. Ned slept. All the way down to the water there was nothing but the dark.',
]

test('a Chinese book has a sheet with habits and quotations, and no name in it', () => {
  const chapters = zh.map((text) => readChapterVoice(text, 'zh'))
  expect(voiceSheet(chapters, 'zh', createNameFilter(['沈照', '雾港']))).toEqual({
    chapters: 3,
    units: 108,
    sentence: { mean: 10.8, short: 3, middle: 10, long: 17 },
    paragraph: { mean: 12, short: 7, middle: 12, long: 17 },
    dialogue: 0.009,
    person: null,
    tense: null,
    turns: [{ text: '且说那日', count: 3 }],
    quotations: [
      '守夜的人数着更点，一直数到天快亮了。',
      '雨声没有停过，谁也没有再开口说一句话。',
      '夜里的风一阵紧过一阵，吹得灯都睡不着。',
    ],
  })
})

test('an English book has a sheet with habits and quotations, and no name in it', () => {
  const chapters = en.map((text) => readChapterVoice(text, 'en'))
  const sheet = voiceSheet(chapters, 'en', createNameFilter(['Ned Sharrow']))
  expect(sheet?.turns).toEqual([{ text: 'for a long time', count: 3 }])
  expect(sheet?.quotations).toEqual([
    'The rain had come in from the sea and it was on every roof.',
    'All the way down to the water there was nothing but the dark.',
  ])
})

test('a sheet of no chapters, or of chapters without words, is none', () => {
  const names = createNameFilter([])
  expect([voiceSheet([], 'zh', names), voiceSheet([readChapterVoice('……\n', 'zh')], 'zh', names)]).toEqual([
    null,
    null,
  ])
})

test('paragraphs that a model wrote are no evidence of the author', () => {
  const text = '雾来了。\n他缓缓转身。'
  const own = readChapterVoice(text, 'zh', new Set(['他缓缓转身。']))
  expect(own.counts).toEqual(countVoice('雾来了。', 'zh'))
})

test.each([
  ['却说宋', true],
  ['宋江道', true],
  ['次日', false],
  ['却說宋江', true],
])('%s has a name of the book: %s, also when it is cut or in other characters', (text, expected) => {
  expect(createNameFilter(['宋江']).mayHaveName(text)).toBe(expected)
})

test('a word of an English name is one, part of a longer word is not', () => {
  const { mayHaveName } = createNameFilter(['Mr. Rose'])
  expect(['as rose the', 'he arose and'].map(mayHaveName)).toEqual([true, false])
})

test.each([
  ['zh', zh, '他缓缓抬头，嘴角微微勾起——不是笑，而是一丝冷意。'],
  ['en', en, 'She slowly, softly smiled -- not a smile, but a flicker of something cold, sharp, and bright.'],
] as const)(
  'a text of the author is nearer to its habits than another one in %s',
  (language, book, other) => {
    const counts = book.map((text) => countVoice(text, language))
    const [first, ...rest] = counts
    const habits = voiceHabits(countVoice(book.join('\n'), language), counts)
    const distances = [first, ...rest].map((each) => each && voiceDistance(habits, each))
    const far = voiceDistance(habits, countVoice(other.repeat(3), language))
    expect(distances.every((near) => near !== undefined && far !== undefined && near < far)).toBe(true)
    expect(voiceDistance(habits, countVoice('', language))).toBeUndefined()
  },
)

test('the text of a sheet says everything in it, in both languages', () => {
  const sheet = {
    ...({ chapters: 3, units: 9000, dialogue: 0.42, person: 'third', tense: 'past' } as const),
    sentence: { mean: 17.6, short: 7, middle: 15, long: 31 },
    paragraph: { mean: 196.8, short: 13, middle: 181, long: 395 },
    turns: [
      { text: '且说', count: 20 },
      { text: '只见', count: 9 },
    ],
    quotations: ['雾来了。', '他走了。'],
  }
  expect(sheetText(sheet, 'zh')).toBe(
    [
      '# 文笔',
      '',
      '照这样写：',
      '',
      '- 句子多在 7 到 31 字之间，常见 15 字',
      '- 段落多在 13 到 395 字之间，常见 181 字',
      '- 对话约占 42%',
      '- 叙述用第三人称',
      '- 常用的起头：且说、只见',
      '',
      '原文里的句子：',
      '',
      '> 雾来了。',
      '>',
      '> 他走了。',
      '',
    ].join('\n'),
  )
  expect(sheetText(sheet, 'en')).toBe(
    [
      '# Voice',
      '',
      'Write like this:',
      '',
      '- Most sentences have 7 to 31 characters, the usual one 15',
      '- Most paragraphs have 13 to 395 characters, the usual one 181',
      '- Dialogue is about 42% of the text',
      '- The narration is in the third person',
      '- The narration is in the past tense',
      '- Clauses often begin with: 且说, 只见',
      '',
      'Sentences of the book:',
      '',
      '> 雾来了。',
      '>',
      '> 他走了。',
      '',
    ].join('\n'),
  )
})
