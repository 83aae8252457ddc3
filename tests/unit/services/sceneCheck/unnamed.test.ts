import { expect, test } from 'vitest'
import { unnamedIn } from '../../../../main/src/services/sceneCheck/unnamed.ts'

const suggested = (text: string, kind: 'character' | 'location' = 'character', aliases: string[] = []) => ({
  ...{ kind, text, aliases, count: 5, firstChapter: 'c1', lastChapter: 'c2', sample: text },
})

test.each([
  ['林远山和许三娘进了雾港，许三娘没有说话。', ['林远', '许三娘', '雾港'], ['许三娘', '雾港'], '林远山'],
  [
    'Ned Sharrow met Martha in Fogport; Martha was silent.',
    ['Sharrow', 'Martha', 'Fogport', 'Art'],
    ['Martha', 'Fogport'],
    'Ned Sharrow',
  ],
])(
  'a name that no card has is listed once, a part of a longer name or word is not: %s',
  (text, names, listed, card) => {
    const from = text.indexOf(card)
    const items = names.map((name) => suggested(name))
    expect(unnamedIn(text, [{ from, to: from + card.length }], items)).toEqual(
      listed.map((name) => ({ kind: 'character', text: name, aliases: [], of: null })),
    )
  },
)

test.each([
  ['二姑娘来了。', '贾迎春', '二姑娘'],
  ['Lizzy came.', 'Elizabeth Bennet', 'Lizzy'],
])('another name on the page brings the whole suggestion: %s', (text, name, alias) => {
  const items = [suggested(name, 'character', [alias]), suggested('X')]
  expect(unnamedIn(text, [], items)).toEqual([{ kind: 'character', text: name, aliases: [alias], of: null }])
})

test('who speaks once on the page under a surname is listed, though the book has suggested nothing', () => {
  const text = '门开了。贾母笑道：“来。”许三娘说：“坐。”他说：“好。”王先生道：“是。”'
  const from = text.indexOf('王先生')
  expect(unnamedIn(text, [{ from, to: from + 3 }], []).map((each) => each.text)).toEqual(['贾母', '许三娘'])
  expect(unnamedIn('“Aye,” said the man.', [], [])).toEqual([])
})
