import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromVisibleText, toVisibleText } from '../../../main/src/lib/visibleText.ts'
import { countedChecks } from '../../support/countedChecks.ts'

/** Everything that a screen hides, beside text that it shows. */
const pieces = fc.constantFrom(
  ...['雾港', '　　林远', 'rm -rf ', '\n', '\r\n', '\t', '\0', '\u001b[2J', '\u202e', '\u2066', '\u200b'],
  ...['\u00ad', '\ufeff', '\ufe0f', '\u3164', '\u2800', '\u00a0', '\u2028', '\ud800', '\u{e0041}', '𠮷'],
  ...['⟦', '⟧', '⟦U+202E⟧', '⟦U+0020×9⟧', ' '.repeat(3000), '\u3000'.repeat(40), '\n'.repeat(300), '👨‍👩‍👧'],
  ...['password="$(touch x)"', '-----BEGIN PRIVATE KEY-----', ' \n', '\n \n\u3000\n'],
)
const texts = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 30 })

test('a visible text, unescaped, is the text, and two texts never look the same', () => {
  const checks = countedChecks()
  fc.assert(
    fc.property(texts, (parts) => {
      checks.when(toVisibleText(parts.join('')) !== parts.join(''))
      const text = parts.join('')
      expect(fromVisibleText(toVisibleText(text))).toBe(text)
    }),
    { numRuns: 2000 },
  )
  checks.expectShare(0.5)
})

test('a visible text has no character that a screen hides, no long blank and no empty page', () => {
  const checks = countedChecks()
  fc.assert(
    fc.property(texts, (parts) => {
      checks.when(toVisibleText(parts.join('')) !== parts.join(''))
      const shown = toVisibleText(parts.join(''))
      expect(shown).not.toMatch(/[^\P{C}\n]|\p{Default_Ignorable_Code_Point}|\p{Zl}|\p{Zp}|[^\P{Zs} \u3000]/u)
      expect(shown).not.toMatch(/[ \u3000]{9}|[ \u3000](?:\n|$)|\n\n\n/)
    }),
    { numRuns: 2000 },
  )
  checks.expectShare(0.5)
})

test('a visible text names what is hidden and leaves ordinary prose as it is', () => {
  const prose = '　　林远说：“走吧。”\n\n　　“𠮷野家？” He nodded — twice.'
  expect(toVisibleText(prose)).toBe(prose)
  expect(toVisibleText(`ls${' '.repeat(3000)}; \u202erm -rf x\r`)).toBe(
    'ls⟦U+0020×3000⟧; ⟦U+202E⟧rm -rf x⟦U+000D⟧',
  )
  expect(toVisibleText('a\n\n\n\nb ⟦U+0041⟧')).toBe('a⟦U+000A×4⟧b ⟦U+27E6⟧U+0041⟧')
})

test('a text of one million characters is made visible in one pass', () => {
  for (const text of [
    ' '.repeat(1_000_000),
    '\n \n'.repeat(330_000),
    '\u200b'.repeat(100_000),
    '雾'.repeat(1_000_000),
  ])
    expect(fromVisibleText(toVisibleText(text))).toBe(text)
})
