import { type AnswerLine, answerLines } from './answerLines.ts'
import { type ChapterBeginning, chapterBeginning } from './chapterMark.ts'

/** What an answer becomes: chapters to be written, beats of the open chapter, cards of the codex, or threads. */
export type ExtractKind = 'chapters' | 'beats' | 'cards' | 'threads'

/** One of them. */
export interface ExtractItem {
  /** Title of the chapter, name of the card or the thread; empty for a beat. */
  readonly title: string
  /** What the chapter is about, what the card says, the beat; may be empty. */
  readonly text: string
  /** Of a chapter. */
  readonly beats: readonly string[]
}

/** What a model offers or asks behind its answer. */
const closing =
  /^(?:如果|若您|若你|如需|需要我|您觉得|你觉得|您看|希望|以上|要不要|是否|Would you|Let me know|If you|I can |I hope|Want me|Feel free|Shall I)/iu
const aboutThreads = /伏笔|foreshadow|\bthreads?\b|\bsetups?\b/iu
const aboutCards = /人物|角色|设定|地点|势力|物品|\bcharacters?\b|\bcast\b|\blocations?\b|\bfactions?\b/iu
const aboutChapters =
  /(?:接下来|后面|后续|下面|各|(?<!第[^章]{0,6})[二三四五六七八九十两几\d])\s*章|\b(?:next|following|several|two|three|four|five|six|seven|eight|nine|ten|\d+)(?: \w+)? chapters\b/iu
const fieldName =
  /^(?:身份|性格|外貌|年龄|性别|职业|背景|动机|秘密|关系|能力|role|personality|appearance|age|gender|occupation|background|motivation|secret|ability)/iu
/** Says only that a list of beats follows. */
const beatsLabel = /^(?:节拍|步骤|情节点|场景|beats?|scenes?|key (?:beats|scenes|events))\s*[:：]?$/iu

/** What an answer most likely lists. */
export const kindOf = (answer: string): ExtractKind => {
  const lines = answerLines(answer)
  const context = contextOf(lines)
  if (lines.some((line) => chapterBeginning(line) !== null)) return 'chapters'
  if (aboutThreads.test(context)) return 'threads'
  if (aboutCards.test(context) || lines.filter(isField).length > 1) return 'cards'
  return aboutChapters.test(context) && groupsOf(lines).length > 0 ? 'chapters' : 'beats'
}

/** Headings, and what leads to the lists: the words that say what an answer is. */
const contextOf = (lines: readonly AnswerLine[]) =>
  lines
    .filter(
      ({ kind, text }, at) => kind === 'heading' || (kind === 'plain' && (at === 0 || /[:：]$/u.test(text))),
    )
    .map(({ text }) => text)
    .join('\n')

const isField = ({ lead, text }: AnswerLine) => fieldName.test(lead === '' ? text : lead)

/** What an answer lists, read as one kind; empty texts are left out. */
export const extractAs = (answer: string, kind: ExtractKind): readonly ExtractItem[] => {
  const lines = answerLines(answer)
  const chapters = chaptersOf(lines)
  if (kind === 'chapters') return chapters.length > 0 ? chapters : groupsOf(lines).map(asChapter)
  if (kind === 'beats') return beatTexts(lines, chapters).map((text) => ({ title: '', text, beats: [] }))
  const groups =
    chapters.length > 0 ? chapters.map(({ title, ...rest }) => ({ head: title, ...rest })) : groupsOf(lines)
  return groups.map(asCard)
}

function chaptersOf(lines: readonly AnswerLine[]): readonly ExtractItem[] {
  const items: ExtractItem[] = []
  let open: {
    readonly line: AnswerLine
    readonly beginning: ChapterBeginning
    readonly below: AnswerLine[]
  } | null = null
  const close = () => {
    if (open === null) return
    const { text, beats } = bodyOf(open.below)
    const { title, text: first } = open.beginning
    items.push({ title, text: joined([first, text]), beats })
    open = null
  }
  for (const line of lines) {
    const beginning = chapterBeginning(line)
    if (beginning !== null) {
      close()
      open = { line, beginning, below: [] }
    } else if (open !== null && endsBelow(open.line, line)) close()
    else open?.below.push(line)
  }
  close()
  return items
}

/** Whether a line behind the beginning of something belongs to something else. */
const endsBelow = (beginning: AnswerLine, { kind, level, text }: AnswerLine): boolean =>
  kind === 'rule' ||
  (kind === 'plain' && closing.test(text)) ||
  (kind === 'heading' && (beginning.kind !== 'heading' || level <= beginning.level))

/** The words below a beginning: items of lists are beats, the rest is text. */
function bodyOf(below: readonly AnswerLine[]): Pick<ExtractItem, 'text' | 'beats'> {
  const isBeat = ({ kind }: AnswerLine) => kind === 'item'
  const text = below.filter((line) => !isBeat(line) && !beatsLabel.test(line.text)).map((line) => line.text)
  return { text: joined(text), beats: nested(below.filter(isBeat)) }
}

