import { Text } from '@codemirror/state'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isAccepted,
  isPending,
  left,
  movedParts,
  openText,
  partsOfInsertion,
  partsOfReplacement,
  type SuggestionParts,
  slotOf,
  steppedTo,
  taken,
  wordsRange,
} from '../../../../renderer/src/features/editor/suggestionParts.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const edges = { first: '\n\n　　', later: '\n\n　　', after: '\n' }
const five = '甲来了。\n\n　　乙𠮷笑。\n\n　　丙走了。\n***\nDing spoke.'

/** The texts that stand after taking parts one press after another. */
const takeEach = (
  doc: string,
  at: number,
  parts: SuggestionParts,
  presses: readonly (readonly number[])[],
) => {
  let now = { text: Text.of(doc.split('\n')), parts, from: at, to: at + parts.replaced.length }
  for (const press of presses) {
    const next = taken(now.parts, new Set(press), now, now.text.length)
    now = { ...next, text: next.changes.apply(now.text) }
  }
  return { ...now, text: now.text.toString() }
}

const inserted = (text = five) => partsOfInsertion(text, edges, []) as SuggestionParts

describe('the paragraphs of a suggestion', () => {
  test('are its lines with text, each with what divides it from the one before it', () => {
    expect(inserted('甲。\r\n\r\n　　乙。\n丙').list.map(({ lead, text }) => [lead, text])).toEqual([
      ['', '甲。'],
      ['\n\n　　', '乙。'],
      ['\n', '丙'],
    ])
    expect(partsOfInsertion(' \n ', edges, [])).toBeNull()
  })

  test('stand in the order of the suggestion, whichever is taken first (the later one stood in front)', () => {
    expect(takeEach('头。\n尾。', 2, inserted(), [[2], [0], [4]]).text).toBe(
      '头。\n\n　　甲来了。\n\n　　丙走了。\nDing spoke.\n\n尾。',
    )
    expect(takeEach('头。\n尾。', 2, inserted(), [[1, 3]]).text).toBe('头。\n\n　　乙𠮷笑。\n***\n\n尾。')
  })

  test('are the whole suggestion when all are taken in any order, and stand where their positions say', () => {
    const checked = countedChecks()
    const presses = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 1 })
    fc.assert(
      fc.property(presses, fc.boolean(), (order, atOnce) => {
        checked.when(order.length > 2)
        const { text, parts, ...range } = takeEach(
          '头。\n尾。',
          2,
          inserted(),
          atOnce ? [order] : order.map((each) => [each]),
        )
        const subset = parts.list.filter((_, index) => order.includes(index))
        const words = subset.map((part, index) => (index === 0 ? part.text : part.lead + part.text)).join('')
        expect(text).toBe(`头。\n\n　　${words}\n\n尾。`)
        expect(parts.list.filter(isAccepted).map((part) => text.slice(part.from, part.to))).toEqual(
          subset.map((part) => part.text),
        )
        const { from, to } = wordsRange(parts, range)
        expect([text.slice(from, to), text.slice(range.from, range.to)]).toEqual([
          words,
          `\n\n　　${words}\n`,
        ])
        if (order.length === 5) expect(words).toBe(parts.whole)
      }),
      { numRuns: 500 },
    )
    checked.expectShare(0.3)
  })

  test('that are open are shown behind what is taken before them, and are what is left of a place that is gone', () => {
    const { parts, from } = takeEach('头。\n尾。', 2, inserted(), [[1]])
    expect([slotOf(parts, 0, from), slotOf(parts, 2, from)]).toEqual([2, 11])
    expect(openText(left(parts, new Set([2])))).toBe('甲来了。\n***\nDing spoke.')
  })

  test('carry the marks that lie in them, in their own offsets', () => {
    const mark = { from: 12, to: 14, quote: '乙𠮷', title: '人名' }
    expect(partsOfInsertion(five, edges, [mark])?.list.map(({ marks }) => marks)).toEqual([
      [],
      [{ from: 0, to: 3, quote: '乙𠮷', title: '人名' }],
      ...[[], [], []],
    ])
  })
})

describe('the changes of a replacement', () => {
  const old = '她独自走到码头，灯还亮着。The old lamp.'
  const written = '她慢慢走到石堤，灯还亮着。The new lamp.'
  const parts = partsOfReplacement(old, written, 1, []) as SuggestionParts

  test('are taken one by one in any order, and the rest of the text stays byte for byte', () => {
    expect(parts.list.map(({ from, to, text }) => [from, to, text])).toEqual([
      [2, 4, '慢慢'],
      [6, 8, '石堤'],
      [18, 21, 'new'],
    ])
    const doc = `前${old}后`
    expect(takeEach(doc, 1, parts, [[1]]).text).toBe('前她独自走到石堤，灯还亮着。The old lamp.后')
    const all = takeEach(doc, 1, parts, [[2], [0], [1]])
    expect([all.text, all.from, all.to]).toEqual([`前${written}后`, 1, 1 + written.length])
    expect(all.parts.list.every(isAccepted)).toBe(true)
  })

  test('are none when nothing changes', () => {
    expect(partsOfReplacement(old, old, 0, [])).toBeNull()
    expect(partsOfReplacement('甲\n乙', '甲\r\n乙', 0, [])).toBeNull()
  })

  test('that are left change nothing, and the next open one is the current one', () => {
    const after = left(parts, new Set([0]))
    expect([after.current, after.list.filter(isPending).length]).toEqual([1, 2])
    expect([steppedTo(after, 1), steppedTo(after, -1), steppedTo({ ...after, current: 2 }, 1)]).toEqual([
      2, 2, 1,
    ])
    expect(takeEach(old, 0, movedParts(after, -1), [[0, 1, 2]]).text).toBe(
      '她独自走到石堤，灯还亮着。The new lamp.',
    )
  })
})
