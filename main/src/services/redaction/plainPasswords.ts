import { marker, type SecretMatch } from './apply.ts'

const remark = '(?:[ \\u3000]?[(（][^()（）\\r\\n]{0,16}[)）])?'
/** Nothing but a sign, a blank or a verb stands between the name and the value. */
const joint = '(?:[ \\u3000]?(?:[:：=＝]|是|为|為|[ \\u3000]is)[ \\u3000]?|[ \\u3000])["\'“「`]?'
const passwordName =
  '(?:(?<![A-Za-z])(?:[Pp]ass(?:word|code)|PASSWORD|[Pp]wd|PWD|PIN)|PIN ?码|密[码碼]|口令|パスワード|暗証番号|비밀번호)'
const minUnits = 6

const finds: readonly RegExp[] = [
  // What a mail service gives out for other programs: sixteen small letters.
  /(?:授权码|授權碼|客户端密码|app password)[^A-Za-z0-9\r\n]{0,8}(?<secret>[a-z]{16}|[a-z]{4}(?: [a-z]{4}){3})(?![A-Za-z0-9])/gi,
  // Four characters open a shared folder.
  /(?:提取码|提取碼|访问码|解压码)[ \u3000]?[:：是为]?[ \u3000]?(?<secret>[A-Za-z0-9]{4,8})(?![A-Za-z0-9])/g,
  /pan\.[a-z]{3,12}\.com\/[^\s?#]{4,80}\?pwd=(?<secret>[A-Za-z0-9]{4,8})(?![A-Za-z0-9])/g,
]
const named = new RegExp(`${passwordName}${remark}${joint}(?<value>[!-~]{${minUnits},80})(?![!-~])`, 'g')
const valueEnd = /["'`.,;:!?)\]}]+$/

/**
 * Passwords as people write them down, too short or too plain to be told without a name right in front of them. For notes
 * only: in a novel somebody says them. Linear.
 */
export function scanPlainPasswords(text: string): SecretMatch[] {
  const matches: SecretMatch[] = []
  const add = (from: number, to: number) => void matches.push({ patternId: 'plain-password', from, to })
  for (const find of finds)
    for (const { 0: matched, index, groups } of text.matchAll(find))
      add(index + matched.length - (groups?.secret ?? '').length, index + matched.length)
  for (const { 0: matched, index, groups } of text.matchAll(named)) {
    const value = groups?.value ?? ''
    const password = value.replace(valueEnd, '')
    const from = index + matched.length - value.length
    if (isPassword(password)) add(from, from + password.length)
  }
  return matches
}

/** Letters and digits. Digits alone are the code of a safe in the plot more often than a password of the author. */
const isPassword = (value: string) =>
  value.length >= minUnits &&
  /[0-9]/.test(value) &&
  /[A-Za-z]/.test(value) &&
  /^[\w!@#$%^&*+=?~-]+$/.test(value) &&
  !/^\$|^%.*%$/.test(value) &&
  !value.includes(marker)
