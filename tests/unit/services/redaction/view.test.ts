import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyRedaction, marker, scanSecrets } from '../../../../main/src/services/redaction/index.ts'
import { viewOf } from '../../../../main/src/services/redaction/view.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const body = 'aB3dE5gH7jK9mN1pQ3sT5uV7wX9yZ1aB3dE5'
const token = `ghp_${body}`
const redact = (text: string) => applyRedaction(text, scanSecrets(text, { scope: 'manuscript' })).text
const ignored = [0x34f, 0x61c, 0x115f, 0x17b4, 0x180e, 0x202a, 0x202e, 0x2065, 0x2066, 0x2069, 0x206a, 0x3164]
const joints = [
  ...[...ignored, 0xffa0, 0xe0041, 0xe0100].map((code) => String.fromCodePoint(code)),
  ...['<br>', '&shy;', '&#8203;', '**', '^\n', '`\r\n', '\u202e\u200b'],
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\ufe0f',
  '\\\n',
  '\\\r\n  ',
  '<wbr>',
]

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
    [`"${token.slice(0, 20)}" || "${token.slice(20)}"`, `"${marker}"`],
    [`"${token.slice(0, 20)}" .. "${token.slice(20)}"`, `"${marker}"`],
    [`\`${token.slice(0, 20)}\` + \`${token.slice(20)}\``, `\`${marker}\``],
    [`// ${token.slice(0, 20)}\n// ${token.slice(20)}`, `// ${marker}`],
    [`# ${token.slice(0, 20)}\n            ${token.slice(20)}`, `# ${marker}`],
    [`他念道：${token.slice(0, 20)}\n${token.slice(20)}。\n`, `他念道：${marker}。\n`],
    [`> ${token.slice(0, 20)}\n> ${token.slice(20)}\n> 下一行`, `> ${marker}\n> 下一行`],
    [token.replace(/[A-Za-z0-9]/g, (unit) => String.fromCharCode(unit.charCodeAt(0) + 0xfee0)), marker],
  ])('%j', (text, redacted) => expect(redact(text)).toBe(redacted))
})

test('what follows a token at once and is as random is hidden with it, other words are not', () => {
  const checks = countedChecks()
  const half = 'yZ1aB3dE5kQ8rT2vW6xY0zC4fG7hJ9mN1pQ'
  for (const between of [' ', '…', '<!-- -->', ' _\n', '%20', '\\', '” “', '．', '‐', '/**/', '</b><b>']) {
    checks.when(true)
    expect(redact(`他念道：${token}${between}${half}。`)).not.toContain(half)
  }
  checks.expectShare(1)
  for (const words of [
    '林远没有回头。',
    'manuscript/001-chapter-one.md',
    '2026-11-24T12:00:00',
    'internationalisation',
  ])
    expect(redact(`${token} ${words}`)).toBe(`${marker} ${words}`)
})

test('a span of the view is the span of the text, joints and all', () => {
  const text = `一\u200b二 ${token.slice(0, 20)}\u200b${token.slice(20)} ｘｙｚ`
  const view = viewOf(text)
  expect(view.text).toBe(`一二 ${token} xyz`)
  expect(view.original(3, 3 + token.length)).toEqual({ from: 4, to: 4 + token.length + 1 })
})

test('percent-encoded signs are read, and a span over them covers all of each', () => {
  const text = '见 x%3Fsecret%3Daa\u200bbb%2526y%253Dcc%E5'
  const view = viewOf(text)
  expect(view.text).toBe('见 x?secret=aabb&y=cc%E5')
  const spans = [...view.text].map((_, at) => {
    const { from, to } = view.original(at, at + 1)
    return text.slice(from, to)
  })
  expect(spans.join('|')).toBe('见| |x|%3F|s|e|c|r|e|t|%3D|a|a|b|b|%2526|y|%253D|c|c|%|E|5')
})

test('a value behind a percent-encoded joint is hidden whole, and the rest of the address stays', () => {
  const checks = countedChecks()
  fc.assert(
    fc.property(
      fc.constantFrom('client_secret', 'access_token', 'password', 'api_key'),
      fc.constantFrom('', 'redirect=https%3A%2F%2Fexample.com%2Fcb%3F', 'url=%2Flogin%3Fuser%3D林远%26'),
      fc.constantFrom('', '%26state%3D1', ' 林远上了岸', '%2526x%253D2'),
      fc.integer({ min: 0, max: 3 }),
      (name, before, after, depth) => {
        checks.when(depth > 0)
        const joint = `%${'25'.repeat(depth)}3D`
        const text = `${before}${name}${joint}${body.slice(0, 24)}${after}`
        expect(redact(text)).toBe(`${before}${name}${joint}${marker}${after}`)
      },
    ),
    { numRuns: 300 },
  )
  checks.expectShare(0.5)
})

test.each([
  '第１２章　ＡＢ',
  '林远\u200b上了岸',
  '两行\\\n文字',
  'a soft\u00adly spoken word',
  '“好”　“不好”',
])('prose with the same signs stays: %j', (text) => expect(redact(text)).toBe(text))

test('a disguised name far in front of its value names it, and a disguise in prose far from any token changes nothing', () => {
  const prose = '雾里的第１２３号灯塔没有亮。'.repeat(400)
  const texts = ['密\u200b码（家里的路由器，新的）：', 'pa\u200bss\u200bword (harbour office): ']
  for (const name of texts) {
    const text = `${prose}${name}k7Gq29vXz4Lm${prose}`
    const matches = scanSecrets(text, { scope: 'creonow' })
    expect(matches.map(({ from, to }) => [from, text.slice(from, to)])).toEqual([
      [prose.length + name.length, 'k7Gq29vXz4Lm'],
    ])
  }
})
