import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutPassages, maxPassageUnits } from '../../../../main/src/services/retrieval/passages.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

const piece = fc.oneof(
  fc.constantFrom(
    '雾港',
    '林远',
    '。',
    '！”',
    '\n',
    '\r\n',
    '\r',
    '\u3000\u3000',
    ' ',
    '𠮷',
    '👨‍👩‍👧',
    'Ann ',
    '. ',
    '\u0301',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.integer({ min: 1, max: 900 }).map((length) => '长'.repeat(length)),
)
const manuscript = fc.array(piece, { maxLength: 120 }).map((pieces) => pieces.join(''))

function check(text: string): void {
  const passages = cutPassages(text)
  let end = 0
  for (const { from, to } of passages) {
    expect(text.slice(end, from).trim()).toBe('')
    expect(to).toBeGreaterThan(from)
    expect(to - from).toBeLessThanOrEqual(maxPassageUnits)
    expect(text.slice(from, to)).toBe(text.slice(from, to).trim())
    for (const at of [from, to]) expect(splitsPair(text, at)).toBe(false)
    end = to
  }
  expect(text.slice(end).trim()).toBe('')
}

function splitsPair(text: string, at: number): boolean {
  return /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at))
}

describe('cutPassages', () => {
  it('loses, repeats or splits nothing in any text', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(manuscript, (text) => {
        check(text)
        checked.when(cutPassages(text).length > 1)
      }),
      { numRuns: 300 },
    )
    checked.expectShare(0.3)
  })

  for (const { name, text } of strangeTexts) {
    it(`loses, repeats or splits nothing in strange text: ${name}`, () => check(text))
  }

  it('does not cut a paragraph that fits, and does not let dialogue lines become passages of their own', () => {
    const line = '\u3000\u3000“走吧。”林远说，把绳印拓在纸上，石阶下面的水声更近了。\r\n'
    const text = line.repeat(60)
    const starts = cutPassages(text).map(({ from }) => from % line.length)
    expect(new Set(starts)).toEqual(new Set([2]))
    const lengths = cutPassages(text).map(({ from, to }) => to - from)
    expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThanOrEqual(300)
  })

  it('ends a passage inside a long paragraph at a sentence, closing quotes included', () => {
    const text = '“他在石阶上等了整整一夜，没有人来。”'.repeat(100)
    for (const { from, to } of cutPassages(text)) expect(text.slice(from, to)).toMatch(/^“.*。”$/s)
  })

  it('never cuts a family of joined emoji in a paragraph without punctuation', () => {
    const text = '👨‍👩‍👧‍👦'.repeat(400)
    for (const { from, to } of cutPassages(text)) expect(text.slice(from, to)).toMatch(/^(?:👨‍👩‍👧‍👦)+$/u)
  })

  it('stays linear on a megabyte of one mark, blank lines or full stops', () => {
    for (const unit of ['\u0301', '\n', '。', '.', '”', '雾']) {
      const small = cutPassages(unit.repeat(20_000)).length
      const large = cutPassages(unit.repeat(200_000)).length
      expect(large).toBeLessThanOrEqual(Math.max(1, small) * 11)
    }
  })
})
