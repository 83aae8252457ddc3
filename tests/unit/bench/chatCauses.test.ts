import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChatText, chatCausesOf } from '../../../bench/cache/chatCauses.ts'
import { countedChecks } from '../../support/countedChecks.ts'

const count = (text: string) => text.length
const text = (before: string, added: string, question: string): ChatText => ({
  ...{ whole: before + added + question, before, added },
})

test('what a conversation did not read is divided by cause, and is what its share lacks of 1', () => {
  const texts = [
    text('材料。', '', '雾是从哪里来的？'),
    text('材料。雾从哪里来？海上。', '找到的。', 'And who saw it?'),
    text('新的材料。', '', '后来呢？'),
  ]
  const [first, second, third] = texts.map(({ whole }) => whole.length)
  // Of the third the first character is equal to none: all of it is new.
  const reads = [0, 3, 0]
  const sent = (first ?? 0) + (second ?? 0) + (third ?? 0)
  expect(chatCausesOf(texts, reads, count)).toEqual({
    'first turn': (first ?? 0) / sent,
    'last round': 8 / sent,
    'made anew': 5 / sent,
    ...{ found: 4 / sent, question: (15 + 4) / sent, repeated: 1 / sent },
  })
})

test('the causes of any conversation add up to what was not read', () => {
  const part = fc.string({ unit: fc.constantFrom('雾', '海', 'a', ' '), maxLength: 12 })
  const turn = fc.record({
    before: part,
    added: part,
    question: part,
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const checked = countedChecks()
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 8 }), (turns) => {
      const texts = turns.map(({ before, added, question }) => text(before, added, question))
      const sent = texts.reduce((sum, { whole }) => sum + whole.length, 0)
      checked.when(sent > 0)
      if (sent === 0) return
      const reads = turns.map(({ share }, at) => Math.floor(share * (texts[at]?.whole.length ?? 0)))
      const lost = Object.values(chatCausesOf(texts, reads, count)).reduce((sum, value) => sum + value, 0)
      const read = reads.reduce((sum, value) => sum + value, 0)
      expect(lost).toBeCloseTo(1 - read / sent, 9)
    }),
  )
  checked.expectShare(0.5)
})
