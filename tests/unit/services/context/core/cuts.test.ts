import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  graphemeAtOrAfter,
  graphemeAtOrBefore,
  headThatFits,
  largestFitting,
  largestFittingNear,
  paragraphStarts,
  partThatFits,
  sentenceStarts,
  tailThatFits,
  wholeStarts,
} from '../../../../../main/src/services/context/core/cuts.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'
import { strangeTexts } from '../../../../support/strangeText.ts'

describe('paragraphStarts', () => {
  it('counts CRLF as one break, so that no paragraph begins with a stray line feed', () => {
    expect(paragraphStarts('甲\r\n乙\n丙\r丁')).toEqual([0, 3, 5, 7])
  })
  it('has no start behind a final break, where nothing follows', () => {
    expect(paragraphStarts('甲\n')).toEqual([0])
    expect(paragraphStarts('')).toEqual([0])
  })
})

describe('sentenceStarts', () => {
  it('keeps closing quotes with the sentence they end', () => {
    const text = '“走吧。”她说。“好！”他点头……雨停了'
    expect(sentenceStarts(text, 0, text.length).map((at) => text.slice(at, at + 2))).toEqual([
      '她说',
      '“好',
      '他点',
      '雨停',
    ])
  })
  it('does not end a sentence at the point of a number', () => {
    expect(sentenceStarts('共3.5里。到了', 0, 8)).toEqual([6])
  })
})

describe('wholeStarts', () => {
  const beginnings = (text: string) =>
    wholeStarts(text, 0, text.length).map((at) => text.slice(at).trimStart().slice(0, 2))

  it('begins no sentence between a speech and who speaks it, nor behind a semicolon', () => {
    expect(
      beginnings('“走吗？”他问。「好！」她点头；他笑了。“嗯。”她说。\n\u3000\u3000雾散了……灯亮。'),
    ).toEqual([...['“走', '「好', '“嗯', '她说', '雾散', '灯亮']])
  })

  it('begins no English sentence behind a title, an initial or a speech that goes on', () => {
    const text = '“No!” cried Mr. Krook. Dr. W. Allen came. “I did,” said I. He left.'
    expect(beginnings(text)).toEqual(['“N', 'Dr', '“I', 'He'])
  })

  it('knows the full stop of old books, and not the point of their numbers', () => {
    expect(beginnings('雾散了．船到了．共３．５里．岸近了')).toEqual(['雾散', '船到', '共３', '岸近'])
  })

  it('gives what a search of the whole text gives, in any part of it', () => {
    const text = '雾散了。“走吗？”他问。\r\nMr. Krook came. He left.\n\n船到了；灯亮了。'
    const all = wholeStarts(text, 0, text.length)
    for (let from = 0; from < text.length; from += 1)
      for (let to = from; to <= text.length; to += 1)
        expect(wholeStarts(text, from, to)).toEqual(all.filter((at) => at >= from && at <= to))
  })
})

describe('graphemes', () => {
  it('never lands inside a family emoji or a surrogate pair', () => {
    const text = '甲👨‍👩‍👧‍👦乙𠮷'
    const boundaries = new Set([0, 1, 12, 13, 15])
    for (let at = 0; at <= text.length; at += 1) {
      expect([at, boundaries.has(graphemeAtOrAfter(text, at))]).toEqual([at, true])
      expect([at, boundaries.has(graphemeAtOrBefore(text, at))]).toEqual([at, true])
    }
  })
})

describe('largestFittingNear', () => {
  it('finds what a search of the whole range finds, and never tries more than twice as much or `first`', () => {
    const whole = fc.integer({ min: 0, max: 20_000_000 })
    const checked = countedChecks()
    fc.assert(
      fc.property(whole, whole, fc.integer({ min: 0, max: 30_000 }), (high, most, first) => {
        const asked: number[] = []
        const fits = (n: number) => {
          asked.push(n)
          return n <= most
        }
        const found = largestFittingNear(high, first, fits)
        expect(found).toBe(largestFitting(0, high, (n) => n <= most))
        expect(Math.max(0, ...asked)).toBeLessThanOrEqual(Math.max(2 * (most + 1), first, 1))
        checked.when(most < high)
      }),
    )
    checked.expectShare(0.2)
  })
})

it('a text that fits whole is counted once, with no search for its length', () => {
  const asked: number[] = []
  const fits = (n: number) => {
    asked.push(n)
    return true
  }
  expect([largestFittingNear(15_000, 32_000, fits), largestFittingNear(0, 32_000, fits), asked]).toEqual([
    15_000,
    0,
    [15_000],
  ])
})

