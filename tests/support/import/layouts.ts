import type { MadeBook } from './making.ts'
import { type Chance, chance, chinese, names, prose, roman, words } from './prose.ts'

/** How one family writes its headings. */
interface Family {
  readonly name: string
  readonly heading: (number: number, title: string) => string
  readonly language?: 'zh' | 'en'
  readonly extension?: 'md'
  /** Blank lines around headings, which weak families need to be seen as headings at all. */
  readonly airy?: boolean
  /** Without numbers a wrong number cannot be. */
  readonly unnumbered?: boolean
  readonly untitled?: boolean
}

const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`
const families: readonly Family[] = [
  ...[...'章回节集篇幕话折'].map((unit) => ({
    name: unit,
    heading: (n: number, title: string) => `第${chinese(n)}${unit} ${title}`,
  })),
  { name: '章 figures', heading: (n, title) => `第${n}章　${title}` },
  { name: '章 glued', heading: (n, title) => `第${chinese(n)}章${title}` },
  { name: '章 alone', heading: (n) => `第${chinese(n)}章`, untitled: true },
  { name: '【章】', heading: (n, title) => `【第${chinese(n)}章】${title}` },
  { name: '一　', heading: (n, title) => `${chinese(n)}　${title}` },
  { name: '一', heading: (n) => chinese(n), untitled: true },
  { name: '01', heading: (n) => String(n).padStart(2, '0'), airy: true, untitled: true },
  { name: '1.', heading: (n, title) => `${n}.${title}`, airy: true },
  { name: '12', heading: (n) => String(n), untitled: true },
  { name: '☆、', heading: (_, title) => `☆、${title}`, airy: true, unnumbered: true },
  { name: '# md', heading: (_, title) => `# ${title}`, extension: 'md', unnumbered: true },
  { name: '## md', heading: (n, title) => `## 第${chinese(n)}章 ${title}`, extension: 'md' },
  { name: 'Chapter 1', heading: (n) => `Chapter ${n}`, language: 'en', untitled: true },
  { name: 'CHAPTER I.', heading: (n) => `CHAPTER ${roman(n)}. THE FOG ${roman(n)}.`, language: 'en' },
  { name: 'Chapter One', heading: (n) => `Chapter ${capital(words(n))}`, language: 'en', untitled: true },
  { name: 'I', heading: (n) => roman(n), language: 'en', airy: true, untitled: true },
]

const slips = ['none', 'none', 'gap', 'wrong', 'repeat', 'glued', 'sentence', 'side'] as const
const endMarks = ['none', 'none', 'none', 'number', 'this'] as const
const tables = ['none', 'none', 'plain', 'pages', 'between'] as const
const heads = ['none', 'none', 'none', 'title', 'chapter', 'page'] as const

/** One of endlessly many layouts of a book; the name says which. */
export function layoutOf(seed: number): MadeBook {
  const random = chance(seed)
  const family = random.pick(families)
  const slip = random.pick(slips)
  const endMark = random.pick(endMarks)
  const table = family.untitled || family.unnumbered ? 'none' : random.pick(tables)
  const head = random.pick(heads)
  const volumes = !family.unnumbered && family.name !== '集' && family.name !== '篇' && random.below(4) === 0
  const restart = volumes && random.below(2) === 0
  const eol = random.pick(['\n', '\n', '\r\n'])
  const airy = family.airy || random.below(3) === 0
  const count = 8 + random.below(30)
  const perVolume = 4 + random.below(6)

  const { headings, expected, opened } = written(family, { slip, count, perVolume, volumes, restart }, random)
  const marks = head === 'chapter' && family.untitled ? 'none' : head
  const lines: string[] = []
  const front = random.below(2) === 0 || table !== 'none'
  if (front) lines.push('《雾港来信》', '作者：某某', '')
  if (table !== 'none') lines.push(...tableOf(headings, opened, table), '')
  for (const [index, heading] of headings.entries()) {
    const volume = opened.get(index)
    if (volume) lines.push(volume, '')
    if (airy) lines.push('')
    lines.push(heading)
    if (airy) lines.push('')
    const body = prose(3 + random.below(8), random, family.language)
    const spread = airy && random.below(2) === 0
    for (const [at, paragraph] of body.entries()) {
      lines.push(...(at % 3 === 1 ? broken(paragraph, marks, heading, lines.length) : [paragraph]))
      if (spread) lines.push('')
    }
    if (endMark === 'number' && /^[第【]/.test(heading))
      lines.push(`（${heading.match(/第.+?[章回节集篇幕话折]/)?.[0]}完）`)
    if (endMark === 'this') lines.push(family.language ? 'THE END OF THIS CHAPTER' : '（本章完）')
    if (airy || random.below(2) === 0) lines.push('')
  }
  const traits = [
    family.name,
    slip,
    endMark,
    table,
    marks,
    volumes ? (restart ? 'restart' : 'count on') : '',
    airy ? 'airy' : '',
  ]
  return {
    name: `${seed}: ${traits.filter((trait) => trait !== '' && trait !== 'none').join(', ')}`,
    text: lines.join(eol),
    fileName: family.extension ? '书.md' : '书.txt',
    expected: front ? ['*', ...expected] : expected,
  }
}

