import { expect, test } from 'vitest'
import { applyRedaction, marker, scanSecrets } from '../../../../main/src/services/redaction/index.ts'
import { isScrambled } from '../../../../main/src/services/redaction/scrambled.ts'
import { viewOf } from '../../../../main/src/services/redaction/view.ts'

const redact = (text: string, scope: 'creonow' | 'manuscript') =>
  applyRedaction(text, scanSecrets(text, { scope })).text

test('a letter of another script in a Latin word is read as the Latin one, each in its place', () => {
  const alike = 'аАВсСԁеЕһНіІјЈкКМоОрРԛѕЅтТѵԝхХуУαΑΒΕΗιΙκΚΜΝοΟρΡτΤνυΥΧΖ'
  for (const letter of alike) {
    const { text } = viewOf(`a1b2c3d4 Zz${letter}zZ`)
    expect([letter, /Zz[A-Za-z]zZ$/.test(text)]).toEqual([letter, true])
  }
  expect(viewOf('密码1a2b3c4d pаsswоrd АРI_КЕY').text).toBe('密码1a2b3c4d password API_KEY')
  for (const text of ['a1b2c3d4 пароль слово', 'a1b2c3d4 Токен-7 Ωmega']) expect(viewOf(text).text).toBe(text)
})

test.each([
  ['旧路由器的 pаssword: Qx7vLp92KdWz。', `旧路由器的 pаssword: ${marker}。`],
  ['p a s s w o r d = Qx7vLp92KdWz', `p a s s w o r d = ${marker}`],
  ['密码：mzqxkvjwrtplhgbd，别外传。', `密码：${marker}，别外传。`],
  ['secret: WXQZVKJHPRTBNMGD', `secret: ${marker}`],
])(
  'a value behind a disguised name or in letters of one case is hidden in both scopes: %s',
  (text, expected) => {
    expect([redact(text, 'creonow'), redact(text, 'manuscript')]).toEqual([expected, expected])
  },
)

test.each([
  ['密码从Qx7vLp92KdWz改成Ht4mRb86ZqYc。', `密码从${marker}改成${marker}。`],
  [
    'changed the password from Qx7vLp92KdWz to Ht4mRb86ZqYc',
    `changed the password from ${marker} to ${marker}`,
  ],
])(
  'a password before and after a change is hidden in notes, and stays in a manuscript: %s',
  (text, expected) => {
    expect([redact(text, 'creonow'), redact(text, 'manuscript')]).toEqual([expected, text])
  },
)

test('an import from a module named like a secret stays', () => {
  const text = "import { skipToken } from '@query/core7x'"
  expect(redact(text, 'creonow')).toBe(text)
})

test('letters of one case are scrambled when no word has their pairs, and there are sixteen of six kinds', () => {
  const scrambled = ['pqtsdqsxvbnkjhgz', 'WXQZVKJHPRTBNMGD']
  const words = [
    'zhongguorenminyinhang',
    'internationalization',
    'DONAUDAMPFSCHIFFAHRT',
    'abcdefghijklmnopqrstuvwxyz',
  ]
  const others = ['pqtsdqsxvbnkjhg', 'xxxxxxxxxxxxxxxxxx', 'Pqtsdqsxvbnkjhgz', 'pqtsdqsx vbnkjhgz']
  expect(scrambled.filter((text) => !isScrambled(text))).toEqual([])
  expect([...words, ...others].filter(isScrambled)).toEqual([])
})
