import { expect, test } from 'vitest'
import { densest, excerptAt } from '../../../../main/src/services/factLookup/factLookup.ts'
import { questionWords } from '../../../../main/src/services/factLookup/questionWords.ts'

test('a question is reduced to what could be in a text, without names, once each', () => {
  const name = (question: string, it: string) => [
    { from: question.indexOf(it), to: question.indexOf(it) + it.length },
  ]
  const dead = '为什么模型不知道沈知府已经死了？'
  const english = 'Why does the model not know that Darcy is dead, DEAD?'
  expect([
    questionWords(dead, name(dead, '沈知府')),
    questionWords(english, name(english, 'Darcy')),
    questionWords('朱漆匣子在哪里', []),
    questionWords('？！……', []),
  ]).toEqual([['死'], ['dead'], ['匣子'], []])
})

test('an excerpt is the sentence around a place, cut marked, and no half character', () => {
  const long = '很'.repeat(100)
  expect([
    excerptAt('　　雨停了。他走进来！她没有说话。', 8).text,
    excerptAt('“你听。”他说，“是哨声。”她没有动。', 7).text,
    excerptAt(`${long}他${long}`, 100).text,
    excerptAt(`${'😀'.repeat(40)}他`, 80).text,
  ]).toEqual([
    '他走进来！',
    '他说，“是哨声。”',
    `…${'很'.repeat(60)}他${'很'.repeat(59)}…`,
    `…${'😀'.repeat(30)}他`,
  ])
})

test('the place where most words of the question are together is shown', () => {
  const at = (what: string, ...places: number[]) => places.map((place) => ({ what, at: place }))
  expect([
    densest([...at('拐杖', 5, 300), ...at('石板', 320), ...at('倒', 310, 900)]),
    densest(at('灯塔', 40, 10)),
    densest([]),
  ]).toEqual([300, 10, 0])
})
