import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyRedaction,
  marker,
  markerState,
  restoreRedacted,
  scanSecrets,
} from '../../../../main/src/services/redaction/index.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

const first = `sk-${'aB3dE5gH7jK9mN1pQ3sT5'}`
const second = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7'}`
const redact = (text: string) => applyRedaction(text, scanSecrets(text, { scope: 'manuscript' }))

describe('markers of an output', () => {
  test('are replaced by the originals in their order', () => {
    const original = `他念道：“${first}。”\r\n她答：“${second}。”𠮷`
    const output = `他低声念：“${marker}。”\r\n她只答：“${marker}。”`
    expect(markerState(redact(original), output)).toBe('restorable')
    expect(restoreRedacted(original, redact(original), output)).toBe(
      `他低声念：“${first}。”\r\n她只答：“${second}。”`,
    )
  })

  test.each([
    ['one is missing', `“${marker}”`],
    ['one is new', `${marker}${marker}${marker}`],
    ['all are gone', '他没有再念。'],
    ['one is damaged', `${marker} ***REDACTED**`],
  ])('are not replaced when %s', (_, output) => {
    const original = `${first} ${second}`
    expect(markerState(redact(original), output)).toBe('unmatched')
    expect(restoreRedacted(original, redact(original), output)).toBeUndefined()
  })

  test('that the author wrote are no secrets', () => {
    const original = `他写下 ${marker}，又写下 ${first}。`
    expect(restoreRedacted(original, redact(original), `${marker}；${marker}`)).toBe(`${marker}；${first}`)
    expect(markerState(redact(marker), marker)).toBe('none')
    expect(markerState(redact(''), `续写出 ${marker}`)).toBe('unmatched')
    expect(markerState(redact('雾。'), '雾散了。')).toBe('none')
  })

  test('leave an original that comes back untouched as it is', () => {
    const pieces = fc.constantFrom(first, second, marker, '$&', '$1', ...strangeTexts.map(({ text }) => text))
    const checked = countedChecks()
    fc.assert(
      fc.property(
        fc.array(fc.oneof(pieces, fc.constantFrom(first, second)), { maxLength: 8, size: 'max' }),
        (parts) => {
          const original = parts.join(' ')
          const redacted = redact(original)
          expect(restoreRedacted(original, redacted, redacted.text)).toBe(original)
          checked.when(redacted.replacements.length > 0)
        },
      ),
    )
    checked.expectShare(0.5)
  })
})
