import { expect, test } from 'vitest'
import {
  attackSecrets,
  blindSecrets,
  publishedSecrets,
  ruleSecrets,
} from '../../../../bench/redaction/listedSecrets.ts'
import { scanSecrets } from '../../../../main/src/services/redaction/index.ts'
import { mayFollowName } from '../../../../main/src/services/redaction/nameNear.ts'
import { viewOf } from '../../../../main/src/services/redaction/view.ts'
import { growsLinearly } from '../../../support/cpuTime.ts'

test.each([
  '密码：',
  '密码（新）是 ',
  '| 密码 | 备注 |\n|---|---|\n| ',
  '| 账号 | 密码 |\n|---|---|\n| linyuan | ',
  'User | Password\r\n--- | ---\r\nlin | ',
  'password: str = "',
  'password (router) = ',
  'Set the token to ',
  'password was set to ',
  'IDENTIFIED BY "',
  "the password's ",
  '<td>Password</td><td>',
  'password is root/',
  'api key\n    ',
  'MY_TOKEN_OF_TODAY=',
  'password=***REDACTED***',
])('a value behind %j may have a name', (before) => {
  expect(mayFollowName(`x ${before}V`, before.length + 2)).toBe(true)
})

test.each(['const file = "', 'import x as ', 'width: ', 'foo(bar).baz(', 'the author of '])(
  'a value behind %j has none',
  (before) => {
    expect(mayFollowName(`x ${before}V`, before.length + 2)).toBe(false)
  },
)

test('every named value of the lists may have a name', () => {
  const listed = [...attackSecrets, ...ruleSecrets, ...blindSecrets, ...publishedSecrets]
  const named = listed.flatMap((secret) => {
    const { text } = viewOf(secret.text)
    return scanSecrets(text, { scope: 'creonow' })
      .filter(({ patternId }) => patternId === 'assigned-secret')
      .map(({ from }) => ({ text, from }))
  })
  expect(named.length).toBeGreaterThan(300)
  expect(named.filter(({ text, from }) => !mayFollowName(text, from))).toEqual([])
})

test.each(['a:', 'is ', '(a)', '|', 'aaaa', ' '])('the time for %j again and again is linear', (unit) => {
  const textOf = (times: number) => unit.repeat(20_000 * times)
  const work = (text: string) => {
    for (let at = 0; at < text.length; at += unit.length) mayFollowName(text, at)
  }
  expect(growsLinearly(textOf, work)).toBe(true)
})
