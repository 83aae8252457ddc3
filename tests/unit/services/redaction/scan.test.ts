import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyRedaction, marker, scanSecrets } from '../../../../main/src/services/redaction/index.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { growsLinearly } from '../../../support/cpuTime.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

const key = 'abcdABCD1234'
const scopes = ['creonow', 'manuscript'] as const

/** Pieces that start, continue, end or nearly make a secret, so that random texts come close to all patterns. */
const pieces = fc.constantFrom(
  'sk-',
  'sk-ant-',
  'sk-proj-',
  'sk_live_',
  'ghp_',
  'github_pat_',
  'AKIA',
  'ASIA',
  'AIza',
  'xoxb-',
  'hf_',
  'npm_',
  'eyJ',
  '.eyJ',
  'Bearer ',
  'Authorization: Basic ',
  '-----BEGIN PRIVATE KEY-----',
  '-----END PRIVATE KEY-----',
  'https://',
  'user:pass',
  '@',
  ':',
  '/home/',
  '/Users/',
  '/root/',
  '/mnt/c/',
  'C:\\',
  'C:/',
  '\\\\nas\\',
  '\\',
  '/',
  'deepseek',
  'kimi',
  '通义',
  'key=',
  'password=',
  '密码：',
  ';Pwd=',
  'jdbc:x?',
  '/etc/',
  'Users\\',
  '**',
  '=',
  '11010519491231002X',
  'abcdef',
  'ABCDEF',
  '0123456789abcdef',
  'a1B2c3D4e5F6g7H8',
  '.',
  '-',
  '_',
  ' ',
  '\n',
  '\r\n',
  '"',
  '，',
  '张三',
  '雾港',
  '𠮷',
  '👨‍👩‍👧‍👦',
  '\uD83D',
  '\u3000',
  marker,
  '***',
  key,
  'ollama',
)
const texts = fc.array(pieces, { maxLength: 24, size: 'max' }).map((parts) => parts.join(''))
const options = (scope: (typeof scopes)[number]) => ({ scope, keys: [key, 'ollama'] })

describe('a token in two parts', () => {
  const token = 'ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'
  const parted = (at: number, between: string) => `旧仓：${token.slice(0, at)}${between}${token.slice(at)}。`

  test.each([
    [20, '<!-- x -->'],
    [20, '<span class="a">'],
    [20, '接'],
    [24, '接'],
    [24, '</b> <i>'],
    [30, ' '],
    [30, '<!-- -->'],
    [34, '<span id="b">'],
  ])('is hidden whole, cut behind %d characters by %j', (at, between) => {
    for (const scope of scopes) {
      const text = parted(at, between)
      const left = applyRedaction(text, scanSecrets(text, { scope })).text.replaceAll(marker, '')
      expect(left).toBe(`旧仓：${between}。`)
    }
  })

  test('ends at a blank line: a long word below it stays, and so does one behind a whole token', () => {
    const font = 'NotoSerifCJKscRegularV2Final3'
    const texts = [`AKIAIOSFODNN7EXAMPL3\n\n\n${font}`, `${token} Qwen2Max 写得快。`, `${token} 2026-11-28。`]
    const redacted = texts.map((text) => applyRedaction(text, scanSecrets(text, { scope: 'creonow' })).text)
    expect(redacted).toEqual([
      `${marker}\n\n\n${font}`,
      `${marker} Qwen2Max 写得快。`,
      `${marker} 2026-11-28。`,
    ])
  })
})

describe('a password in another language', () => {
  test.each([
    'Passwort: ',
    'Kennwort = ',
    'mot de passe : ',
    'contraseña: ',
    'senha: ',
    'пароль: ',
    'Пароль：',
    'パスワード：',
    '비밀번호: ',
  ])('is hidden behind %s', (name) => {
    for (const scope of scopes) {
      const text = `${name}Qx7vLp92KdWz`
      expect(applyRedaction(text, scanSecrets(text, { scope })).text).toBe(name + marker)
    }
  })
})

