import { expect, test } from 'vitest'
import { applyRedaction, scanSecrets } from '../../../../main/src/services/redaction/index.ts'
import { growsLinearly } from '../../../support/cpuTime.ts'

const hidden = '***REDACTED***'
const redacted = (text: string, scope: 'creonow' | 'manuscript' = 'creonow') =>
  applyRedaction(text, scanSecrets(text, { scope })).text

test.each([
  ['QQ邮箱授权码 «xkqzvbnmlpwqrtys»，别外传'],
  ['App password: «abcd efgh ijkl mnop»'],
  ['链接: https://pan.baidu.com/s/1x?pwd=«k8qw» 提取码: «k8qw»'],
  ['https://pan.quark.cn/s/8f1b 提取码：«Ab12»。'],
  ['微博密码 «su_8832»'],
  ['密码（旧）：“«lin20x»”'],
  ['the password «hunter2» works'],
  ['Wi-Fi PIN is «a4821b»'],
])('what a person writes down for a password is hidden: %s', (marked) => {
  const text = marked.replace(/[«»]/g, '')
  const expected = marked.replace(/«[^»]*»/g, hidden)
  expect(redacted(text)).toBe(expected)
  expect(redacted(expected)).toBe(expected)
})

test.each([
  '密码：19491001',
  'password $NAME12',
  'password %NAME12%',
  '他的密码一直是 123456。',
  'The password is older than the harbour.',
  '密码本里夹着第12页。',
  '提取码头上的货，一共 4821 箱。',
  '密码 A 与密码 B 不同。',
  'Password managers: 1Password, Bitwarden',
  '授权码头由他看守',
])('what is no password stays as it is: %s', (text) => {
  expect(redacted(text)).toBe(text)
})

test('a short password that somebody says in a novel stays as it is', () => {
  const text = '“密码 su_8832，别忘了。” “The password is hunter2,” she said.'
  expect(redacted(text, 'manuscript')).toBe(text)
})

test.each([
  'A byte is small. The key: 4, 8, 15, 16, 23, 42, 4, 8, 15, 16, 23, 42, he said.',
  '他数着 byte。密码 key：1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12。',
])('the numbers of a puzzle behind a key stay in notes and in a novel: %s', (text) => {
  expect([redacted(text), redacted(text, 'manuscript')]).toEqual([text, text])
})

test('a serial number is one of the story in a novel, and a secret in notes', () => {
  const text = 'The serial number AB3DE-FG4HI-JK5LM-NO6PQ was on the lid. 序列号：AB3DE-FG4HI-JK5LM-NO6PQ'
  expect(redacted(text, 'manuscript')).toBe(text)
  expect(redacted(text)).toBe(text.replaceAll(/AB3DE[\w-]+/g, hidden))
})

test.each(['密码 a', 'password is a1', '授权码 abcd ', '提取码：', 'pan.baidu.com/s/'])(
  'the time for %j again and again is linear',
  (unit) => {
    const scan = (text: string) => void scanSecrets(text, { scope: 'creonow' })
    expect(growsLinearly((times) => unit.repeat(4000 * times), scan)).toBe(true)
  },
)
