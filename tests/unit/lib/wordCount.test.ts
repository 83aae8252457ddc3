import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countWords, wordsGained } from '../../../main/src/lib/wordCount.ts'

const piece = fc.constantFrom(
  ...[
    '　　林远推开门。',
    '“𠮷野家？”',
    "Lin's letter",
    '—',
    '…',
    ' ',
    '\n',
    '\r\n',
    '\r',
    'the',
    '2',
    '雾',
    '’',
    '',
  ],
)
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

test('what a change gains is the difference of the counts, wherever it begins and ends', () => {
  let changed = 0
  fc.assert(
    fc.property(text, text, text, text, (head, old, now, tail) => {
      const [before, after] = [head + old + tail, head + now + tail]
      const gained = countWords(after) - countWords(before)
      if (gained !== 0) changed += 1
      expect(wordsGained(before, after)).toBe(gained)
    }),
    { numRuns: 3000 },
  )
  expect(changed).toBeGreaterThan(1000)
})
