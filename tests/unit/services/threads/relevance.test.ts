import { describe, expect, it } from 'vitest'
import {
  countUse,
  joinedUse,
  nearScore,
  pageOf,
  relevance,
  threadWords,
} from '../../../../main/src/services/threads/relevance.ts'

const books = {
  zh: {
    filler: '雾从海上来，港里的船都不动，守夜的人数着钟声。',
    hero: ['林远', '阿远'],
    title: '半枚鱼符',
    sentence: '沈照把半枚鱼符收进袖里。',
    near: '他摸到袖里的半枚鱼符，没有作声。',
    person: ['沈照', '沈公子'],
    byName: '沈公子从渡口回来了。',
  },
  en: {
    filler: 'Fog came in from the sea and no boat moved while the watch counted the bells. ',
    hero: ['Lin', 'Old Lin'],
    title: 'The half token',
    sentence: 'Ned Sharrow put the half token into his sleeve.',
    near: 'He felt for the half token in his sleeve and kept silent.',
    person: ['Jo', 'Joseph'],
    byName: 'Jo came back from the ferry.',
  },
} as const

describe.each(['zh', 'en'] as const)('what a page has in common with a thread, in %s', (language) => {
  const { filler, hero, title, sentence, near, person, byName } = books[language]
  const thread = threadWords([title, sentence], [person, hero])
  const book = Array.from({ length: 60 }, (_, at) => filler.repeat(20) + (at % 2 === 0 ? hero[0] : '')).join(
    '\n',
  )
  const use = joinedUse([countUse(book, [thread], filler.length * 20), countUse(sentence, [thread], 600)])
  const scoreOf = (text: string) => relevance(pageOf(text), thread, use)

  it('makes it near by its own rare words, and says which', () => {
    const { score, terms } = scoreOf(filler + near)
    expect(score).toBeGreaterThan(nearScore)
    expect(terms).toContain(language === 'zh' ? '鱼符' : 'token')
  })

  it('makes it near by any name of one of its people who is seldom there', () => {
    const { score, terms } = scoreOf(filler + byName)
    expect([score > 1, terms]).toEqual([true, [person[0]]])
  })

  it('leaves out a hero who is on every page, and the words of every page', () => {
    expect(scoreOf(`${filler}${hero[0]} ${hero[1]}`)).toEqual({ score: scoreOf('').score, terms: [] })
    expect(scoreOf(filler).score).toBeLessThan(0.5)
  })

  it('counts a sample of the pages of a long book at the same shares', () => {
    const [all, some] = [countUse(book, [thread], 600), countUse(book, [thread], 600, 3)]
    expect(some.stretches).toBe(Math.ceil(all.stretches / 3))
  })
})

it('a short Latin name is a whole word, never a part of another', () => {
  const thread = threadWords(['x'], [['Jo']])
  const use = { stretches: 100, counts: new Map([['@Jo', 2]]) }
  expect(relevance(pageOf('Jobling and Joseph came.'), thread, use).terms).toEqual([])
  expect(relevance(pageOf('Then Jo came.'), thread, use).terms).toEqual(['Jo'])
})
