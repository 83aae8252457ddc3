import { marker, type SecretMatch } from './apply.ts'
import type { Span } from './parts.ts'
import { isHanPassword, isPassword } from './plainPasswords.ts'

const owner =
  '(?:我的|本人|家里|各个?|所有|全部|常用|网站|平台|路由器|邮箱|网络|无线|Wi-?Fi|登录|[账帐賬帳]号|[账帐賬帳]户|用户名?|my|all|our|site|web ?site|e-?mail|router|login|user ?names?|accounts?|log-?ins?)'
/** What a heading above a list of passwords says, and nothing else: `账号密码汇总`, `Accounts and passwords`. */
const title = new RegExp(
  `^(?:${owner}(?: ?(?:[和与及、/&+]|and) ?| ?)){0,3}(?:(?:密[码碼]|口令)(?:本|表|汇总|清单|大全|备忘录?|记录|列表|一览)?|passwords?|passcodes|log-?ins|credentials)$`,
  'i',
)
/** `# …`, `**…**`, `【…】`, `《…》`, `…：`; a title with a line below it has no sign of its own. */
const heading =
  /^[ \t]{0,3}(?:#{1,6}[ \t]+(?<marked>[^#\r\n]+?)[#：:]{0,6}|\*\*(?<bold>[^*\r\n]+?)[：:]?\*\*[：:]?|【(?<framed>[^】\r\n]+)】|《(?<titled>[^》\r\n]{3,})》|(?<labelled>[^#*：:\r\n]+)[：:])[ \t]*\r?$/
const underline = /^[ \t]{0,3}(?:={3,80}|-{3,80})[ \t]*\r?$/
const maxTitleUnits = 40
const maxItems = 500
const maxItemUnits = 160
/** Where an item may end a cell; a slash only between blanks: else it is one of an address. */
const cell = /[^\s|，、；：（）“”「」『』,;:]+(?:[,;:][^\s|，、；：（）“”「」『』,;:]+)*/g

/** What ends a list: another heading, also a label behind an empty line. */
const otherHeading =
  /^[ \t]{0,3}(?:#{1,6}[ \t]|\*\*[^*\r\n]{1,40}\*\*[：:]?[ \t]*\r?$|【[^】\r\n]{1,40}】[ \t]*\r?$)/
/** What ends a list with such a title; in any other the password of a game or a book may stand below its name. */
const otherTitle = /^[ \t]{0,3}《[^》\r\n]{1,40}》[ \t]*\r?$/
const label = /^[^\s：:-][^：:\r\n]{0,40}[：:][ \t]*\r?$/

/**
 * Adds what stands in the items of a list beneath a heading of passwords (`# 密码本`, `Passwords:`): of each line the last
 * part that is a password. `from` and `to` are those of the line that may be such a heading. Returns where the list ends:
 * at another heading or two empty lines; undefined without one. Each line of the list is read once.
 */
export function addItems(text: string, { from, to }: Span, matches: SecretMatch[]): number | undefined {
  const start = startOfItems(text, from, to)
  if (start === undefined) return undefined
  const hasTitle = otherTitle.test(text.slice(from, to))
  let at = start
  let empty = 0
  for (let items = 0; at < text.length && items < maxItems && empty < 2; items++) {
    const end = endOfLine(text, at)
    const line = text.slice(at, Math.min(end, at + maxItemUnits + 1))
    if (otherHeading.test(line) || (hasTitle && otherTitle.test(line))) break
    if (empty > 0 && at > start + 1 && label.test(line)) break
    empty = line.trim() === '' ? empty + 1 : 0
    const last = line.length > maxItemUnits ? undefined : lastPassword(line)
    if (last) matches.push({ patternId: 'listed-password', from: at + last.from, to: at + last.to })
    at = end + 1
  }
  return at
}

/** Behind the heading, where the line is one of passwords. */
function startOfItems(text: string, from: number, to: number): number | undefined {
  if (to - from > maxTitleUnits) return undefined
  const line = text.slice(from, to)
  const { marked, bold, framed, titled, labelled } = heading.exec(line)?.groups ?? {}
  const words = marked ?? bold ?? framed ?? titled ?? labelled
  if (words !== undefined) return title.test(words.trim()) ? to + 1 : undefined
  const end = endOfLine(text, to + 1)
  return title.test(line.trim()) && end - to < maxTitleUnits * 2 && underline.test(text.slice(to + 1, end))
    ? end + 1
    : undefined
}

function lastPassword(line: string): { readonly from: number; readonly to: number } | undefined {
  for (const { 0: part, index } of [...line.matchAll(cell)].reverse()) {
    const inner = part.replace(/^["'`(【]+/, '')
    const value = inner.replace(/["'`)】.?。！？]+$/, '')
    const from = index + part.length - inner.length
    if (value.includes(marker)) return undefined
    if (isPassword(value) || isHanPassword(value)) return { from, to: from + value.length }
  }
  return undefined
}

/** The place of the line break, or of the end of the text. */
export function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at === -1 ? text.length : at
}
