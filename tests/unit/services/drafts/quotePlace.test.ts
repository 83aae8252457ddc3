import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createQuotePlaces } from '../../../../main/src/services/drafts/quotePlace.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const text = '　　关羽提刀上马，𠮷\r\n直取颜良。\n“Who  goes\nthere?” Ada asked. 雨停了。雨停了。'

test.each([
  ['word for word', '直取颜良。', '直取颜良。'],
  ['over a line end and a surrogate pair', '上马，𠮷直取颜良', '上马，𠮷\r\n直取颜良'],
  ['in half width', '关羽提刀上马,', '关羽提刀上马，'],
  ['with other spaces', 'Who goes there?', 'Who  goes\nthere?'],
  ['twice, word for word', '雨停了。', '雨停了。'],
])('a quote is in the text %s, and comes back in the text’s own characters', (_, quote, own) => {
  expect(createQuotePlaces(text).find(quote)).toEqual({ quote: own, from: text.indexOf(own) })
})

test.each([
  ['a changed word', '直取文丑。'],
  ['a longer sentence', '直取颜良。斩之。'],
  ['too little to prove anything', '关羽'],
  ['nothing', '   '],
  ['two places that differ in their spaces', '雨 停 了。'],
  ['Simplified for Traditional', '关羽提刀上馬，'],
])('a quote is refused: %s', (_, quote) => {
  expect(createQuotePlaces(text).find(quote)).toBeUndefined()
})

test('whatever is found stands in the text at its place', () => {
  const checked = countedChecks()
  const words = fc.array(fc.constantFrom('甲', '乙', 'ａ', 'a', ' ', '　', '\n', '𠮷', '，', ','), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(words, fc.nat(), fc.nat({ max: 20 }), (all, from, length) => {
      const whole = all.join('')
      const own = createQuotePlaces(whole).find(
        whole
          .slice(from % (whole.length + 1))
          .slice(0, length)
          .replaceAll('，', ','),
      )
      checked.when(own !== undefined)
      if (!own) return
      expect(whole.slice(own.from, own.from + own.quote.length)).toBe(own.quote)
    }),
    { numRuns: 500 },
  )
  // Between 0.11 and 0.17 of the runs in sixty seeds.
  checked.expectShare(0.06)
})
