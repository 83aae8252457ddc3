import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { acceptedField, takeText } from '../../../../renderer/src/features/editor/acceptedText.ts'
import { fitText } from '../../../../renderer/src/features/editor/fittedText.ts'
import { lineEndings, openStored, serialise } from '../../../../renderer/src/features/editor/lineEndings.ts'
import { fitted } from '../../../../renderer/src/features/editor/suggestion.ts'

/** Stored text with `|` for the caret, and what is stored after a run's text was taken there. */
const taken = (marked: string, written: string): string => {
  const at = marked.split('|')[0] ?? ''
  const { doc, endings } = openStored(marked.replace('|', ''))
  const state = EditorState.create({ doc, extensions: [endings, acceptedField] })
  const from = EditorState.create({ doc: openStored(at).doc }).doc.length
  const range = { from, to: from }
  return serialise(state.update(takeText(state, 'a', range, fitted(state, range, written))).state)
}

describe('a text that is accepted behind a finished paragraph', () => {
  test.each<[string, string, string, string]>([
    ['an empty line between paragraphs', '甲走。\n\n乙来。|', '雾散了。', '甲走。\n\n乙来。\n\n雾散了。'],
    [
      'no empty line, two U+3000',
      '　　甲走。\n　　乙𠮷来。|',
      '雾散了。',
      '　　甲走。\n　　乙𠮷来。\n　　雾散了。',
    ],
    ['CRLF', '甲走。\r\n\r\n乙来！|\r\n', '雾散了。', '甲走。\r\n\r\n乙来！\r\n\r\n雾散了。\r\n'],
    [
      'CRLF and an indent',
      '　　甲走。\r\n　　乙来……|',
      '　　雾散了。',
      '　　甲走。\r\n　　乙来……\r\n　　雾散了。',
    ],
    [
      'before more text',
      '　　甲。\n　　乙。|\n　　丙。',
      '雾散。',
      '　　甲。\n　　乙。\n　　雾散。\n　　丙。',
    ],
    [
      'line breaks and an indent of its own',
      '甲。\n\n“乙？”|',
      '\n\n　　雾散了。\n',
      '甲。\n\n“乙？”\n\n雾散了。',
    ],
    [
      'an indent with another gap',
      '　　甲。\n\n　　乙。|',
      '\r\n雾散了。',
      '　　甲。\n\n　　乙。\n\n　　雾散了。',
    ],
    ['no paragraph to go by', '甲走。|', '雾散了。', '甲走。\n\n雾散了。'],
    ['a heading', '# 第一章　雾|', '雾散了。', '# 第一章　雾\n\n雾散了。'],
    [
      'a heading above indented paragraphs',
      '# 一|\n\n　　甲。\n　　乙。',
      '雾。',
      '# 一\n\n　　雾。\n\n　　甲。\n　　乙。',
    ],
    ['scene marks', '　　甲。\n　　乙。\n＊＊＊|', '雾散了。', '　　甲。\n　　乙。\n＊＊＊\n\n　　雾散了。'],
    [
      'English',
      'He left.\n\n“Why?” she asked.|',
      'Nobody knew.',
      'He left.\n\n“Why?” she asked.\n\nNobody knew.',
    ],
    ['English with tabs', '\tHe left.\n\tShe stayed.|\n', 'Fog.', '\tHe left.\n\tShe stayed.\n\tFog.\n'],
    ['its own inner breaks', '甲。\n\n乙。|', '雾散了。\n\n灯灭了。', '甲。\n\n乙。\n\n雾散了。\n\n灯灭了。'],
  ])('begins its paragraph as the chapter does: %s', (_how, chapter, written, expected) => {
    expect(taken(chapter, written)).toBe(expected)
  })
})

