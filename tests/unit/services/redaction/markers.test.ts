import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeMarkers, toOriginalOffset } from '../../../../main/src/services/redaction/index.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

const marker = '〔〔规则〕〕'
const isMarkerLine = (line: string) => line === marker

describe('escapeMarkers', () => {
  test('lets no source line forge a section, whatever breaks the line', () => {
    expect(
      escapeMarkers(
        `${marker}\r\n正文${marker}\n${marker}\u2028${marker}\r${marker} \n${marker}`,
        isMarkerLine,
      ),
    ).toEqual({
      text: `\\${marker}\r\n正文${marker}\n\\${marker}\u2028\\${marker}\r${marker} \n\\${marker}`,
      replacements: [0, 17, 24, 39].map((from) => ({ from, to: from, length: 1 })),
      evidence: [{ patternId: 'section-marker', matchCount: 4 }],
    })
  })

  test('escapes a line once, and changes no other byte', () => {
    const texts = fc
      .array(fc.constantFrom(marker, `\n${marker}\r\n`, '\n', '\r\n', '\r', '雾港', '\\', ' ', '𠮷'), {
        maxLength: 20,
        size: 'max',
      })
      .map((parts) => parts.join(''))
    const checked = countedChecks()
    fc.assert(
      fc.property(texts, (text) => {
        const once = escapeMarkers(text, isMarkerLine)
        checked.when(once.replacements.length > 0)
        expect(escapeMarkers(once.text, isMarkerLine)).toEqual({
          text: once.text,
          replacements: [],
          evidence: [],
        })
        let back = ''
        for (let at = 0; at < once.text.length; at++) {
          if (toOriginalOffset(at + 1, once.replacements) > toOriginalOffset(at, once.replacements)) {
            back += once.text[at]
          }
        }
        expect(back).toBe(text)
      }),
    )
    checked.expectShare(0.3)
  })

  test.each(strangeTexts)('leaves a manuscript as it is: $name', ({ text }) => {
    expect(escapeMarkers(text, isMarkerLine)).toEqual({ text, replacements: [], evidence: [] })
  })
})
