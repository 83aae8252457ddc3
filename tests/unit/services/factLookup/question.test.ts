import { expect, it } from 'vitest'
import { readQuestion } from '../../../../main/src/services/factLookup/question.ts'
import {
  hasKind,
  isQuestion,
  sentencesOf,
  shareOf,
  weightsOf,
} from '../../../../main/src/services/factLookup/sentences.ts'

const read = (question: string, name = '') => {
  const from = question.indexOf(name)
  return readQuestion(question, name === '' ? [] : [{ from, to: from + name.length }])
}

it('a question is reduced to what could be in a text, without names, once each', () => {
  expect([
    read('为什么模型不知道沈知府已经死了？', '沈知府').words,
    read('Why does the model not know that Darcy is dead, DEAD?', 'Darcy').words,
    read('朱漆匣子在哪里').words,
    read('？！……').words,
  ]).toEqual([['死'], ['dead'], ['匣子'], []])
})

it.each([
  ['朱漆匣子在哪里', ['朱漆', '漆匣', '匣子'], undefined],
  ['港务处的钟拨快了几分钟', ['港务', '务处', '钟拨', '拨快', '分钟'], 'number'],
  ['他的船叫什么名字', ['船'], 'name'],
  ['信是谁寄的', ['信', '寄'], 'person'],
  ['她穿什么颜色的衣裳', ['穿', '颜色', '衣裳'], 'colour'],
  ['He borrowed candles: when?', ['borrow', 'candl'], 'time'],
  ["How many of the lodger's letters burned?", ['many', 'lodger', 'letter', 'burn'], 'number'],
])('“%s” is searched for by pairs and stems, and wants what it says', (question, units, kind) => {
  const { units: searched, answerKind } = read(question)
  expect([searched, answerKind]).toEqual([units, kind])
})

it('sentences are those of the text, marks of both languages at their ends', () => {
  const text = '“灯灭了？”他问。\r\n　　雾散了……She left. Mr. Krook stayed! 𠮷野'
  const parts = sentencesOf(text)
  expect(parts.map(({ from, to }) => text.slice(from, to).trim())).toEqual([
    '“灯灭了？”',
    '他问。',
    '雾散了……',
    'She left.',
    'Mr. Krook stayed!',
    '𠮷野',
  ])
  expect(parts.map(isQuestion)).toEqual([true, false, false, false, false, false])
})

it('rare words of a question weigh more, and those of the next sentence half', () => {
  const text = '他点了灯。灯亮了。灯芯是铜的。她把铜哨埋在井边。灯灭了。'
  const sentences = sentencesOf(text)
  const weights = weightsOf(['铜哨', '灯'], sentences)
  const shares = sentences.map((_, at) => shareOf(sentences, at, weights))
  const best = shares.indexOf(Math.max(...shares))
  expect([best, (weights.get('铜哨') ?? 0) > (weights.get('灯') ?? 0)]).toEqual([3, true])
  expect(shares[4]).toBeCloseTo(
    ((weights.get('铜哨') ?? 0) / 2 + (weights.get('灯') ?? 0)) / sum(weights),
    10,
  )
})

const sum = (weights: ReadonlyMap<string, number>) => [...weights.values()].reduce((all, it) => all + it, 0)

it('a number is wanted where the question asks how many', () => {
  const question = read('打了多少板子')
  const has = (text: string) => hasKind(sentencesOf(text), 0, question)
  expect(['打了他三十板子。', '打了他一顿。', '他打累了，放下板子。'].map(has)).toEqual([true, true, false])
})
