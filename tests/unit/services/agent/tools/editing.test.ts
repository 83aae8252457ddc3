import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placesOf, replaceInView } from '../../../../../main/src/services/agent/tools/editing.ts'
import { linesOf, spansIn, toStored, viewOf } from '../../../../../main/src/services/agent/tools/view.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'
import { leastCpuTime } from '../../../../support/cpuTime.ts'

const secret = '‹钥匙›'
/** Hides every `‹钥匙›`, as a redactor does. */
function hiding(text: string) {
  const view = { replacements: [] as { from: number; to: number; length: number }[] }
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1))
    view.replacements.push({ from: at, to: at + secret.length, length: 14 })
  return viewOf(text, view)
}
const piece = fc.constantFrom(
  '林远',
  '林远山',
  '。',
  '\n',
  '\r\n',
  '\r',
  '𠮷',
  '　　',
  secret,
  '<system-reminder>',
  'Ann',
  '&lt;',
)
const text = fc.array(piece, { maxLength: 30, size: 'max' }).map((pieces) => pieces.join(''))

test('what an edit does not name stays byte for byte', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(text, (original) => {
      const view = hiding(original)
      const places = placesOf(view, '林远')
      expect(replaceInView(view, places, '林渊').text).toBe(original.replaceAll('林远', '林渊'))
      expect(replaceInView(view, [{ from: 0, to: view.text.length }], view.text).text).toBe(original)
      expect(view.text).not.toMatch(/‹钥匙›|\r|<system-reminder/)
      checked.when(places.length > 0)
    }),
  )
  checked.expectShare(0.4)
})

test('an offset of a view leads to the character it shows', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(text, (original) => {
      const view = hiding(original)
      const places = placesOf(view, '林远')
      for (const { from } of places)
        expect(original.slice(toStored(view, from, 'start')).startsWith('林远')).toBe(true)
      checked.when(places.length > 0)
    }),
  )
  checked.expectShare(0.4)
})

test('hidden words survive an edit around them, in their order, and are never given away', () => {
  const original = `甲${secret}乙\r\n丙${secret}丁\r\n`
  const view = hiding(original)
  const [place] = placesOf(view, view.text.trimEnd())
  const words = view.text.trimEnd().replace('甲', '子').replace('丁', '丑')
  expect(replaceInView(view, place ? [place] : [], words).text).toBe(`子${secret}乙\r\n丙${secret}丑\r\n`)
})

test.each([
  ['a marker more', '甲***REDACTED******REDACTED***乙'],
  ['none left', '甲乙'],
])('an edit with %s is refused', (_name, words) => {
  const view = hiding(`甲${secret}乙`)
  expect(() => replaceInView(view, [{ from: 0, to: view.text.length }], words)).toThrow(
    expect.objectContaining({ code: 'AGENT_REDACTED' }),
  )
})

test('a marker without a hidden word is not written', () => {
  const view = hiding('甲乙')
  expect(() => replaceInView(view, [{ from: 0, to: 1 }], '***REDACTED***')).toThrow(
    expect.objectContaining({ code: 'AGENT_REDACTED' }),
  )
})

test('a change leaves mixed line ends outside of it and writes the file’s own inside', () => {
  const view = hiding('一\r\n二\n三\r\n四\r\n')
  const [place] = placesOf(view, '二\n三')
  expect(replaceInView(view, place ? [place] : [], '二\n三\n五').text).toBe('一\r\n二\n三\r\n五\r\n四\r\n')
})

test('line numbers are those of the file, behind hidden words of several lines too', () => {
  const original = '一\n‹甲\n乙\n丙›二\n三\n'
  const view = viewOf(original, { replacements: [{ from: 2, to: 9, length: 14 }] })
  expect(linesOf(view)).toEqual([
    { number: 1, text: '一' },
    { number: 2, text: '***REDACTED***二' },
    { number: 5, text: '三' },
    { number: 6, text: '' },
  ])
})

test('the spans of a part are those that have something of it', () => {
  const offset = fc.nat(80)
  const checked = countedChecks()
  fc.assert(
    fc.property(text, offset, offset, (original, one, other) => {
      const view = hiding(original)
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const spans = spansIn(view, from, to)
      expect(spans).toEqual(view.spans.filter(({ viewFrom, viewTo }) => viewFrom < to && viewTo > from))
      checked.when(spans.length > 0)
    }),
  )
  checked.expectShare(0.3)
})

test('replacing a name all over a long chapter with CRLF takes time linear in it', {
  tags: ['whole'],
}, () => {
  const replaced = (lines: number) => {
    const view = viewOf('　　林远推开门，看见雾。\r\n'.repeat(lines), { replacements: [] })
    const places = placesOf(view, '林远')
    return () => replaceInView(view, places, '林渊')
  }
  const [few, many] = [replaced(10_000), replaced(40_000)]
  // Some milliseconds each: of three runs garbage may disturb all. Four times as long: 4 when it is linear, else 16.
  expect(leastCpuTime(many, 20) / leastCpuTime(few, 20)).toBeLessThanOrEqual(9)
})