describe('scanSecrets and applyRedaction', () => {
  test('leave nothing for a second redaction to find', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(texts, fc.constantFrom(...scopes), (text, scope) => {
        const once = applyRedaction(text, scanSecrets(text, options(scope))).text
        expect(scanSecrets(once, options(scope))).toEqual([])
        checked.when(once !== text)
      }),
      { numRuns: 3000 },
    )
    checked.expectShare(0.3)
  })

  test('give matches in order, without overlap or empty ones, and leave the other text as it is', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(texts, (text) => {
        const matches = scanSecrets(text, options('creonow'))
        let end = 0
        let kept = ''
        for (const { from, to } of matches) {
          expect(from).toBeGreaterThanOrEqual(end)
          expect(to).toBeGreaterThan(from)
          kept += text.slice(end, from) + marker
          end = to
        }
        const redacted = applyRedaction(text, matches)
        checked.when(matches.length > 0)
        expect(redacted.text).toBe(kept + text.slice(end))
        expect(redacted.evidence.reduce((sum, { matchCount }) => sum + matchCount, 0)).toBe(matches.length)
      }),
      { numRuns: 1000 },
    )
    checked.expectShare(0.3)
  })

  test('hide the tail of a secret that overlaps another one', () => {
    const text = `x /home/bob/${key}sk-${'a'.repeat(40)} y`
    expect(applyRedaction(text, scanSecrets(text, options('creonow'))).text).toBe(`x ${marker} y`)
  })

  test('hide what a redaction uncovers: a path right behind a key', () => {
    const text = `${key}/home/bob/x`
    expect(applyRedaction(text, scanSecrets(text, options('creonow'))).text).toBe(`${marker}${marker}`)
  })

  test.each(strangeTexts)('leave a manuscript as it is: $name', ({ text }) => {
    for (const scope of scopes) {
      expect(applyRedaction(text, scanSecrets(text, { scope }))).toEqual({
        text,
        replacements: [],
        evidence: [],
      })
    }
  })
})

