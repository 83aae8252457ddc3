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
  ['密码是«春江花月夜2024»。密码（旧）：“«绿水长流@8»”'],
  ['密码改成了«飞雪连天1957»，密碼為「«葉問1893»」'],
  ['新密码设为 «桃花潭水1000尺»'],
  ['密码一律用«lin_yuan_87»，口令还是«wugang@2021»没改'],
  ['The password will be «Bleakhouse1853», not "password": "«雾港来信2026»"'],
  ['Password for the router: «Winter-2023»'],
  ['passphrase: “«To the Lighthouse 1927»”'],
  ['密码换成«红豆生南国09»了。口令改成“«小楼昨夜又东风1978»”了'],
  ['The password was then «heron1953», the PIN is currently «a4821b»'],
  ['The PIN is «thenorth77», PIN was «alwaysab123», PIN is «nowhere#19»'],
  ['Password hint aside: «Marsh1861lights». The password, hint aside, is «Marsh1861lights»'],
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
  '密码换成第12回了，密码换成旧的09了，口令改成了他们一共走了12里路了',
  'The password was then older than the harbour, hint aside.',
  '密码是第12章里那句诗，密码：见附录12',
  '密码是春江花月夜，密码是春江花月夜2',
  '密码用1944年的乐谱写成，密码改成了2024年的新版',
  '口令：三长两短12次',
  '密码改成了结婚纪念日那年2019年，口令是长江大桥1957通车',
  '口令红包：恭喜发财2026',
  'password for the ball: none before 1813',
  'passphrase: “the heron flies at dusk”',
  '# 密码本\n- 邮箱 lin@x.cn 见信封',
])('what is no password stays as it is: %s', (text) => {
  expect(redacted(text)).toBe(text)
})

test('a short password that somebody says in a novel stays as it is', () => {
  const text = '“密码 su_8832，别忘了。”“密码是春江花月夜2024。” “The password is hunter2,” she said.'
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

test.each([
  '密码 a',
  '密码是春江花月夜20',
  'password for a ',
  'passphrase "a b ',
  'password is a1',
  '授权码 abcd ',
  '提取码：',
  'pan.baidu.com/s/',
])('the time for %j again and again is linear', (unit) => {
  const scan = (text: string) => void scanSecrets(text, { scope: 'creonow' })
  expect(growsLinearly((times) => unit.repeat(4000 * times), scan)).toBe(true)
})
