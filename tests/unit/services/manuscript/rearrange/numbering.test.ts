import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  hasDigitsOnly,
  numberIn,
  numbersFrom,
  withNumber,
} from '../../../../../main/src/services/manuscript/rearrange/numbering.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const renumbered = (title: string, value: number, digitsOnly = false) => {
  const number = numberIn(title)
  return number ? withNumber(title, number, value, digitsOnly) : undefined
}

describe('the number in a title', () => {
  test.each([
    ['第十二章 雨', 101, '第一百零一章 雨'],
    ['第九回　风起', 10, '第十回　风起'],
    ['第一百章 雨', 1020, '第一千零二十章 雨'],
    ['第一百一回　宋', 102, '第一百二回　宋'],
    ['第一百九回　宋', 110, '第一百一十回　宋'],
    ['第一零零回 红楼', 101, '第一零一回 红楼'],
    ['第12章 雨', 9, '第9章 雨'],
    ['第012章 雨', 9, '第009章 雨'],
    ['第１２章　雨', 13, '第１３章　雨'],
    ['第 3 章：𠮷野家', 4, '第 4 章：𠮷野家'],
    ['第一卷 第一章 潮', 2, '第一卷 第二章 潮'],
    ['三、灯', 4, '四、灯'],
    ['Chapter 9: Rain', 10, 'Chapter 10: Rain'],
    ['CHAPTER XII', 14, 'CHAPTER XIV'],
    ['Chapter Seven', 21, 'Chapter Twenty-One'],
    ['CHAPTER TWENTY-ONE', 22, 'CHAPTER TWENTY-TWO'],
    ['Chapter One Rainy Day', 2, 'Chapter Two Rainy Day'],
    ['12. Fog', 13, '13. Fog'],
  ])('of %s becomes %d as it is written: %s', (title, value, next) => {
    expect(renumbered(title, value)).toBe(next)
  })

  test('is written digit by digit where the book does so', () => {
    expect(['一二〇', '一百二十', '十', '三'].map(hasDigitsOnly)).toEqual([true, false, false, false])
    expect(renumbered('第九章 雨', 10, true)).toBe('第一〇章 雨')
    expect(renumbered('第一○九章 雨', 110, true)).toBe('第一一○章 雨')
  })

  test.each([
    '楔子',
    '尾声',
    '雨',
    'Prologue',
    'The Seventh Day',
    '第一卷 潮汐',
    '两个人的车站',
    '一场雨',
    '',
  ])('is not taken from %s', (title) => {
    expect(numberIn(title)).toBeUndefined()
  })

  test('that is written into a title is read from it again, and nothing else has changed', () => {
    const titles = [
      '第一章 雨',
      '第001章',
      '第１回　一二三',
      'Chapter 1: One',
      'CHAPTER I',
      'Chapter One',
      '一、第二天',
      '1. Fog',
    ]
    const checks = countedChecks()
    fc.assert(
      fc.property(fc.constantFrom(...titles), fc.integer({ min: 1, max: 9999 }), (title, drawn) => {
        // A Roman number of more letters is no heading.
        const value = title === 'CHAPTER I' ? (drawn % 300) + 1 : drawn
        const own = numberIn(title)
        const next = renumbered(title, value) ?? ''
        const again = numberIn(next)
        checks.when(next !== title)
        expect(again?.value).toBe(value)
        expect(next.slice(again?.to)).toBe(title.slice(own?.to))
        expect(next.slice(0, again?.from)).toBe(title.slice(0, own?.from))
      }),
      { numRuns: 500 },
    )
    checks.expectShare(0.9)
  })
})

describe('the numbers of chapters', () => {
  const of = (titles: readonly string[], start: number, first?: number, volumes: readonly number[] = []) =>
    numbersFrom(
      titles.map((title, at) => ({ title, startsVolume: volumes.includes(at) })),
      start,
      first,
    )

  test('go on behind the number before them, over gaps, repeats and chapters without one', () => {
    expect(of(['第一章', '第二章', '第二章', '番外', '第五章', '第九章'], 2)).toEqual([3, null, 4, 5])
    expect(of(['楔子', 'Chapter 4', 'Chapter 6'], 0)).toEqual([null, 4, 5])
    expect(of(['第三章', '第四章'], 0, 1)).toEqual([1, 2])
  })

  test('begin again at one with a volume that did so before, and only there', () => {
    const titles = ['第一章', '第三章', '第一章', '第三章', '第五章']
    expect(of(titles, 1, undefined, [0, 2])).toEqual([2, 1, 2, 3])
    expect(of(titles, 1, undefined, [0, 4])).toEqual([2, 3, 4, 5])
    expect(of(titles, 2, 7, [2])).toEqual([7, 8, 9])
  })
})
