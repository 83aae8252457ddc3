import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyRedaction, marker, scanSecrets } from '../../../../main/src/services/redaction/index.ts'
import { viewOf } from '../../../../main/src/services/redaction/view.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const body = 'aB3dE5gH7jK9mN1pQ3sT5uV7wX9yZ1aB3dE5'
const token = `ghp_${body}`
const redact = (text: string) => applyRedaction(text, scanSecrets(text, { scope: 'manuscript' })).text
const joints = ['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\ufe0f', '\\\n', '\\\r\n  ', '<wbr>']

describe('a disguised token is hidden whole', () => {
  test('wherever its parts meet', () => {
    const checks = countedChecks()
    fc.assert(
      fc.property(
        fc.integer({ min: 12, max: token.length - 8 }),
        fc.constantFrom(...joints),
        fc.constantFrom('', '他念道：', 'see '),
        (at, joint, before) => {
          checks.when(at > 0)
          const text = `${before}${token.slice(0, at)}${joint}${token.slice(at)}，林远`
          expect(redact(text)).toBe(`${before}${marker}，林远`)
        },
      ),
      { numRuns: 300 },
    )
    checks.expectShare(1)
  })

  test.each([
    [`"${token.slice(0, 20)}" + "${token.slice(20)}"`, `"${marker}"`],
    [`'${token.slice(0, 20)}'\n  '${token.slice(20)}'`, `'${marker}'`],
    [`> ${token.slice(0, 20)}\n> ${token.slice(20)}\n> 下一行`, `> ${marker}\n> 下一行`],
    [token.replace(/[A-Za-z0-9]/g, (unit) => String.fromCharCode(unit.charCodeAt(0) + 0xfee0)), marker],
  ])('%j', (text, redacted) => expect(redact(text)).toBe(redacted))
})

test('a span of the view is the span of the text, joints and all', () => {
  const text = `一\u200b二 ${token.slice(0, 20)}\u200b${token.slice(20)} ｘｙｚ`
  const view = viewOf(text)
  expect(view.text).toBe(`一二 ${token} xyz`)
  expect(view.original(3, 3 + token.length)).toEqual({ from: 4, to: 4 + token.length + 1 })
})

test.each([
  '第１２章　ＡＢ',
  '林远\u200b上了岸',
  '两行\\\n文字',
  'a soft\u00adly spoken word',
  '“好”　“不好”',
])('prose with the same signs stays: %j', (text) => expect(redact(text)).toBe(text))