/** Items with those below them as further lines. */
function nested(items: readonly AnswerLine[]): readonly string[] {
  const least = Math.min(...items.map(({ level }) => level))
  const texts: string[] = []
  for (const { level, text } of items) {
    if (level <= least + 1 || texts.length === 0) texts.push(text)
    else texts[texts.length - 1] += `\n${text}`
  }
  return texts
}

function beatTexts(lines: readonly AnswerLine[], chapters: readonly ExtractItem[]): readonly string[] {
  const [first] = chapters
  if (first !== undefined && chapters.length === 1)
    return first.beats.length > 0 ? first.beats : first.text.split('\n').filter((text) => text !== '')
  if (chapters.length > 1) return chapters.map(({ title, text, beats }) => joined([title, text, ...beats]))
  const items = lines.filter(({ kind }) => kind === 'item')
  if (items.length > 0) return nested(items)
  const groups = groupsOf(lines)
  if (groups.length > 1) return groups.map(({ head, text }) => joined([head, text]))
  return lines
    .filter(({ kind, text }) => kind === 'plain' && !(closing.test(text) && lines.length > 1))
    .map(({ text }) => text)
}

/** A heading, a bold line or an item of a list, and what is below it. */
interface Group {
  readonly head: string
  readonly text: string
  readonly beats: readonly string[]
}

function groupsOf(lines: readonly AnswerLine[]): readonly Group[] {
  const isHead = headsOf(lines)
  const groups: { readonly line: AnswerLine; readonly below: AnswerLine[] }[] = []
  let isOpen = false
  for (const line of lines) {
    const last = groups.at(-1)
    if (isHead(line)) {
      groups.push({ line, below: [] })
      isOpen = true
    } else if (last !== undefined && isOpen) {
      if (endsBelow(last.line, line) || (last.line.kind === 'item' && line.kind === 'plain')) isOpen = false
      else last.below.push(line)
    }
  }
  return groups.map(({ line, below }) => {
    const { text, beats } = bodyOf(below)
    const isTitled = line.kind === 'item' || line.kind === 'row'
    const [head, first] = isTitled ? titleAndText(line) : [line.text, '']
    return { head, text: joined([first, text]), beats }
  })
}

/** Which lines begin what the answer lists: the headings that come several times, else the items of its lists. */
function headsOf(lines: readonly AnswerLine[]): (line: AnswerLine) => boolean {
  const rows = lines.filter(({ kind }) => kind === 'row')
  if (rows.length > 1) return (line) => line.kind === 'row' && line !== rows[0]
  const heads = lines.filter(({ kind }) => kind === 'heading' || kind === 'lead')
  const items = lines.filter(({ kind }) => kind === 'item')
  const levels = [...new Set(heads.map(({ level }) => level))].toSorted((a, b) => b - a)
  const repeated = levels.find((level) => heads.filter((head) => head.level === level).length > 1)
  const ofFields = items.length > 0 && items.every(isField) ? levels[0] : undefined
  const level = repeated ?? ofFields
  if (level !== undefined) return (line) => heads.includes(line) && line.level === level
  const least = Math.min(...items.map((item) => item.level))
  return (line) => line.kind === 'item' && line.level <= least + 1
}

/** In UTF-16 units: what is longer in front of a colon is no name. */
const maxNameUnits = 40

function titleAndText({ kind, text, lead, rest, cells }: AnswerLine): readonly [string, string] {
  if (kind === 'row')
    return [
      cells[0] ?? '',
      cells
        .slice(1)
        .filter((cell) => cell !== '')
        .join('\n'),
    ]
  // A remark in brackets comes with the name, also behind the bold.
  const remark = /^([（(][^（）()]*[)）])\s*[:：–—-]?\s*(.*)$/su.exec(rest)
  if (lead !== '') return remark ? [`${lead}${remark[1]}`, remark[2] ?? ''] : [lead, rest]
  const cut = /^([^：:—\n]+?)(?:\s*[：:]\s*|\s+[-–—]+\s+|——)(.*)$/su.exec(text)
  return cut && (cut[1]?.length ?? 0) <= maxNameUnits ? [cut[1] ?? '', cut[2] ?? ''] : [text, '']
}

const asChapter = ({ head, text, beats }: Group): ExtractItem => ({ title: head, text, beats })

/** The name without what stands in brackets behind it, which is the first line of the text. */
function asCard({ head, text, beats }: Group): ExtractItem {
  const remark = /^(.*?)\s*[（(]([^（）()]*)[)）]\s*$/su.exec(head)
  const name = (remark?.[1] || head).replace(/^[《「『“"](.+)[》」』”"]$/u, '$1').trim()
  return { title: name, text: joined([remark?.[1] ? (remark[2] ?? '') : '', text, ...beats]), beats: [] }
}

const joined = (texts: readonly string[]) => texts.filter((text) => text !== '').join('\n')
