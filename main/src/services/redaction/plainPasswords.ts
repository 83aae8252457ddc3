import { marker } from './apply.ts'
import type { Pattern } from './patterns.ts'

/** Of which password, behind its name: `密码（家里）`, `password for the router`, `password, hint aside,`. */
const remark =
  "(?:[ \\u3000]?[(（][^()（）\\r\\n]{0,16}[)）]| for [A-Za-z' -]{1,24}(?=[:=])|,? (?:hint|hints) aside,?)?"
/** What says that the name has a value, in Chinese: `密码就是`, `密码改成了`, `密码一律用`. */
const hanVerb = '(?:一直|一律|还|還|都|就|仍)?(?:是|为|為|用|叫|[设設改換换](?:为|為|成了?|置为))[:：]?'
/** The adverb is a word of its own: a password may begin like one (`thenorth77`). */
const englishVerb =
  '[ ](?:is|was|will be|should be)(?:[ ](?:still|now|then|always|currently|originally|maybe|perhaps|probably)(?![\\w!@#$%^&*+=?~-]))?'
/** Nothing but a sign, a blank or a verb stands between the name and the value. */
const joint = `(?:[ \\u3000]?(?:[:：=＝]|${hanVerb}|${englishVerb})[ \\u3000]?|[ \\u3000])["'“「\`]?`
/** The same where a value of Han characters begins: a blank alone says nothing. */
const hanJoint = `["'”]?[ \\u3000]?(?:[:：=＝]|->|→|[【「『“]|${hanVerb}|${englishVerb})[ \\u3000]?["'“「『【\`]?`
const passwordName =
  '(?:(?<![A-Za-z])(?:[Pp]ass(?:word|code)|PASSWORD|[Pp]wd|PWD|PIN)|PIN ?码|密[码碼]|口令|パスワード|暗証番号|비밀번호)'
/** Behind a number in a sentence: what it counts, or how the sentence goes on. */
const measure = '[年月日号號回章页頁节節集卷册冊行个個次字位名人元块岁歲分秒点點时時天周层層楼樓的了是在]'
const han = '[\\u3400-\\u9fff]'
const noWord = '(?![\\u3400-\\u9fffA-Za-z0-9])'
/** A verse, a name or a pet, and a number; no sentence goes on behind it but with the end of the verb (`换成…了`). */
const hanValue =
  `(?!详?[见見]|[参參请請]|同|第|约|約|由|至少|共|每)(?:${han}{2,16}(?:[0-9]{2,8}|[@#$%^&*+~_-][0-9]{1,8})` +
  `(?:(?<=${han}{4}[0-9]{3,8})(?!${measure})${han})?[!@#$%^&*+~_-]{0,4}${noWord}|${han}{4,16}[0-9]{2,8}(?=了${noWord}))`
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
  plain(
    ['assword', 'asscode', 'PASSWORD', 'wd', 'WD', '密码', '密碼', '口令'],
    new RegExp(`${passwordName}${remark}${hanJoint}(?<secret>${hanValue})`, 'g'),
  ),
  plain(
    ['assphrase', 'ass phrase'],
    /[Pp]ass ?phrase[ ]?(?:[:=]|is)?[ ]?["“](?<secret>[A-Za-z][A-Za-z' -]{6,60} ?[0-9]{2,8}[!?.]?)["”]/g,
  ),
]

/** True for a value of Han characters and a number, as `isPassword` for letters. */
export const isHanPassword = (value: string): boolean => hanPassword.test(value)

const hanPassword = new RegExp(`^${hanValue}$`)

/** Letters and digits. Digits alone are the code of a safe in the plot more often than a password of the author. */
export function isPassword(value: string): boolean {
  return (
    value.length >= minUnits &&
    /[0-9]/.test(value) &&
    /[A-Za-z]/.test(value) &&
    /^[\w!@#$%^&*+=?~-]+$/.test(value) &&
    !/^\$|^%.*%$/.test(value) &&
    !value.includes(marker)
  )
}
