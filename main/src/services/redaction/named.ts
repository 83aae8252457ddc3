import { marker, type SecretMatch } from './apply.ts'
import { isCode } from './codes.ts'
import { mayFollowName } from './nameNear.ts'
import { isScrambled, minScrambledUnits } from './scrambled.ts'
import type { TokenRun } from './tokenRuns.ts'
import type { RedactionScope } from './types.ts'

/** A group that matches its small letters in either case; `(?i:…)` is too new for Node 22. No letters in classes. */
const anyCase = (source: string) =>
  `(?:${source.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)})`

const gap = '[^\\S\\r\\n]'
const between = `[ _\u3000.-]?`
const names =
  `(?:${anyCase('pa?s{1,3}wo?r?d|passphrase|passcode|pwd|secret|token|credentials?|creds|recovery code')}` +
  `|${anyCase(`(?:api|app|access|account|private|secret|encryption|signing|preshared|pre-shared|auth|master)`)}${between}${anyCase('key')}` +
  `|[A-Za-z0-9][_.-]${anyCase('pass')}|(?<=[A-Za-z])(?<!${anyCase('by|com|over|under|sur|tres|im')})${anyCase('pass')}|[_"'-]${anyCase('auth')}|[_-]${anyCase('pw')}|(?<![A-Za-z])psk|(?<![A-Za-z0-9])${anyCase('pw')}(?![A-Za-z])|[a-z0-9]Pass|[Pp]assword[Aa]s` +
  `|${anyCase('passwort|kennwort|contraseña|senha|mot de passe')}|[Пп]арол[ьяюе]м?|パスワード|暗証番号|비밀번호|암호` +
  '|(?<!摩[尔爾]?斯|[凯恺]撒|芬奇|尼格玛|吉尼亚)密[ \u3000]?码|密[ \u3000]?碼|口[ \u3000]?令|密钥|密鑰|秘钥|金钥|金鑰|令牌|權杖|授权码|凭证|私钥|提取码|解压码)'
/** `AWS_SECRET_ACCESS_KEY`, `passwordHash`, `token2`, but neither `tokenizer` nor `secretary`. */
const rest =
  `(?:s|${anyCase('key|hash|value|text|string')})?` +
  '(?:[_.-][\\w.-]{0,40}|(?<=[a-z])[A-Z][\\w.-]{0,40}|[0-9]{1,4})?'
/** What a name ends in that tells where a secret lies, how long it is or how it is called; `tokens` are counted. */
const notOfOther =
  `(?<![_.-]${anyCase('url|uri|name|file|path|type|length|size|count|limit|field|policy|endpoint|format')})` +
  `(?<!${anyCase('credentials?[_.-]?id|secrets?id|tokens|max[_.-]?token|public[_.-]?(?:key|token)|csrf[_.-]?token')})` +
  '(?<!(?:Ur[li]|URL|Name|File|Path|Type|Length|Size|Count|Limit|Field|Policy|Endpoint|Format))'
/** A remark behind the name: `密码(root)`, `密码（新）`, `password (router)`. */
const remark = '(?: ?[(（\\[][^()（）\\[\\]\\r\\n]{0,20}[)）\\]])?'
const closing = `["'\`*\\]\\)\\\\】]{0,4}${gap}{0,4}`
const hidden = `(?:${marker.replaceAll('*', '\\*')}){0,8}`
const open = `(?:[@brf]?\\\\{0,3}["'\`]|(?:\\*{1,2}|_{1,2})?[“‘「『]?(?:\\*{1,2}|_{1,2})?)${hidden}`
/** The type of a variable. */
const typed = '(?::[ ]?[&A-Za-z<>]{1,16}[ ]?)?'
const sign = '(?:[=:：＝]{1,2}[=>]{0,2}|[.+?!]{1,2}={1,2}|->|→)'

