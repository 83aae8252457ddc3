import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRangeCounts, createTokenizer } from '../../../../main/src/services/tokens/index.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { hostileText } from '../../../support/hostile.ts'
import { tableStore } from '../../../support/tokenTables.ts'
import { splitForCounting } from './reference.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('the counter of ranges', () => {
  it.each(['o200k_base', 'cl100k_base'] as const)(
    'counts a part by pieces as it counts it whole: %s',
    async (encoding) => {
      const { count } = await createTokenizer(encoding, { store: tableStore })
      const checked = countedChecks()
      fc.assert(
        fc.property(
          hostileText(80),
          fc.array(fc.tuple(share, share), { minLength: 1, maxLength: 8 }),
          fc.constantFrom('', '<<<光标之前 · 第十章>>>\n'),
          fc.constantFrom('', '\n'),
          (text, parts, before, after) => {
            const ranges = createRangeCounts(text, count)
            checked.when(parts.length > 0 && splitForCounting(text).length > 1)
            for (const [a, b] of [[0, 1] as const, ...parts]) {
              const from = Math.floor(Math.min(a, b) * text.length)
              const to = Math.floor(Math.max(a, b) * text.length)
              const end = text.slice(from, to).endsWith('\n') ? '' : after
              const whole = before + text.slice(from, to) + end
              expect([from, to, ranges.count(from, to, before, end)]).toEqual([from, to, count(whole)])
            }
          },
        ),
        { numRuns: 400 },
      )
      checked.expectShare(0.3)
    },
  )

  it('counts white space at the end of a part as if nothing followed', async () => {
    const { count } = await createTokenizer('o200k_base', { store: tableStore })
    const text = `${'雾很大。'.repeat(30)}\n　　 \u0085林远推开门。`
    const ranges = createRangeCounts(text, count)
    for (let to = 0; to <= text.length; to += 1)
      expect([to, ranges.count(0, to)]).toEqual([to, count(text.slice(0, to))])
  })

  it('counts parts of a text of many blocks as counted whole, the longest stretch without a cut too', async () => {
    const { count } = await createTokenizer('o200k_base', { store: tableStore })
    const prose = '雾很大，林远推开门。“谁？”他问。\r\n　　𠀀𠀁没有人答应，2,048 个台阶。\n\n'
    const text = [prose.repeat(500), '雾'.repeat(40_000), ' \n'.repeat(20_000), prose.repeat(300)].join('')
    const ranges = createRangeCounts(text, count)
    const edges = [1, 16_384, 32_769, 45_000, 70_001, 103_000, text.length - 1]
    for (const from of edges)
      for (const to of edges.filter((edge) => edge >= from))
        for (const before of ['', '<<<光标之前>>>\n'])
          expect([from, to, ranges.count(from, to, before)]).toEqual([
            from,
            to,
            count(before + text.slice(from, to)),
          ])
  })

  it('counts the parts for ten cursors in turns once, those of a hundred again', () => {
    const text = '雾很大，林远推开门。\n'.repeat(400)
    let counts = 0
    const ranges = createRangeCounts(text, (part) => {
      counts += 1
      return part.length
    })
    const askFor = (cursors: number) => {
      const before = counts
      for (let cursor = 0; cursor < cursors; cursor += 1)
        for (let cut = 1; cut <= 40; cut += 1) ranges.count(11 * cursor + 3, 11 * cursor + 3 + 11 * cut)
      return counts - before
    }
    expect([askFor(10) > 400, askFor(10), askFor(100) > 4000, askFor(10) > 400]).toEqual([
      true,
      0,
      true,
      true,
    ])
  })

  it('needs a few blocks for a few lines of a huge text, wherever they are', () => {
    const text = '雾很大，林远推开门。\n'.repeat(500_000)
    for (const share of [0, 0.37, 0.999]) {
      let counted = 0
      const ranges = createRangeCounts(text, (part) => {
        counted += part.length
        return part.length
      })
      const from = Math.floor(text.length * share)
      for (let units = 1; units <= 4000; units += 7) expect(ranges.count(from, from + units)).toBe(units)
      expect(counted).toBeLessThan(60_000)
    }
  })
})