describe('a text that is accepted inside a sentence or paragraph', () => {
  test.each<[string, string, string, string]>([
    ['no mark yet', '甲走了。\n\n他推开|', '门，雾漫进来。', '甲走了。\n\n他推开门，雾漫进来。'],
    ['a comma', '　　他推开门，|', '\n　　雾漫进来。', '　　他推开门，雾漫进来。'],
    ['before the rest of its line', '他推开门。|雾散了。', '灯亮着。', '他推开门。灯亮着。雾散了。'],
    ['speech that goes on', '“我知道，”|', '他说。', '“我知道，”他说。'],
    ['a colon', '许三娘说：|', '“走。”', '许三娘说：“走。”'],
    [
      'a colon, and the run begins a paragraph',
      '甲。\n乙。\n许三娘说：|',
      '\n\n“走。”',
      '甲。\n乙。\n许三娘说：\n“走。”',
    ],
    ['an English word', 'He went to the |', 'harbour.', 'He went to the harbour.'],
    ['an English word without its space', 'He went to the|', ' harbour.', 'He went to the harbour.'],
    ['an English word behind a word', 'He went to the|', 'harbour.', 'He went to the harbour.'],
    ['speech behind an English word', 'He said|', '“No.”', 'He said “No.”'],
    ['a word behind English speech', 'He calls it “home”|', 'and leaves.', 'He calls it “home” and leaves.'],
    ['a letter with an accent', 'At the caf\u0065\u0301|', 'they met.', 'At the caf\u0065\u0301 they met.'],
    ['an English year', 'In May|', '1945 he left.', 'In May 1945 he left.'],
    ['a mark behind an English word', 'He went|', ', and she stayed.', 'He went, and she stayed.'],
    ["the 's of a name", 'It was John|', "'s coat.", "It was John's coat."],
    ['inside an English word', 'unfin|ed', 'ish', 'unfinished'],
    ['behind a hyphen', 'a half-|', 'open door', 'a half-open door'],
    ['Russian', 'Он вышел|', 'из дома.', 'Он вышел из дома.'],
    ['Chinese behind a Latin word', '他的T|', '恤湿了。', '他的T恤湿了。'],
    ['a Latin word behind Chinese', '他打开|', 'iPhone看了看。', '他打开iPhone看了看。'],
    ['an English comma', 'He paused,|', 'then left.', 'He paused, then left.'],
    ['a space behind an English sentence', 'A.\n\nHe left. |', 'She stayed.', 'A.\n\nHe left. She stayed.'],
    ['between English sentences', 'He left. |She stayed.', 'Fog came. ', 'He left. Fog came. She stayed.'],
    ['a title', 'He saw Mr.|', 'Darcy.', 'He saw Mr. Darcy.'],
    ['an opening quotation mark', '他停下。"|', '走。"', '他停下。"走。"'],
  ])('goes on right there: %s', (_how, chapter, written, expected) => {
    expect(taken(chapter, written)).toBe(expected)
  })
})

describe('a text that is accepted where a paragraph has started', () => {
  test.each<[string, string, string, string]>([
    ['an empty line below the last', '甲。\n\n乙。\n|', '雾散了。', '甲。\n\n乙。\n\n雾散了。'],
    ['two line breaks are there', '甲。\n\n乙。\n\n|', '雾散了。', '甲。\n\n乙。\n\n雾散了。'],
    [
      'chapters without empty lines',
      '　　甲。\n　　乙。\n|',
      '　　雾散了。',
      '　　甲。\n　　乙。\n　　雾散了。',
    ],
    ['its indent is there', '　　甲。\n　　乙。\n　　|', '　　雾散了。', '　　甲。\n　　乙。\n　　雾散了。'],
    ['the empty line between two', '甲。\r\n|\r\n乙。', '雾散了。', '甲。\r\n\r\n雾散了。\r\n\r\n乙。'],
    ['the beginning of a paragraph', '　　甲。\n|　　乙。', '雾散了。', '　　甲。\n　　雾散了。\n　　乙。'],
    [
      'behind the indent of a paragraph',
      '　　甲。\n　　|乙。',
      '雾散了。',
      '　　甲。\n　　雾散了。\n　　乙。',
    ],
    ['the beginning of a sentence', '甲。\n\n|他推开门。', '夜深了，', '甲。\n\n夜深了，他推开门。'],
    ['under a heading', '# 第一章\n\n|', '雾散了。', '# 第一章\n\n雾散了。'],
    ['an empty chapter', '|', '\n雾散了。\n', '雾散了。'],
  ])(
    'neither doubles what is there nor leaves out what is missing: %s',
    (_how, chapter, written, expected) => {
      expect(taken(chapter, written)).toBe(expected)
    },
  )
})

test('the beginning of a streaming text is fixed, and its end is not', () => {
  const doc = EditorState.create({ doc: '甲。\n\n乙。', extensions: lineEndings }).doc
  expect(fitText(doc, 3, '\n\n　雾散了。', true)).toEqual({
    before: '\n',
    text: '雾散了。',
    after: '',
    skipped: 3,
  })
  expect(fitText(doc, 3, '\n\n　雾散了。', false)).toEqual({
    before: '\n',
    text: '雾散了。',
    after: '\n',
    skipped: 3,
  })
  expect(fitText(doc, 3, '\n\n', true)).toEqual({ before: '', text: '', after: '', skipped: 2 })
})
