import { expect, test } from 'vitest'
import { applyRedaction, scanSecrets } from '../../../../main/src/services/redaction/index.ts'
import { growsLinearly } from '../../../support/cpuTime.ts'

const hidden = '***REDACTED***'
const redacted = (text: string) => applyRedaction(text, scanSecrets(text, { scope: 'creonow' })).text

test.each([
  [
    'a Markdown table in Chinese',
    '| 账号 | 密码 | 备注 |\n|---|---|---|\n| 林远 | aB3dE5gH7 | 旧 |\n| 苏清 | abc123 | 新 |\r\n| 吴岸 | `k9!x` | 灯塔 |\n\n密码 | 另说',
    `| 账号 | 密码 | 备注 |\n|---|---|---|\n| 林远 | ${hidden} | 旧 |\n| 苏清 | ${hidden} | 新 |\r\n| 吴岸 | \`${hidden}\` | 灯塔 |\n\n密码 | 另说`,
  ],
  [
    'a table without bars at its ends',
    'User | Wi-Fi password\n--- | ---\nlin | hunter-2\nsu | 482913\n',
    `User | Wi-Fi password\n--- | ---\nlin | ${hidden}\nsu | ${hidden}\n`,
  ],
  [
    'the passwords that a browser writes',
    'name,url,username,password,note\nHarbour,https://harbour.example/a,lin,aB3dE5gH7,\n"Mail, old",https://mail.example/,su,"x9,y8!z7",two\n',
    `name,url,username,password,note\nHarbour,https://harbour.example/a,lin,${hidden},\n"Mail, old",https://mail.example/,su,"${hidden}",two\n`,
  ],
  [
    'lines with tabs',
    '站点\t账号\tAPI key\n港\tlin\tQz81kLm20PqXw7\n灯\tsu\tRt55vBn31MkYe2\n',
    `站点\t账号\tAPI key\n港\tlin\t${hidden}\n灯\tsu\t${hidden}\n`,
  ],
])('every row of %s is hidden', (_, text, expected) => {
  expect(redacted(text)).toBe(expected)
  expect(redacted(expected)).toBe(expected)
  expect(
    scanSecrets(text.replaceAll(/[^\n|\t,;]*(?:密码|assword|key)[^\n|\t,;]*/g, '备注'), { scope: 'creonow' }),
  ).toEqual([])
})

test.each([
  '| 角色 | 秘密 | 密码强度 |\n|--|--|--|\n| 林远 | 他的父亲还活着 | 3-5 |\n',
  'Model | Tokens | Key\n--|--|--\nglm | 12000 | Tab\n',
  'He had a secret, a key, and a token,\nand 4 of us, 12 in all, knew it-\n',
  '| 人 | 密码 |\n|--|--|\n| 林远 | 没有 |\n| 苏清 | forgotten |\n| 吴岸 | -- |\n',
  'He counted everything that the tide had left behind, password,\nand then, x-12,\n',
  '| 密码 | 日期 |\n|--|--|\n| 2026-11-24 | 2026-11-25 |\n',
])('a table without secrets stays as it is: %j', (text) => {
  expect(redacted(text)).toBe(text)
})

test.each(['| 密码 | 密码 |\n', 'password,', 'password,token\n', '密码;"', '\t密码\n1\t2\n'])(
  'the time for %j again and again is linear',
  (unit) => {
    const scan = (text: string) => void scanSecrets(text, { scope: 'creonow' })
    expect(growsLinearly((times) => unit.repeat(4000 * times), scan)).toBe(true)
  },
)