/** `name = value` in every form: `.env`, ini, JSON, YAML, a line of notes. */
const assigned = new RegExp(
  `(?<=${names}${rest}${notOfOther}${remark}${closing}${typed}${sign}(?:\\*{1,2}|_{1,2})?${gap}{0,8}${open})`,
  'y',
)

/** The attribute, the element or the cell that holds what the one before has named. */
const holder = '(?:value|string|td|dd|th)'
const verbs = anyCase('(?:is|was|are|were|to|set|set to|of|now|still|here)')
/** A tab in a string literal. */
const filler = `(?:\\\\{1,4}t)?[^A-Za-z0-9\\r\\n.;!?。；！？]{0,16}(?:${verbs}[^A-Za-z0-9\\r\\n]{1,4}){0,2}`
const nextLine = `[^A-Za-z0-9\\r\\n]{0,8}(?:\\r?\\n[^A-Za-z0-9]{0,12})`
const held = `(?:</\\w{1,12}>)?[^A-Za-z0-9]{1,12}(?:(?:name|key)=["']\\w{1,16}["'][^A-Za-z0-9]{1,4})?${holder}["']?[^A-Za-z0-9\\r\\n]{1,6}`
/** A table with the names in its first row. */
const cell = '[^\\r\\n]{0,60}\\r?\\n\\|[-| :]{3,80}\\r?\\n\\|?(?:[^|\\r\\n]{0,40}\\|){0,6}[ ]?'
const account = '(?:[A-Za-z0-9_.@-]{1,24}[/／])?'
/** The same in prose, in a table, in tags and on the next line. */
const mentioned = new RegExp(
  `(?<=(?:${names}|(?<![A-Za-z])${anyCase('pass')}|${anyCase('identified by|securestring|requirepass')}|暗号)` +
    `${rest}${notOfOther}${remark}(?:${filler}|${nextLine}|${held}|${cell}|'s )${account})`,
  'y',
)

/** `changed the password from A to X`, `密码从A改成X`: both are secrets. */
const changed = `${names}[^\\r\\n{}]{0,24}(?:[ ]from[ ]|[从從由])${gap}?["'\`“「]?`
const into = `["'\`”」]?${gap}?(?:(?:in)?to[ ]|(?:更?[换換改变變]|更新|修改|[设設]置?)[成为為到]了?)${gap}?["'\`“「]?`
const changedFrom = new RegExp(`(?<=${changed})(?=[!-~]{4,128}?${into})`, 'y')
const changedTo = new RegExp(`(?<=${changed}[!-~]{4,128}${into})`, 'y')

/** Names of keys that are also common words: only a code behind them is a secret. */
const codeName =
  '(?:(?<!(?:public|Public|PUBLIC)[ _-]?)(?:[Kk]ey|KEY)|[Ss]ecret|SECRET|[Tt]okens?|TOKENS?|[Aa]ccess|ACCESS|[_-](?:api|API)|[Pp]rivate|PRIVATE|(?<![A-Za-z])(?:pat|PAT))'
const assignedCode = new RegExp(`(?<=${codeName}${closing}${sign}${gap}{0,8}${open})`, 'y')
const mentionedCode = new RegExp(`(?<=${codeName}(?:[^A-Za-z0-9\\r\\n]{1,12}|${nextLine}))`, 'y')

/** Where a value may begin inside a run: behind one of these. */
const valueStarts = new Set([...'=:：>|([{/~,'].map((sign) => sign.charCodeAt(0)))
const maxQuotedUnits = 256
const maxStarts = 16

/**
 * Values behind a name for a secret. Found by the value: prose in any language has hardly a run of characters that is
 * no word; only in front of such a run a name is looked for. In a manuscript the name and the value are joined by a
 * sign; in notes whatever stands between them. Linear: everything in front of a value is bounded.
 */
