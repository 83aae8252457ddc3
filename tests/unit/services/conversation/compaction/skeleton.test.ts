import { describe, expect, test } from 'vitest'
import {
  numbersIn,
  printSkeleton,
  skeletonOf,
} from '../../../../../main/src/services/conversation/compaction/skeleton.ts'

const count = (text: string) => text.length

describe('the numbers in a text', () => {
  test.each([
    ['当了三百两，第12回，1,200 字，3.5 里', ['三百', '12', '1,200', '3.5']],
    ['五章、八岁、两里地', ['五章', '八岁']],
    ['一下子、一个人、十分、万一、千万别', []],
    ['二十四桥，一二三，〇八', ['二十四', '一二三', '〇八']],
    ['', []],
  ])('are found: %s', (text, numbers) => {
    expect(numbersIn(text)).toEqual(numbers)
  })
})

describe('the skeleton of the removed messages', () => {
  const texts = [
    {
      byAuthor: true,
      text: '就叫“雾港”吧。表当了三百两，光绪三十年三月初七的事。\r\n　　不要写他哭。天气怎样？',
    },
    { byAuthor: false, text: '好的，《雾港来信》里写过 12 封信。必须小心。' },
  ]
  const skeleton = skeletonOf(texts, ['林远', '沈青', '林远'])

  test('has names, numbers, dates, quoted words and the author’s decisions, as they are written', () => {
    expect(skeleton).toEqual({
      names: ['林远', '沈青'],
      numbers: ['三百', '三十', '三月', '12'],
      dates: ['光绪三十年三月初七'],
      quotes: ['“雾港”', '《雾港来信》'],
      decisions: ['就叫“雾港”吧。', '不要写他哭。'],
    })
  })

  test('is printed in the language of the book', () => {
    expect(printSkeleton(skeleton, { language: 'zh', maxTokens: 1000, count })).toContain(
      '\n* 名字：林远、沈青\n',
    )
    expect(printSkeleton(skeleton, { language: 'en', maxTokens: 1000, count })).toContain(
      '\n* Names: 林远, 沈青\n',
    )
  })

  test('says how much it leaves out where its room ends, and is nothing when there is nothing', () => {
    const many = skeletonOf(
      [],
      Array.from({ length: 500 }, (_, n) => `人物${n}`),
    )
    const text = printSkeleton(many, { language: 'zh', maxTokens: 200, count })
    expect(text.length).toBeLessThan(220)
    expect(text).toMatch(/…\(\+\d+\)$/)
    expect(printSkeleton(skeletonOf([], []), { language: 'zh', maxTokens: 200, count })).toBe('')
  })
})
