import { expect, test } from 'vitest'
import { applyRedaction, scanSecrets } from '../../../../main/src/services/redaction/index.ts'
import { scanTables } from '../../../../main/src/services/redaction/tables.ts'
import { growsLinearly } from '../../../support/cpuTime.ts'

const hidden = '***REDACTED***'
const redacted = (text: string, scope: 'creonow' | 'manuscript' = 'creonow') =>
  applyRedaction(text, scanSecrets(text, { scope })).text

test.each([
  [
    '# 密码本\n- 邮箱 lin@x.cn «hunter22»\n- 微博：lin / «su_8832»（旧）\n\n1. 云盘，lin，“«春江花月夜2024»”\n',
  ],
  ['## Passwords\r\n\r\n* mail lin@example.com «hunter22!»\r\n* forum | lin | `«scriv88ener»`\r\n'],
  ['**账号与密码**\n知乎\tlin\t«zh778899a»\n'],
  ['【各平台密码】\n起点：«qd88wang»\n'],
  ['Accounts and passwords:\n  Kobo  lin  «kobo_1234»,\n'],
  ['My passwords\n------------\nftp «ftp1925x».\n'],
  ['# 密码本\n《原神》\nlin «fog2023a»\n《剑网三》\n«harbor88b»\n'],
  ['《账号密码》\n番茄 lin «fq2024l»\n晋江 lin «jj99bo»\n'],
])('of every item beneath a heading of passwords its last part is hidden: %j', (marked) => {
  const text = marked.replace(/[«»]/g, '')
  const expected = marked.replace(/«[^»]*»/g, hidden)
  expect(redacted(text)).toBe(expected)
  expect(redacted(expected)).toBe(expected)
})

test.each([
  ['another heading', '# 密码本\n- 邮箱：忘了\n\n# 人物\n- 代号 agent007\n'],
  ['a bold heading', '# Passwords\n- mail: forgotten\n**Characters**\ncode agent007\n'],
  ['a framed heading', '# 密码本\n- 邮箱：忘了\n【人物】\n代号 agent007\n'],
  ['another title in the same marks', '《密码本》\n- 邮箱：忘了\n《人物》\n代号 agent007\n'],
  ['a label behind an empty line', '# 密码本\n- 邮箱：忘了\n\n人物：\n代号 agent007\n'],
  ['two empty lines', '# 密码本\n- 邮箱：忘了\n\n\n代号 agent007\n'],
])('%s ends a list of passwords', (_, text) => {
  expect(redacted(text)).toBe(text)
})

test.each([
  '# 达芬奇密码\n- 页码 page1234\n',
  '《密码》\n- 第三章：他们又回到了那条河边的小屋里 draft26\n',
  '# Passwords and Spies\n- chapter berlin1961\n',
  '# 密码本\n- 邮箱：都在抽屉里的那本旧册子上\n- 见 https://example.com/help?lang=en2\n- lin@example.com\n- 2026-11-24\n- 19491001\n',
  `# 密码本\n${'他把那本旧书从头到尾又翻了一遍，'.repeat(10)}第 room1408 页。\n`,
])('what is no heading of passwords, or no password, stays as it is: %j', (text) => {
  expect(redacted(text)).toBe(text)
})

test('a list of passwords in a chapter of a novel stays as it is', () => {
  const text = '# 密码本\n- 邮箱 hunter22\n'
  expect(redacted(text, 'manuscript')).toBe(text)
})

test('an item beneath several headings is looked at once', () => {
  expect(scanTables(`${'Passwords\n---\n'.repeat(50)}mail hunter22\n`)).toEqual([
    { patternId: 'listed-password', from: 705, to: 713 },
  ])
})

test.each(['# 密码\n', '密码：\n', 'Passwords\n---\n', '# 密码\na1b2c3 d4e5f6 ', '【密码】\n- a：b：c：\n'])(
  'the time for %j again and again is linear',
  (unit) => {
    const scan = (text: string) => void scanSecrets(text, { scope: 'creonow' })
    expect(growsLinearly((times) => unit.repeat(4000 * times), scan)).toBe(true)
  },
)