interface Plan {
  readonly slip: (typeof slips)[number]
  readonly count: number
  readonly perVolume: number
  readonly volumes: boolean
  readonly restart: boolean
}

/** The headings in order with the slips of their author, and what a reader makes of them. */
function written(family: Family, { slip, count, perVolume, volumes, restart }: Plan, random: Chance) {
  const headings: string[] = []
  const expected: string[] = []
  const opened = new Map<number, string>()
  const at = 2 + random.below(count - 4)
  let number = 0
  let volume = ''
  for (let index = 0; index < count; index++) {
    const start = volumes && index % perVolume === 0
    if (start) {
      const markdown = family.extension ? '# ' : ''
      const ordinal = index / perVolume + 1
      volume = family.language ? `BOOK ${roman(ordinal)}` : `第${chinese(ordinal)}卷 ${names[ordinal + 30]}`
      opened.set(headings.length, markdown + volume)
      if (restart) number = 0
    }
    number += 1
    const isSlip = index === at && !start
    if (isSlip && slip === 'gap' && (index + 1) % perVolume !== 0) number += 1
    const title = names[(index * 7 + count) % names.length] ?? ''
    const shown = isSlip && slip === 'wrong' ? number + 20 : number
    let heading = family.heading(shown, title)
    if (isSlip && slip === 'glued') heading = heading.replace(/(第.+?[章回节集篇幕话折]) /, '$1')
    if (isSlip && slip === 'sentence' && !family.untitled && !family.language)
      heading += random.pick(['！', '？', '，再见', '。', '……'])
    const add = (line: string) => {
      headings.push(line)
      const title = line.replace(/^#+ /, '')
      expected.push(volume === '' ? title : `${volume}|${title}`)
    }
    add(heading)
    if (isSlip && slip === 'repeat' && !family.untitled && !family.unnumbered && !family.language)
      add(family.heading(number, '又一个'))
    if (isSlip && slip === 'side' && !family.extension) add(family.language ? 'Interlude' : '番外 旧梦')
  }
  return { headings, expected, opened }
}

function tableOf(
  headings: readonly string[],
  opened: ReadonlyMap<number, string>,
  table: (typeof tables)[number],
): string[] {
  const lines = headings.flatMap((heading, index) => {
    const plain = heading.replace(/^#+ /, '')
    const volume = opened.get(index)?.replace(/^#+ /, '')
    const line = table === 'pages' ? `${plain}${'…'.repeat(2)}${index * 9 + 1}` : plain
    const between = table === 'between' ? ['　　雾起时的一段旧事。'] : []
    return [...(volume ? [volume] : []), line, ...between]
  })
  return ['目录', '', ...lines]
}

/** What the heads of printed pages leave behind: lines in the middle of a sentence. */
function broken(paragraph: string, head: (typeof heads)[number], heading: string, page: number): string[] {
  const middle = Math.floor(paragraph.length / 2)
  const parts = [paragraph.slice(0, middle), paragraph.slice(middle)] as const
  const plain = heading.replace(/^#+ /, '')
  if (head === 'none') return [paragraph]
  if (head === 'title') return [parts[0], `雾港来信 ${page}`, parts[1]]
  if (head === 'chapter') return [parts[0], plain, parts[1]]
  return [parts[0], `- ${page} -`, parts[1]]
}
