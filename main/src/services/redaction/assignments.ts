import { marker } from './apply.ts'
import type { Pattern } from './patterns.ts'

/** A group that matches its small letters in either case; `(?i:…)` is too new for Node 22. No letters in classes. */
const anyCase = (source: string) =>
  `(?:${source.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)})`

const gap = '[^\\S\\r\\n]'
const key =
  `(?:${anyCase('passw(?:or)?d|passphrase|pwd|secret|token|credential|(?:api|access|account|private|secret)[_-]?key')}` +
  `|[A-Za-z0-9][_.-]${anyCase('pass')}|[a-z0-9]Pass|密码|密碼|口令|密钥|密鑰|秘钥|金钥|金鑰|令牌|權杖)`
/** `AWS_SECRET_ACCESS_KEY`, `passwordHash`, `token2`, but neither `tokenizer` nor `secretary`. */
const keyRest =
  `(?:s|${anyCase('key|hash|value|text|string')})?` +
  '(?:[_.-][\\w.-]{0,40}|(?<=[a-z])[A-Z][\\w.-]{0,40}|[0-9]{1,4})?'
/** What a key ends in that tells where a secret lies, how long it is or how it is called; `tokens` are counted. */
const ofOther =
  `(?<![_.-]${anyCase('url|uri|name|file|path|type|length|size|count|limit|field|policy|endpoint|format')})` +
  `(?<!${anyCase('credentials?[_.-]?id|tokens')})` +
  '(?<!(?:Ur[li]|URL|Name|File|Path|Type|Length|Size|Count|Limit|Field|Policy|Endpoint|Format))'
const closing = `["'\`*\\]\\)\\\\]{0,4}${gap}{0,4}`
const hidden = marker.replaceAll('*', '\\*')
const behindHidden = `(?:${hidden})*(?!${hidden})`
/** Markdown around the key or the value. */
const emphasis = '(?:(?:\\*{1,2}|_{1,2})(?!\\*))?'

/**
 * `key = value` in every form: `.env`, ini, JSON, YAML, a line of notes. Found by its sign, then the key is looked
 * for in front of it, so that prose costs nothing. Everything in front of the value is bounded.
 */
const assigned: Pattern = {
  patternId: 'assigned-secret',
  kind: 'secret',
  where: 'text',
  find: new RegExp(
    `(?<sign>[=:：＝])(?=[=>:*_]{0,3}${gap}{0,8}[\\\\"'\`“‘「『]{0,4}[ -~]{8})` +
      `(?<=${key}${keyRest}${ofOther}${closing}[=:：＝])[=>:]{0,2}${emphasis}${gap}{0,8}` +
      `(?:(?<quote>\\\\{0,3}["'\`])|${emphasis}[“‘「『]?(?=${behindHidden}[^\\s"'\`\\u2010-\\uffff]{8}))` +
      `${behindHidden}(?<secret>[^\\r\\n"'\`\\u2010-\\uffff]{8})`,
    'g',
  ),
  end: (text, from, { quote }) => (quote && quotedEnd(text, from, quote)) || valueEnd(text, from),
  accept: (exact, { sign = '', quote }) => isSecret(exact, quote === undefined && '：:'.includes(sign)),
}

const connectionKey = `${anyCase('password|passwd|pwd')}${gap}{0,2}=`
const plainValue = '[^;&\\s"\'`\\u2010-\\uffff]{1,256}'
const upToValue = `${gap}{0,2}${behindHidden}`

/** In a list of `name=value;`, or behind `jdbc:`, every password is one, however plain. */
const connection: Pattern = {
  patternId: 'connection-password',
  kind: 'secret',
  where: 'text',
  hints: [';', 'jdbc:'],
  find: new RegExp(
    `=(?<=${connectionKey})(?:(?<=(?:;${gap}{0,2}|jdbc:[^\\s"'\`]{0,256}[?&;])${connectionKey})` +
      `|(?=${upToValue}${plainValue};${gap}{0,2}[A-Za-z][A-Za-z ]{1,30}=))${upToValue}(?<secret>${plainValue})`,
    'g',
  ),
}

/** `scott/tiger@`: Oracle's thin driver. */
const oracle: Pattern = {
  patternId: 'connection-password',
  kind: 'secret',
  where: 'text',
  hints: ['jdbc:oracle:'],
  find: new RegExp(
    `jdbc:oracle:[a-z]{1,8}:${behindHidden}(?<secret>[^\\s/@"'\`]{1,64}\\/[^\\s@"'\`]{1,128})@`,
    'g',
  ),
}

export const assignmentPatterns: readonly Pattern[] = [connection, oracle, assigned]

const maxQuotedUnits = 256

/** The closing quote, when there is one on the line and no CJK before it. */
function quotedEnd(text: string, from: number, quote: string): number | undefined {
  const line = text.slice(from, from + maxQuotedUnits)
  const units = line.indexOf(quote)
  return units === -1 || /[\r\n\u2010-\uffff]/.test(line.slice(0, units)) ? undefined : from + units
}

/** A sign that parts two assignments, a closing tag, an escaped quote or line break of JSON, or what is in no value. */
const valueStop =
  /[\s"'`\u2010-\uffff]|<\/|[,;&](?=[^\S\r\n]{0,4}[A-Za-z][\w .-]{0,40}=)|\\{1,3}["'`]|\\[nr]/g
const sentenceEnd = new Set('.,;:?)]}')

function valueEnd(text: string, from: number): number {
  valueStop.lastIndex = from
  let to = valueStop.exec(text)?.index ?? text.length
  while (to > from && sentenceEnd.has(text.charAt(to - 1))) to--
  return to
}

/** `$NAME`, `${NAME}`, `{{name}}`, `<name>`, `%NAME%`: the place of a secret. */
const placeholder = /^(?:\$\{?\w+\}?|\$\(.*\)|\$?\{\{.*\}\}|<.*>|%\w+%)$/s
const minUnits = 8
/** Prose in front of and behind a word, and between two: `(whispers)`, `love/hate`. */
const proseSigns = /[/()!?;:&*"~]|^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g

/**
 * True for a value of two character classes, or of hex digits. In `loose` text, a line of notes, the signs of a
 * sentence are no class: `secret: everything!` is prose.
 */
function isSecret(exact: string, loose: boolean): boolean {
  if (exact.length < minUnits || placeholder.test(exact)) return false
  const parts = exact.split(/\s+/)
  if (parts.length > 1) {
    return parts.some((word) => word.length >= 6 && /[0-9]/.test(word) && classes(prose(word)) > 1)
  }
  return classes(loose ? prose(exact) : exact.replace(/[[({]+$/, '')) > 1 || /^[0-9]{16,}$/.test(exact)
}

const prose = (word: string) => word.replace(proseSigns, '')

/** Lower, upper (not only the first letter), digit, symbol; `- ' . ,` are no symbols. */
function classes(text: string): number {
  const kinds = [/[a-z]/, /(?<=.)[A-Z]/, /[0-9]/, /[!-&(-+/:-@[-`{-~]/]
  return kinds.filter((kind) => kind.test(text)).length
}
