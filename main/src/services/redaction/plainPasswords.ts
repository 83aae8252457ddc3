import { marker } from './apply.ts'
import type { Pattern } from './patterns.ts'

const remark = '(?:[ \\u3000]?[(（][^()（）\\r\\n]{0,16}[)）])?'
/** Nothing but a sign, a blank or a verb stands between the name and the value. */
const joint = '(?:[ \\u3000]?(?:[:：=＝]|是|为|為|[ \\u3000]is)[ \\u3000]?|[ \\u3000])["\'“「`]?'
const passwordName =
  '(?:(?<![A-Za-z])(?:[Pp]ass(?:word|code)|PASSWORD|[Pp]wd|PWD|PIN)|PIN ?码|密[码碼]|口令|パスワード|暗証番号|비밀번호)'
const minUnits = 6
const valueEnd = /["'`.,;:!?)\]}]+$/

const plain = (hints: readonly string[], find: RegExp, more: Partial<Pattern> = {}): Pattern => ({
  ...{ patternId: 'plain-password', kind: 'secret', where: 'text', notesOnly: true, hints, find },
  // What stands behind it is no rest of it: it has a length of its own.
  end: (_text, from, { secret = '' }) => from + secret.length,
  ...more,
})

/** Passwords as people write them down, too short or too plain to be told without a name right in front of them. */
export const plainPasswordPatterns: readonly Pattern[] = [
  // What a mail service gives out for other programs: sixteen small letters.
  plain(
    ['授权码', '授權碼', '客户端密码', 'assword'],
    /(?:授权码|授權碼|客户端密码|[Aa]pp [Pp]assword)[^A-Za-z0-9\r\n]{0,8}(?<secret>[a-z]{16}|[a-z]{4}(?: [a-z]{4}){3})(?![A-Za-z0-9])/g,
  ),
  // Four characters open a shared folder.
  plain(
    ['提取码', '提取碼', '访问码', '解压码'],
    /(?:提取码|提取碼|访问码|解压码)[ \u3000]?[:：是为]?[ \u3000]?(?<secret>[A-Za-z0-9]{4,8})(?![A-Za-z0-9])/g,
  ),
  plain(['?pwd='], /pan\.[a-z]{3,12}\.com\/[^\s?#]{4,80}\?pwd=(?<secret>[A-Za-z0-9]{4,8})(?![A-Za-z0-9])/g),
  plain(
    [
      'assword',
      'asscode',
      'PASSWORD',
      'wd',
      'WD',
      'PIN',
      '密码',
      '密碼',
      '口令',
      'パスワード',
      '暗証番号',
      '비밀번호',
    ],
    new RegExp(`${passwordName}${remark}${joint}(?<secret>[!-~]{${minUnits},80})(?![!-~])`, 'g'),
    {
      end: (_text, from, { secret = '' }) => from + secret.replace(valueEnd, '').length,
      accept: isPassword,
    },
  ),
]

/** Letters and digits. Digits alone are the code of a safe in the plot more often than a password of the author. */
function isPassword(value: string): boolean {
  return (
    value.length >= minUnits &&
    /[0-9]/.test(value) &&
    /[A-Za-z]/.test(value) &&
    /^[\w!@#$%^&*+=?~-]+$/.test(value) &&
    !/^\$|^%.*%$/.test(value) &&
    !value.includes(marker)
  )
}