describe('headThatFits and tailThatFits', () => {
  const within = (max: number) => (length: number) => length <= max

  it('give the longest part that fits, for any text and limit', () => {
    const anyText = fc.oneof(
      fc.constantFrom(...strangeTexts.map(({ text }) => text)),
      fc.string({ unit: 'binary', maxLength: 200 }),
    )
    const checked = countedChecks()
    fc.assert(
      fc.property(anyText, fc.nat(300), (text, max) => {
        const end = headThatFits(text, within(max), 'grapheme')
        const start = tailThatFits(text, (from) => text.length - from <= max)
        expect(end).toBeLessThanOrEqual(Math.max(0, max))
        expect(text.length - start).toBeLessThanOrEqual(max)
        for (const cut of [end, start])
          expect(
            /^[\uDC00-\uDFFF]/.test(text.slice(cut)) && /[\uD800-\uDBFF]$/.test(text.slice(0, cut)),
          ).toBe(false)
        checked.when(end < text.length)
      }),
      { numRuns: 500 },
    )
    checked.expectShare(0.1)
  })
  it('give nothing where not one paragraph fits and none may be cut', () => {
    const text = '雾来了。灯亮着。\r\n\u3000\u3000𠮷田听着。\r\n'
    const within = (units: number) => (end: number) => end <= units
    const heads = [9, 10, 19, 20].map((units) => headThatFits(text, within(units), 'paragraph'))
    expect(heads).toEqual([0, 10, 10, text.length])
  })

  it('prefer a paragraph end to a sentence end', () => {
    const text = '第一段。还有。\n第二段。还有。'
    expect(text.slice(0, headThatFits(text, within(12), 'grapheme'))).toBe('第一段。还有。\n')
    expect(text.slice(0, headThatFits(text, within(6), 'sentence'))).toBe('第一段。')
  })
  it('take half a long paragraph rather than only the short line after it', () => {
    const text = `${'很长的一句话。'.repeat(50)}\n短。`
    const start = tailThatFits(
      text,
      (from) => text.length - from <= 100,
      (from) => text.length - from >= 50,
    )
    expect(text.length - start).toBe(100 - 6)
  })
})

describe('partThatFits', () => {
  const within = (most: number) => (from: number, to: number) => to - from <= most
  const shown = (text: string, most: number, words: readonly string[], least: number) => {
    const part = partThatFits(text, within(most), words, least)
    return part && text.slice(part.from, part.to)
  }

  it('gives the sentences with the requested words, then those behind them, then those in front', () => {
    const text = '\u3000\u3000雾港下着雨。\r\n\u3000\u3000林远把铜匣埋了。𠮷田在听。雾散了。'
    expect(shown(text, 10, ['铜匣'], 5)).toBe('\u3000\u3000林远把铜匣埋了。')
    expect(shown(text, 16, ['铜匣'], 5)).toBe('\u3000\u3000林远把铜匣埋了。𠮷田在听。')
    expect(shown(text, 22, ['铜匣'], 5)).toBe(text.slice(10))
    expect(shown(text, text.length, ['铜匣'], 5)).toBe(text)
    expect(shown(text, 12, ['𠮷田', '雾散'], 5)).toBe('𠮷田在听。雾散了。')
  })

  it('finds nothing where no run of sentences is long enough and fits', () => {
    expect(shown('林远把铜匣埋了，很深很深。雾散了。', 10, ['铜匣'], 5)).toBe(undefined)
    expect(shown('雾散了。', 10, [], 5)).toBe(undefined)
    expect(shown('', 10, ['铜匣'], 0)).toBe('')
  })

  it('shows in a larger space what a smaller one shows, in whole sentences that fit', () => {
    const sentence = fc.constantFrom(
      '林远走了。',
      '“铜匣呢？”他问。',
      '雾很大……\r\n',
      '𠮷田听着，没有说话！\n\u3000\u3000',
    )
    const texts = fc.array(sentence, { minLength: 1, maxLength: 12 }).map((some) => some.join(''))
    const checked = countedChecks()
    fc.assert(
      fc.property(texts, fc.nat(60), fc.nat(60), fc.nat(20), (text, one, more, least) => {
        const words = ['铜匣', '𠮷田']
        const small = partThatFits(text, within(one), words, least)
        const large = partThatFits(text, within(one + more), words, least)
        for (const part of [small, large]) {
          if (!part) continue
          expect(part.to - part.from).toBeGreaterThanOrEqual(Math.min(least, text.length))
          expect(part.to - part.from).toBeLessThanOrEqual(one + more)
          expect([0, text.length, ...sentenceStarts(text, 0, text.length), ...paragraphStarts(text)]).toEqual(
            expect.arrayContaining([part.from, part.to]),
          )
        }
        checked.when(small !== undefined && small.to - small.from < text.length)
        if (!small || small.to - small.from === text.length) return
        expect(large?.from).toBeLessThanOrEqual(small.from)
        expect(large?.to).toBeGreaterThanOrEqual(small.to)
      }),
      { numRuns: 500 },
    )
    checked.expectShare(0.2)
  })
})
