/** One line of an answer, without the signs of Markdown. */
export interface AnswerLine {
  /**
   * `lead`: a line in bold, which models write for a heading. `item`: of a list. `row`: of a table. `rule`: a line
   * across, behind which something else begins.
   */
  readonly kind: 'heading' | 'lead' | 'item' | 'row' | 'plain' | 'rule'
  /** Of headings 1 to 6, of leads 7; of items how far they are indented, in blanks; 0 for the rest. */
  readonly level: number
  /** Without numbers and bullets; of an item with the lines that continue it. */
  readonly text: string
  /** What is in bold at its beginning, without a colon; empty: nothing is. */
  readonly lead: string
  /** What is behind the lead. */
  readonly rest: string
  /** The cells of a row. */
  readonly cells: readonly string[]
}

const fence = /^\s*(?:```|~~~)/
const heading = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*$/u
const acrossLine = /^\s*(?:[-*_]\s*){3,}$/
/** A bullet, or a number with the mark that makes it one of a list. */
const listMark =
  /^(\s*)(?:[-*+•·●]\s+|[•●]|\d{1,3}[.．](?!\d)\s*|\d{1,3}[、)）]\s*|[（(]\d{1,3}[)）]\s*|[①-⑳]\s*|(?:Beat|Scene|步骤|节拍|场景)\s*[\d一二三四五六七八九十]{1,3}\s*[:：.、]\s*|[一二三四五六七八九十]{1,3}、\s*)/u
const boldStart = /^(?:\*\*|__)(.+?)(?:\*\*|__)\s*(.*)$/su
const separator = /^\s*(?:[:：|｜·]|[-–—]+(?=\s)|——?)\s*/u

/** Brackets in front of a line are as good as bold. */
const bracketStart = /^(\s*)【([^【】]+)】/u
const quotation = /^\s{0,3}(?:>\s?)+/

/** Without signs for emphasis, code and links. */
const plainText = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/(?<![\p{L}\p{N}*])\*(?=\S)([^*]+)\*/gu, '$1')
    .trim()

/** Without the colon or dash that it begins with. */
export const withoutSeparator = (text: string): string => text.replace(separator, '').trim()

const isSeparatorRow = (cells: readonly string[]) => cells.every((cell) => /^:?-+:?$/.test(cell))

/** The lines of an answer; what the model was thinking before it is left out. */
export const answerLines = (answer: string): readonly AnswerLine[] => {
  const lines: AnswerLine[] = []
  let isBehindBlank = true
  const visible = answer.replaceAll(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '')
  for (const marked of visible.split(/\r\n|[\r\n]/)) {
    const line = marked.replace(quotation, '').replace(bracketStart, '$1**$2**：')
    if (fence.test(line)) continue
    if (line.trim() === '') {
      isBehindBlank = true
      continue
    }
    const last = lines.at(-1)
    const isContinued = last?.kind === 'item' && !isBehindBlank && /^\s+/.test(line) && !listMark.test(line)
    if (isContinued)
      lines[lines.length - 1] = { ...last, ...divided(`${last.text}\n${plainText(line)}`, last) }
    else lines.push(read(line))
    isBehindBlank = false
  }
  return lines.filter(({ kind, cells }) => kind !== 'row' || !isSeparatorRow(cells))
}

const divided = (text: string, { lead }: Pick<AnswerLine, 'lead'>) => ({
  text,
  rest: withoutSeparator(text.slice(lead.length)),
})

function read(line: string): AnswerLine {
  const head = heading.exec(line)
  if (head) return leadOf('heading', head[1]?.length ?? 1, (head[2] ?? '').replace(listMark, ''))
  if (acrossLine.test(line)) return leadOf('rule', 0, '')
  if (/^\s*\|.*\|\s*$/.test(line)) {
    const cells = line.trim().slice(1, -1).split('|').map(plainText)
    return { ...leadOf('row', 0, ''), text: cells.join(' '), cells }
  }
  const mark = listMark.exec(line)
  // Bold at the beginning of a line is no bullet.
  if (mark) return leadOf('item', mark[1]?.length ?? 0, line.slice(mark[0].length))
  const plain = leadOf('plain', 0, line)
  return plain.lead !== '' && plain.rest === '' ? { ...plain, kind: 'lead', level: 7 } : plain
}

function leadOf(kind: AnswerLine['kind'], level: number, marked: string): AnswerLine {
  const bold = boldStart.exec(marked.trim())
  const lead = bold ? plainText(bold[1] ?? '').replace(/\s*[:：]$/u, '') : ''
  const rest = bold ? withoutSeparator(plainText(bold[2] ?? '')) : ''
  // A bold beginning says what the rest is about.
  const isSentence = bold !== null && /^[\p{L}\p{N}]/u.test(bold[2] ?? '')
  if (isSentence) return { kind, level, text: plainText(marked), lead: '', rest: '', cells: [] }
  const colon = /\p{Script=Han}/u.test(lead) ? '：' : ': '
  const text = lead === '' ? plainText(marked) : [lead, rest].filter((part) => part !== '').join(colon)
  return { kind, level, text, lead, rest, cells: [] }
}
