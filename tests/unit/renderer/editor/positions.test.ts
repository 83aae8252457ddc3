import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createPositionMap,
  crlfPositions,
  joinStored,
  type LineEnding,
  separable,
  splitStored,
} from '../../../../renderer/src/features/editor/positions.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

const mapOf = (stored: string) => {
  const { lines, endings } = splitStored(stored)
  return createPositionMap(
    crlfPositions(
      lines.map((line) => line.length),
      endings,
    ),
  )
}
/** Text of short pieces in which every ending, surrogate pair and indent turns up often. */
const storedText = fc
  .array(fc.constantFrom('\r\n', '\n', '\r', '林远', '𠮷', '👨‍👩‍👧', '\u3000\u3000', 'a', '\uD83D', ''), {
    maxLength: 40,
    size: 'max',
  })
  .map((parts) => parts.join(''))

describe('splitStored and joinStored', () => {
  test.each(strangeTexts)(
    'give every byte back, so that a save leaves the file as it is: $name',
    ({ text }) => {
      expect(joinStored(splitStored(text))).toBe(text)
    },
  )

  test('give any text back byte for byte', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(storedText, (text) => {
        checked.when(text.includes('\r'))
        expect(joinStored(splitStored(text))).toBe(text)
      }),
    )
    checked.expectShare(0.2)
  })

  test('take CRLF for one break, a lone CR for one, LF CR for two', () => {
    expect(splitStored('甲\r\n乙\r丙\n\r丁')).toEqual({
      lines: ['甲', '乙', '丙', '', '丁'],
      endings: ['\r\n', '\r', '\n', '\r'],
    })
  })
})

describe('separable', () => {
  const lineOf = fc.constantFrom('', '', '甲')
  const ending = fc.constantFrom<LineEnding>('\r', '\n', '\r\n')

  test('loses no line when the text is read back, whatever endings meet (a CR and an LF became one CRLF)', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(
        fc.array(fc.tuple(lineOf, ending), { minLength: 6, maxLength: 20, size: 'max' }),
        lineOf,
        (rows, last) => {
          const lines = [...rows.map(([line]) => line), last]
          const endings = separable(
            rows.map(([, one]) => one),
            (line) => lines[line] === '',
          )
          expect(splitStored(joinStored({ lines, endings }))).toEqual({ lines, endings })
          checked.when(endings.some((ending, line) => ending !== rows[line]?.[1]))
        },
      ),
    )
    checked.expectShare(0.3)
  })

  test('leaves unambiguous endings as they are', () => {
    const endings: LineEnding[] = ['\r', '\n', '\r\n', '\r', '\r']
    expect(separable(endings, () => false)).toEqual(endings)
  })
})

describe('createPositionMap', () => {
  test('counts positions after a CRLF one further in the file for each', () => {
    const map = mapOf('甲\r\n乙\n丙\r丁')
    const editor = [0, 1, 2, 3, 4, 5, 6, 7]
    expect(editor.map(map.toStored)).toEqual([0, 1, 3, 4, 5, 6, 7, 8])
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map(map.toEditor)).toEqual([0, 1, 1, 2, 3, 4, 5, 6, 7])
  })

  test('counts surrogate pairs as two in both (offsets drifted after a rare character)', () => {
    const map = mapOf('𠮷\r\n𠮷')
    expect([map.toStored(2), map.toStored(3), map.toStored(5)]).toEqual([2, 4, 6])
  })

  test('returns to the same position on the way back, for any text', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(storedText, (text) => {
        checked.when(text.includes('\r\n'))
        const map = mapOf(text)
        const length = splitStored(text).lines.join('\n').length
        for (let position = 0; position <= length; position++) {
          expect(map.toEditor(map.toStored(position))).toBe(position)
        }
      }),
    )
    checked.expectShare(0.4)
  })

  test('has the same text before a position and before its offset, but for the endings', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(storedText, fc.nat(60), (text, near) => {
        const inEditor = splitStored(text).lines.join('\n')
        const position = Math.min(near, inEditor.length)
        const before = text.slice(0, mapOf(text).toStored(position))
        expect(splitStored(before).lines.join('\n')).toBe(inEditor.slice(0, position))
        checked.when(before.includes('\r\n'))
      }),
    )
    checked.expectShare(0.1)
  })

  test('never lets offsets go backwards', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(storedText, (text) => {
        checked.when(text.includes('\r\n'))
        const map = mapOf(text)
        for (let offset = 1; offset <= text.length; offset++) {
          expect(map.toEditor(offset)).toBeGreaterThanOrEqual(map.toEditor(offset - 1))
        }
      }),
    )
    checked.expectShare(0.4)
  })
})
