import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countWords, wordsGained } from '../../../main/src/lib/wordCount.ts'
import { countedChecks } from '../../support/countedChecks.ts'

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
  const checked = countedChecks()
  fc.assert(
    fc.property(text, text, text, text, (head, old, now, tail) => {
      const [before, after] = [head + old + tail, head + now + tail]
      const gained = countWords(after) - countWords(before)
      checked.when(gained !== 0)
      expect(wordsGained(before, after)).toBe(gained)
    }),
    { numRuns: 3000 },
  )
  checked.expectShare(0.8)
})
