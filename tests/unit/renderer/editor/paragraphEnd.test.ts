import { expect, test } from 'vitest'
import { paragraphEnd } from '../../../../renderer/src/features/editor/paragraphEnd.ts'

test.each<[ReturnType<typeof paragraphEnd>, readonly string[]]>([
  [
    'finished',
    [
      '雾散了。',
      '　　他是𠮷田？',
      '走！',
      '他想说……',
      '“走吧。”',
      '“你——”',
      '「走吧」',
      '（他笑了。）',
      '他说：“好吧～”',
      '雾散了。　',
      '# 第一章　雾',
      '* * *',
      '◇◇◇',
      'He left.',
      '“Why?” she asked.',
      '"But I—"',
      '*He left.*',
      'It was I.',
    ],
  ],
  ['open', ['许三娘说：', '他正要——', 'He said:']],
  [
    'unfinished',
    [
      '',
      '雾',
      '他推开门，',
      '“我知道，”',
      '他管它叫“家”',
      '灯、船、',
      '他停下。“',
      '他停下。"',
      'He went',
      '"Yes,"',
      'He saw Mr.',
      'He left. ',
      '“Why?” ',
      'J.',
    ],
  ],
])('a paragraph is %s', (end, paragraphs) => {
  expect(paragraphs.map((text) => [text, paragraphEnd(text)])).toEqual(paragraphs.map((text) => [text, end]))
})
