import type { SecretMatch } from './apply.ts'
import { isSecret } from './named.ts'
import { addItems, endOfLine } from './passwordLists.ts'

/** Columns of passwords: whatever is in them is one, however short. */
const passwordColumn =
  /^(?:[\p{L}\p{N}_-]{1,16}[ _-])?(?:passwor[dt]|passwd|passphrase|passcode|pass|pwd|pin|kennwort|contraseña|senha|mot de passe|пароль|(?:[\p{L}\p{N}]{1,8})?(?:密码|密碼|口令)|パスワード|暗証番号|비밀번호)(?: ?[(（][^()（）]{0,16}[)）])?$/iu
/** Columns of other secrets: what is in them is one when it is no word. */
const secretColumn =
  /^(?:[\p{L}\p{N}_ -]{1,24}[ _-])?(?:secret|token|(?:api|access|private|license|secret) ?_?-?key|credentials?|(?:[\p{L}\p{N}]{1,8})?(?:密钥|密鑰|令牌|凭证|授权码|激活码|提取码))(?: ?[(（][^()（）]{0,16}[)）])?$/iu
/** A part of every name of such a column. */
const partOfName =
  /pass|pwd|pin|kennw|contrase|senha|парол|secret|token|key|credential|log-?in|密|口令|令牌|凭证|授权码|激活码|提取码|パスワ|暗証|비밀/giu
const separators = ['|', '\t', ';', ','] as const
const maxHeaderUnits = 1_000
const maxNameUnits = 40
const maxCellUnits = 512
const minPasswordUnits = 4

interface Cell {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * What is in the columns of passwords and keys of a table: Markdown, or lines with tabs, semicolons or commas, as browsers
 * write passwords; and what is beneath a heading of passwords. Linear: a row, and an item, is read once.
 */
export function scanTables(text: string): SecretMatch[] {
  const matches: SecretMatch[] = []
  let listEnd = 0
  partOfName.lastIndex = 0
  for (let name = partOfName.exec(text); name; name = partOfName.exec(text)) {
    const from = text.lastIndexOf('\n', name.index) + 1
    const to = endOfLine(text, from)
    // Once for each line, and once for each table.
    partOfName.lastIndex = to
    if (to - from > maxHeaderUnits) continue
    if (from >= listEnd) listEnd = addItems(text, { from, to }, matches) ?? listEnd
    for (const separator of separators) {
      const header = cellsOf(text, from, to, separator)
      if (header.length < 2 || header.some((cell) => cell.text.length > maxNameUnits)) continue
      const columns = header.flatMap(({ text: title }, at) => {
        if (passwordColumn.test(title)) return { at, isPassword: true }
        return secretColumn.test(title) ? { at, isPassword: false } : []
      })
      if (columns.length === 0) continue
      partOfName.lastIndex = addRows(text, to, separator, columns, matches)
      break
    }
  }
  return matches
}

/** Adds what is in these columns of the rows behind `at`; returns where the table ends. */
function addRows(
  text: string,
  at: number,
  separator: string,
  columns: readonly { readonly at: number; readonly isPassword: boolean }[],
  matches: SecretMatch[],
): number {
  let end = at
  while (end < text.length) {
    const from = end + 1
    const to = endOfLine(text, from)
    const cells = cellsOf(text, from, to, separator)
    if (cells.length < 2) break
    for (const column of columns) {
      const cell = cells[column.at]
      if (cell && isSecretCell(cell.text, column.isPassword))
        matches.push({ patternId: 'table-secret', from: cell.from, to: cell.to })
    }
    end = to
  }
  return end
}

const isSecretCell = (value: string, isPassword: boolean) =>
  value.length <= maxCellUnits &&
  !/[\s\u2010-\uffff]/.test(value) &&
  (isSecret(value) ||
    (isPassword &&
      value.length >= minPasswordUnits &&
      /[0-9!-/:-@[-`{-~]/.test(value) &&
      !/^(?:[-*.]+|\d{4}-\d\d-\d\d)$/.test(value)))

/** The cells of a line without blanks, quotes and marks around them; what begins with a quote goes on to the next one. */
function cellsOf(text: string, from: number, to: number, separator: string): Cell[] {
  const cells: Cell[] = []
  const line = text.slice(from, to)
  if (!line.includes(separator)) return cells
  let start = separator === '|' && line.trimStart().startsWith('|') ? line.indexOf('|') + 1 : 0
  while (start <= line.length) {
    const quote = /^\s*"/.exec(line.slice(start, start + 8))
    const closing = quote ? line.indexOf('"', start + quote[0].length) : -1
    const next = line.indexOf(separator, closing === -1 ? start : closing)
    const end = next === -1 ? line.length : next
    const raw = line.slice(start, end)
    const inner = raw.replace(/^[\s"'`*]+/, '')
    const content = inner.replace(/[\s"'`*]+$/, '')
    const at = from + start + raw.length - inner.length
    cells.push({ from: at, to: at + content.length, text: content })
    start = end + 1
  }
  return cells
}