describe('the time for a hostile text', () => {
  const hostile: [unit: string, tail: string, head?: string][] = [
    ['sk-', ''],
    ['sk-', 'a'],
    ['sk-a', '-'],
    ['sk-ant-', ''],
    ['sk-proj-', ''],
    ['sk_live_', ''],
    ['ghp_', ''],
    ['github_pat_', ''],
    ['AKIA', ''],
    ['ASIA', ''],
    ['AIza', ''],
    ['AIza-', ''],
    ['xoxb-', ''],
    ['xapp-', ''],
    ['hooks.slack.com/services/', ''],
    ['hf_', ''],
    ['npm_', ''],
    ['eyJ', ''],
    ['eyJ-', ''],
    ['eyJ.', ''],
    ['eyJ_eyJaaaaaa.', ''],
    ['eyJaaaaaaaa.eyJ-', ''],
    ['Bearer ', ''],
    ['Bearer a.', ''],
    ['bearer', ' '],
    ['Authorization: Basic ', ''],
    ['-----BEGIN PRIVATE KEY-----', ''],
    ['-----BEGIN PRIVATE KEY----- a', ''],
    ['-----', ''],
    ['-', '', '-----BEGIN PRIVATE KEY-----'],
    ['a', '', '-----BEGIN PRIVATE KEY-----'],
    ['://', ''],
    ['a://a', ':'],
    ['a://a:', ''],
    ['a', '', 'a://'],
    ['/home/', ''],
    ['/home/.', ''],
    ['.', '', '/home/'],
    ['/home', ''],
    ['/', ''],
    ['张/', '', '/home/'],
    ['张', '', '/home/'],
    ['/mnt/c/', ''],
    ['C:\\', ''],
    ['C:/', ''],
    ['C:\\n', ''],
    ['张', '', 'C:/'],
    ['\\\\', ''],
    ['\\\\a', ''],
    ['\\', ''],
    ['a', '', '\\\\'],
    ['deepseek', ''],
    ['kimi ', ''],
    ['通义', ''],
    ['deepseek -a', ''],
    ['a', '', 'kimi '],
    ['0', ''],
    ['a', ''],
    ['0a.', ''],
    ['abcdABCD1234eyJ', ''],
    ['key=ollama', ''],
    ['abcdABCD1234/home/', ''],
    ['abcdABCD1234/home/', ' '],
    ['/home/张', ' '],
    ['***', ''],
    [marker, ''],
    ['password=', ''],
    ['password: ', ''],
    ['password="aaaaaaaa', ''],
    ['password:', 'aaaaaaaa '],
    ['.', '', 'password='],
    ['a', '', 'password='],
    [';', '', 'password='],
    [';a', '', 'password='],
    ['token_', ':'],
    ['pass', ''],
    ['：', ''],
    ['密码：', ''],
    [';Pwd=', ''],
    ['jdbc:', ''],
    ['jdbc:a?', 'password='],
    ['jdbc:oracle:thin:', ''],
    ['11010519491231', ''],
    ['11010519491231002X', ' '],
    ['C:\\a b ', ''],
    ['C:\\Users\\', 'a b c d e '],
    ['/etc/', ''],
    ['/home/张', '三'],
    ['/home/a张', '/'],
    ['a1_', ''],
    ['aB3dE5gH7', ' '],
    ['ATATT3', ''],
    ['hv', 's.'],
    ['pat', 'a1'],
    ['ghp_aB3dE5gH7jK9\u200b', ''],
    ['aB3dE5gH7jK9mN1p\n', ''],
    ['\u200b', 'a'],
    ['ａ', ''],
    ['"aB3dE5gH7" + ', ''],
    ['aB3dE5gH7\\\n', ''],
    ['-----BEGIN PRIVATE KEY-----\n', 'aB3dE5gH7jK9mN1p'],
    ['aB3dE5gH7jK9mN1p', ' ', 'PRIVATE KEY'],
    ['-----END PRIVATE KEY----- aB3dE5gH7jK9mN1p', ' '],
    ['BEGIN PUBLIC KEY aB3dE5gH7', ''],
    ['密码 aB3dE5gH7', ' '],
    ['password is ', 'aB3dE5gH7 '],
    ['密码(aB3dE5gH7)', ''],
    ['| 密码 |\n|--|\n| aB3dE5gH7 ', ''],
    ['</td><td>value="aB3dE5gH7"', ''],
    ['a=b1:', ''],
    ['://a:1@b', ''],
    [':22:a:b:c1', ''],
    ['-u a1:b2', ' '],
    ['cookie: a1=', 'b; '],
    ['?sig=', 'a1'],
    ['ghp_aB3dE5gH7jK9mN1pQ3sT', '<!-- '],
    ['ghp_aB3dE5gH7jK9mN1pQ3sT<a ', '>'],
    ['aB3dE5gH7jK9mN1p接', ''],
    ['助记词 word', ' word'],
    ['"kty" "d":"', 'aB3dE5gH7'],
    ['-----BEGIN PRIVATE KEY-----\n1 aB3dE5gH7jK9mN1p', '\n1 : aB3dE5gH7jK9mN1p'],
    ['-----BEGIN PRIVATE KEY-----\n1 : | 2\t', 'aB3dE5gH7jK9mN1p', '-----BEGIN PRIVATE KEY-----\n1 : | 2\t'],
    ['\u001b[93maB3dE5gH7', '[0;1;31m'],
    ['\\u003daB3dE5gH7', ''],
    ['AESKEY {0x35, ', '1, 2, '],
    ['password for a1 ', 'of b2 '],
    ['getenv("KEY") or "aB3dE5gH7', ' '],
    ['identified with aB3dE5gH7 by ', ' '],
    ['ConvertTo-SecureString -Force aB3dE5gH7', ' -Force'],
    ['Activation key: AB3DE-', 'AB3DE-'],
    ['://a@b:1', '@'],
  ]

  const scan = (text: string) => scanSecrets(text, { scope: 'creonow', keys: [key, 'ollama'] })

  test.each(hostile)(
    'grows linearly: %j %j %j',
    { tags: ['whole'] },
    (unit: string, tail: string, head = '') => {
      const build = (length: number) => head + (unit + tail).repeat(Math.ceil(length / (unit + tail).length))
      scan(build(10_000))
      expect(growsLinearly((times) => build(50_000 * times), scan)).toBe(true)
    },
  )
})