export function scanNamed(text: string, runs: readonly TokenRun[], scope: RedactionScope): SecretMatch[] {
  const matches: SecretMatch[] = []
  let lastEnd = 0
  for (const run of runs) {
    if (isNextOfList(text, matches.at(-1), run)) {
      matches.push({ patternId: 'named-secret', ...run })
      lastEnd = run.to
      continue
    }
    const quoted = quotedStart(text, run.from)
    if (quoted === undefined && !hasOtherThanWords(text, run) && !mayBeScrambled(text, run)) continue
    const starts = startsIn(text, run, quoted)
    for (const [at, from] of starts.entries()) {
      if (from < lastEnd || !mayFollowName(text, from)) continue
      const isAssigned = precedes(assigned, text, from)
      const to = endOf(text, from)
      const isNamed =
        isAssigned ||
        (scope === 'creonow' &&
          (precedes(mentioned, text, from) ||
            precedes(changedFrom, text, from) ||
            precedes(changedTo, text, from))) ||
        (isCode(text.slice(from, to)) &&
          precedes(scope === 'creonow' ? mentionedCode : assignedCode, text, from))
      if (!isNamed) continue
      // The next line assigns something itself.
      if (
        !isAssigned &&
        /^(?:[A-Z_][A-Z0-9_]{0,40}|[A-Za-z_][a-z0-9_.-]{0,40})=[^=]/.test(text.slice(from, to))
      )
        continue
      // Whose password it is.
      if (!isAssigned && mailAddress.test(text.slice(from, to))) continue
      if (isValue(text, from, to) || (isAssigned && isScrambled(text.slice(from, to))))
        matches.push({ patternId: isAssigned ? 'assigned-secret' : 'named-secret', from, to })
      // What is named and no value may still be a name in front of one.
      else if (!starts.slice(at + 1).some((next) => isValue(text, next, endOf(text, next)))) continue
      lastEnd = Math.max(lastEnd, to)
    }
  }
  return matches
}

const mayBeScrambled = (text: string, { from, to }: TokenRun) =>
  to - from >= minScrambledUnits && /[A-Za-z]{16}/.test(text.slice(from, to))

const isValue = (text: string, from: number, to: number) =>
  to > from && hasOtherThanWords(text, { from, to }) && isSecret(text.slice(from, to))

/** The next of a list that a name stands in front of: `["…", "…"]`, or an item a line; or one code a line, all in one form. */
function isNextOfList(text: string, last: SecretMatch | undefined, { from, to }: TokenRun): boolean {
  if (!last || from < last.to || from - last.to > maxJointUnits) return false
  const joint = text.slice(last.to, from)
  if (nextItem.test(joint) && itemEnd.test(text.slice(to, to + maxJointUnits)))
    return isSecret(text.slice(from, to))
  const dashes = (code: string) => code.replace(/[^-]/g, '.')
  return (
    to - from === last.to - last.from &&
    from - last.to <= 8 &&
    /^ {0,4}\r?\n[ \t]{0,4}(?:[-*•] )?$/.test(joint) &&
    dashes(text.slice(last.from, last.to)) === dashes(text.slice(from, to)) &&
    isSecret(text.slice(from, to))
  )
}

const maxJointUnits = 24
const nextItem =
  /^(?:["'`],[ \t]{0,4}(?:\r?\n[ \t]{0,12})?["'`]|["'`]?[ \t]{0,4}\r?\n[ \t]{0,12}[-*•] ["'`]?)$/
