import { expect, test } from 'vitest'
import { paragraphsOf, sentencesOf } from '../../../../main/src/services/voice/voiceText.ts'

test('a Chinese chapter is cut into paragraphs, what is said and what tells of it, without its heading', () => {
  const text = '# 第一章 潮\r\n\r\n　　沈照说：“走。”他没有回头。\r\n\r\n　　雾散了。𠮷野家的灯还亮着。\r\n'
  expect(paragraphsOf(text)).toEqual([
    { text: '沈照说：“走。”他没有回头。', narration: '沈照说：”他没有回头。', dialogue: '走。\n' },
    { text: '雾散了。𠮷野家的灯还亮着。', narration: '雾散了。𠮷野家的灯还亮着。', dialogue: '' },
  ])
})

test('an English chapter whose lines are broken by hand has whole paragraphs, and straight marks are read in pairs', () => {
  const text =
    '# One\n\n"You will do no such\nthing," said she. He was\nsilent.\n\nThe rain went on\nall night.\n'
  expect(paragraphsOf(text)).toEqual([
    {
      text: '"You will do no such thing," said she. He was silent.',
      narration: '” said she. He was silent.',
      dialogue: 'You will do no such thing,\n',
    },
    { text: 'The rain went on all night.', narration: 'The rain went on all night.', dialogue: '' },
  ])
})

test('corner brackets hold dialogue, and a mark that is never closed ends with its paragraph', () => {
  expect(paragraphsOf('包公道：「請坐。』\n展爺坐下。')).toEqual([
    { text: '包公道：「請坐。』', narration: '包公道：”', dialogue: '請坐。』' },
    { text: '展爺坐下。', narration: '展爺坐下。', dialogue: '' },
  ])
})

test.each([
  ['雾来了。谁也没说话……真的吗？！走罢．', ['雾来了。', '谁也没说话……', '真的吗？！', '走罢．']],
  [
    'Mr. Hale went out. It was late... Was it? "No."',
    ['Mr Hale went out.', 'It was late...', 'Was it?', 'No."'],
  ],
  ['', []],
  ['……\n\n', []],
])('a sentence ends at its mark and at the line: %s', (text, sentences) => {
  expect(sentencesOf(text).map((each) => each.replace(/^"/, ''))).toEqual(sentences)
})
