import { describe, expect, test } from 'vitest'
import { soundSummary } from '../../../../../bench/cache/soundSummary.ts'
import { numberValue } from '../../../../../main/src/services/conversation/compaction/numberValue.ts'
import { findSummaryFault } from '../../../../../main/src/services/conversation/compaction/summaryFault.ts'

const people = Array.from({ length: 10 }, (_, n) => `人${n}`)
const removed = [
  '林远把怀表当给了赵掌柜，当了三百两。这一章改成雨夜。',
  '好，第12章改成雨夜，林远当表的时候沈青在门外等他。',
]
const words = soundSummary('商量当铺', '这些数字都要写到：300、十二', '怀表不是手表')
const sound = {
  ...{ text: words, removed, removedTokens: 1000, wholeTokens: 999, pinned: ['怀表不是手表'] },
  ...{ authorNumbers: ['三百', '12'], entries: new Set(people), entriesInText: new Set(people.slice(1)) },
}
const withDecision = (decision: string) =>
  words.replace('* **Decisions**: 无', `* **Decisions**: ${decision}`)

describe('a summary', () => {
  test.each([
    ['as the template has it, with nine of ten names, and numbers in other numerals', words],
    ['in the model’s own words', withDecision('本章的天气定为雨夜，当表时沈青候在门外')],
    ['with the headings in another form', words.replaceAll('### ', '## ').replaceAll('* ', '- ')],
    ['with every fact in one section', words.replace('商量当铺', '林远当表得三百两')],
  ])('is accepted %s', (_, text) => {
    expect(findSummaryFault({ ...sound, text })).toBeUndefined()
  })

  test.each([
    ['empty', 'blank', { text: ' \n' }],
    ['form', 'a courtesy', { text: '好的，行者记下了。' }],
    ['form', 'prose', { text: `${removed.join('')}怀表不是手表，300，十二。` }],
    ['form', 'without one of the headings', { text: words.replace('### 🤝 Promises\n* 无\n', '') }],
    [
      'form',
      'with a heading that has nothing',
      { text: words.replace('### 🤝 Promises\n* 无', '### 🤝 Promises') },
    ],
    ['empty', 'the template with nothing in it', { text: soundSummary('无', '') }],
    [
      'empty',
      'the English template with nothing in it',
      { text: soundSummary('None.', '').replaceAll('无', '(none)') },
    ],
    ['larger', 'longer than what it replaces', { wholeTokens: 1000 }],
    ['pinned', 'with other words for a pinned fact', { text: words.replace('怀表不是手表', '表是怀表') }],
    ['number', 'with another number', { text: words.replace('300', '320') }],
    ['number', 'with a number inside another', { text: words.replace('十二', '120') }],
    ['names', 'without two of ten names', { entriesInText: new Set(people.slice(2)) }],
    ['invented', 'with people who were never named', { entriesInText: new Set([...people, '甲', '乙']) }],
    [
      'invented',
      'with a decision nobody made',
      { text: withDecision('主角改为女性，全书移到江南水乡，结尾写成喜剧') },
    ],
  ] as const)('is refused as %s: %s', (fault, _, part) => {
    expect(findSummaryFault({ ...sound, ...part })).toBe(fault)
  })
})

test.each([
  ['三百', 300],
  ['十', 10],
  ['十五', 15],
  ['二十', 20],
  ['一百零八', 108],
  ['两千', 2000],
  ['三万五千', 35_000],
  ['一亿二千万', 120_000_000],
  ['二〇二六', 2026],
  ['十二章', 12],
  ['1,200', 1200],
  ['3.5', 3.5],
])('the number written as %s stands for %d', (written, value) => {
  expect(numberValue(written)).toBe(value)
})