const itemEnd = /^(?:["'`][ \t]{0,4}[,\])}]|["'`]?[ \t]{0,4}(?:[\r\n]|$))/

function precedes(name: RegExp, text: string, at: number): boolean {
  name.lastIndex = at
  return name.test(text)
}

/** False when every part of a span is a word, as `isSecretWord` takes one: no value in it is a secret. */
function hasOtherThanWords(text: string, { from, to }: TokenRun): boolean {
  let [digits, small, capitals] = [0, 0, 0]
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (isSmall(code)) {
      // A name in camel case ends one word and begins the next.
      if (capitals > 1 || digits > 0) return true
      small += 1
    } else if (code >= 65 && code <= 90) {
      if (digits > 0 || small === 1) return true
      if (small > 1) {
        if (!isSmall(text.charCodeAt(at + 1))) return true
        small = 0
        capitals = 0
      }
      capitals += 1
    } else if (code >= 48 && code <= 57) {
      if (small + capitals > 0 || ++digits > 4) return true
    } else if (parting.has(code)) {
      digits = 0
      small = 0
      capitals = 0
    } else return true
  }
  return false
}

const isSmall = (code: number) => code >= 97 && code <= 122

/** Behind the quotation mark in front of a run, on its line. */
function quotedStart(text: string, from: number): number | undefined {
  for (let at = from - 1; at >= 0 && at > from - maxQuotedUnits && text[at] !== '\n'; at--)
    if (isQuote(text[at])) return at + 1
  return undefined
}

/** Behind the quotation mark, where the run begins, and behind each sign of a joint in it. */
function startsIn(text: string, { from, to }: TokenRun, quoted: number | undefined): number[] {
  const starts = quoted === undefined ? [from] : [quoted, from]
  for (let at = from + 1; at < to && starts.length < maxStarts; at++)
    if (valueStarts.has(text.charCodeAt(at - 1))) starts.push(at)
  return starts.map((at) => behindMarkers(text, at))
}

function behindMarkers(text: string, at: number): number {
  return text.startsWith(marker, at) ? behindMarkers(text, at + marker.length) : at
}

const isQuote = (unit: string | undefined) => unit === '"' || unit === "'" || unit === '`'

function endOf(text: string, from: number): number {
  const quote = text.charAt(from - 1)
  return (isQuote(quote) && quotedEnd(text, from, quote)) || valueEnd(text, from)
}

/** The closing quote, when there is one on the line and no CJK before it. */
function quotedEnd(text: string, from: number, quote: string): number | undefined {
  const line = text.slice(from, from + maxQuotedUnits)
  const units = line.indexOf(quote)
  if (units === -1 || /[\r\n\u2010-\uffff]/.test(line.slice(0, units))) return undefined
  return from + line.slice(0, units).replace(/\\+$/, '').length
}

/** A sign that parts two assignments, a tag, an escaped quote or line break of JSON, or what is in no value. */
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
const placeholder = /^(?:\$\{?[\w:]+\}?|\$\(.*\)|\$?\{\{.*\}\}|<.*>|%\w+%)$/s
const mailAddress = /^[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}\.[a-z]{2,12}$/i
const minUnits = 8
/** Between the words of a sentence, of a path and of an expression. */
const betweenWords = /[\s_.,'’()<>/:!?;*"~[\]{}|-]+|(?<=[A-Za-z][a-z])(?=[A-Z][a-z])/
/** Signs between words that may be in a run, and the one between a name and its value. */
const parting = new Set([...'_.,()<>/:!?;*~[]{}|-='].map((sign) => sign.charCodeAt(0)))
const word = /^(?:[A-Z]?[a-z]+|[A-Z]+|[0-9]{1,4}|[xX]+)$/

/** True for a value of two character classes that is made of no words, or of digits alone if there are many. */
export function isSecret(exact: string): boolean {
  if (exact.length < minUnits || placeholder.test(exact)) return false
  const parts = exact.split(/\s+/)
  if (parts.length > 1)
    return parts.some((part) => part.length >= 6 && /[0-9]/.test(part) && isSecretWord(part))
  return isSecretWord(exact) || /^[0-9]{16,}$/.test(exact)
}

function isSecretWord(part: string): boolean {
  return (
    classes(part) > 1 &&
    !part
      .replace(/=+$/, '')
      .split(betweenWords)
      .every((each) => each === '' || word.test(each))
  )
}

/** Lower, upper (not only the first letter), digit, symbol; `- ' . ,` are no symbols. */
function classes(text: string): number {
  const kinds = [/[a-z]/, /(?<=.)[A-Z]/, /[0-9]/, /[!-&(-+/:-@[-`{-~]/]
  return kinds.filter((kind) => kind.test(text)).length
}
