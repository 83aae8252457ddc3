import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, indexTerms, isWord, pairsOf, runsOf } from '../../../../main/src/services/retrieval/terms.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

describe('fold', () => {
  it('makes one spelling of full width, half width, case and compatibility forms', () => {
    expect(fold('ＡＮＮ　Ｂ１ ｶﾞ ﬁ ㈠')).toBe('ann b1 ガ fi (一)')
  })

  it('makes Simplified characters of Traditional ones, those outside the basic plane included', () => {
    expect(fold('張飛遠走龍門')).toBe('张飞远走龙门')
    expect(fold('𠮷野與𠁞、㗲')).toBe('𠮷野与𠀾、𠵾')
    expect(fold('𠮷野家')).toBe('𠮷野家')
  })

  it('drops zero-width characters pasted into a name', () => {
    expect(fold('林\u200B远\uFEFF、林\u00AD远')).toBe('林远、林远')
  })

  it('changes nothing when it is done twice', () => {
    const checks = countedChecks()
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        // Lower-casing may leave a form NFKC joins; what matters is that query and text meet in the end.
        expect(runsOf(fold(fold(text)))).toEqual(runsOf(fold(fold(fold(text)))))
        checks.when(fold(text) !== text)
      }),
    )
    checks.expectShare(0.2)
  })
})

describe('runsOf', () => {
  it('separates words from CJK text, and both at punctuation', () => {
    expect(runsOf(fold('Ann说：“林远，2046年见！”don’t'))).toEqual([
      { kind: 'word', text: 'ann' },
      { kind: 'cjk', text: '说' },
      { kind: 'cjk', text: '林远' },
      { kind: 'word', text: '2046' },
      { kind: 'cjk', text: '年见' },
      { kind: 'word', text: 'don' },
      { kind: 'word', text: 't' },
    ])
  })

  it('takes rare characters, kana, hangul and 〇 as CJK text', () => {
    expect(runsOf('𠮷野家 二〇二六 みなとー 안개')).toEqual([
      { kind: 'cjk', text: '𠮷野家' },
      { kind: 'cjk', text: '二〇二六' },
      { kind: 'cjk', text: 'みなとー' },
      { kind: 'cjk', text: '안개' },
    ])
  })

  it('finds unit by unit what a regular expression finds', () => {
    const scripts = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}]'
    const reference = new RegExp(`([${scripts}&&[\\p{L}\\p{N}]]+)|[[\\p{L}\\p{N}\\p{M}]--${scripts}]+`, 'gv')
    const expected = (text: string) =>
      [...text.matchAll(reference)].map(([word, cjk]) =>
        cjk === undefined ? { kind: 'word', text: word.slice(0, 64) } : { kind: 'cjk', text: cjk },
      )
    const checks = countedChecks()
    const unit = fc.oneof(
      fc.constantFrom(
        '林',
        '远',
        '𠮷',
        '𡨸',
        '々',
        '〇',
        'é',
        'e\u0301',
        '\u302A',
        '𝒳',
        '\uD842',
        '\uDFB7',
        '。',
        ' ',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(unit, { minLength: 6, maxLength: 40 }), (units) => {
        const text = units.join('')
        checks.when(expected(text).length > 2)
        expect(runsOf(text)).toEqual(expected(text))
      }),
    )
    checks.expectShare(0.5)
    for (const { text } of strangeTexts) expect(runsOf(text)).toEqual(expected(text))
  })

  it('finds nothing in white space, punctuation, emoji and lone surrogates', () => {
    expect(runsOf(fold(' \u3000“……”——！*()😀👨‍👩‍👧\uD83D'))).toEqual([])
  })
})

describe('indexTerms', () => {
  it('stores characters, then bigrams with a break between runs, so that no phrase crosses punctuation', () => {
    expect(indexTerms('林远山，Ann来')).toBe('林 远 山 ann 来 \uE000 林远 远山')
    expect(pairsOf('𠮷野家')).toEqual(['𠮷野', '野家'])
  })

  for (const { name, text } of strangeTexts) {
    it(`makes only clean terms of strange text: ${name}`, () => {
      for (const term of indexTerms(text).split(' '))
        expect(term).toMatch(/^(?:|\uE000|[\p{L}\p{N}\p{M}]+)$/u)
    })
  }
})

describe('isWord', () => {
  it('distinguishes a whole word from CJK text and from several words', () => {
    expect(['ann', '林远', 'mr bennet', ''].map(isWord)).toEqual([true, false, false, false])
  })
})
