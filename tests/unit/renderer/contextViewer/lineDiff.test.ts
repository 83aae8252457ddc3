import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffLines, foldRows } from '../../../../renderer/src/features/contextViewer/lineDiff.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const lines = fc
  .array(fc.constantFrom('', '　　云长说。', '𠮷野家。\r', '灯塔', '灯塔。', '雾'), { maxLength: 14 })
  .map((list) => list.join('\n'))

describe('diffLines', () => {
  test('shows one rule rewritten between two equal parts as one line removed and one added', () => {
    expect(diffLines('规则\n不写梦\n正文\n', '规则\n不写任何人的梦\n正文\n')).toEqual([
      { state: 'same', text: '规则' },
      { state: 'removed', text: '不写梦' },
      { state: 'added', text: '不写任何人的梦' },
      { state: 'same', text: '正文' },
      { state: 'same', text: '' },
    ])
  })

  test('shows a line that only got another ending as changed, with every character', () => {
    const long = '𠮷雾'.repeat(200_000)
    expect(diffLines(`甲\r\n乙\r\n${long}`, `甲\r\n乙\n${long}港`)).toEqual([
      { state: 'same', text: '甲\r' },
      { state: 'removed', text: '乙\r' },
      { state: 'removed', text: long },
      { state: 'added', text: '乙' },
      { state: 'added', text: `${long}港` },
    ])
    expect(diffLines('', '')).toEqual([{ state: 'same', text: '' }])
  })

  test('has both texts in full, whatever changed', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        checked.when(before !== after)
        const diff = diffLines(before, after) ?? []
        const without = (state: string) =>
          diff
            .filter((line) => line.state !== state)
            .map(({ text }) => text)
            .join('\n')
        expect([without('added'), without('removed')]).toEqual([before, after])
      }),
    )
    checked.expectShare(0.8)
  })

  test('finds the shortest way from one to the other', () => {
    const longestCommon = (a: readonly string[], b: readonly string[]): number => {
      let row: readonly number[] = []
      for (const line of a) {
        const next = [0]
        for (const [index, other] of b.entries())
          next.push(line === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0))
        row = next
      }
      return row.at(-1) ?? 0
    }
    const checked = countedChecks()
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const kept = (diffLines(before, after) ?? []).filter(({ state }) => state === 'same').length
        expect(kept).toBe(longestCommon(before.split('\n'), after.split('\n')))
        checked.when(kept > 0 && before !== after)
      }),
    )
    checked.expectShare(0.4)
  })

  test('gives up beyond its bound, but not for length alone', () => {
    const long = Array.from({ length: 20_000 }, (_, index) => `第${index}段`)
    expect(diffLines(long.join('\n'), long.toReversed().join('\n'), 100)).toBeNull()
    const changed = long.map((line, index) => (index % 1000 === 7 ? `${line}改` : line))
    expect(diffLines(long.join('\n'), changed.join('\n'), 100)?.length).toBe(20_020)
  })
})

describe('foldRows', () => {
  test('folds what stayed but for the lines next to a change, and shows a rewritten line as one row', () => {
    const diff = diffLines('一\n二\n三\n旧\n四\n五\n六', '一\n二\n三\n新\n四\n五\n六\n七') ?? []
    expect(foldRows(diff)).toEqual([
      { state: 'folded', count: 2 },
      { state: 'same', text: '三' },
      { state: 'changed', before: '旧', text: '新' },
      { state: 'same', text: '四' },
      { state: 'same', text: '五' },
      { state: 'same', text: '六' },
      { state: 'added', text: '七' },
    ])
  })
})
