import { chance, chinese, names, prose, roman, words } from './prose.ts'

/**
 * Small books as people have them on their disks, each with the chapters a reader would expect. `expected`
 * holds one string for each document: `*` for front matter, else the heading, behind its volume and `|`.
 */
export interface MadeBook {
  readonly name: string
  readonly text: string
  readonly fileName: string
  readonly expected: readonly string[]
  /** Kinds of doubt that must be among those reported. */
  readonly doubts?: readonly string[]
}

/** A chapter: its heading, and how many paragraphs of prose follow it. */
interface Page {
  readonly heading: string
  readonly volume?: string
  /** The volume line stands above this chapter. */
  readonly opens?: boolean
  /** Lines between the volume line and the heading. */
  readonly opening?: readonly string[]
  readonly length?: number
  /** Lines right behind the prose. */
  readonly after?: readonly string[]
}

interface Layout {
  readonly gap?: string
  readonly eol?: string
  readonly front?: readonly string[]
  readonly language?: 'zh' | 'en'
  readonly fileName?: string
  readonly paragraphs?: number
  readonly doubts?: readonly string[]
  readonly expected?: readonly string[]
  readonly spread?: (lines: readonly string[]) => readonly string[]
}

function made(name: string, pages: readonly (Page | string)[], layout: Layout = {}): MadeBook {
  const {
    gap = '',
    eol = '\n',
    front = [],
    language = 'zh',
    paragraphs = 6,
    spread = (lines) => lines,
  } = layout
  const random = chance([...name].reduce((sum, sign) => sum * 31 + (sign.codePointAt(0) ?? 0), 7))
  const lines: string[] = [...front]
  const expected: string[] = front.some((line) => line.trim() !== '') ? ['*'] : []
  for (const item of pages) {
    const page = typeof item === 'string' ? { heading: item } : item
    if (page.opens && page.volume) lines.push(page.volume, gap, ...(page.opening ?? []))
    lines.push(page.heading, gap)
    lines.push(
      ...spread(prose(page.length ?? paragraphs + random.below(4), random, language)),
      ...(page.after ?? []),
      gap,
    )
    const title = page.heading.replace(/^\s*#{1,6}\s+/, '').trim()
    expected.push(page.volume ? `${page.volume.replace(/^\s*#{1,6}\s+/, '').trim()}|${title}` : title)
  }
  return {
    name,
    text: lines.join(eol),
    fileName: layout.fileName ?? '书.txt',
    expected: layout.expected ?? expected,
    ...(layout.doubts && { doubts: layout.doubts }),
  }
}

const name = (index: number) => names[index % names.length] ?? ''
const run = (count: number, heading: (number: number, name: string) => string, first = 1) =>
  Array.from({ length: count }, (_, index) => heading(first + index, name(first + index)))

/** Chapters below volumes; `restart` makes each volume count from one. */
function volumes(
  count: number,
  each: number,
  volume: (number: number) => string,
  chapter: (number: number, name: string, volume: number) => string,
  restart = true,
): Page[] {
  return Array.from({ length: count * each }, (_, index) => {
    const outer = Math.floor(index / each) + 1
    const inner = restart ? (index % each) + 1 : index + 1
    return { heading: chapter(inner, name(index), outer), volume: volume(outer), opens: index % each === 0 }
  })
}

const blankBetween = (lines: readonly string[]) => lines.flatMap((line) => [line, ''])
const ten = run(10, (n, title) => `第${chinese(n)}章 ${title}`)
const withAfter = (headings: readonly string[], after: (index: number) => readonly string[]): Page[] =>
  headings.map((heading, index) => ({ heading, after: after(index) }))

const units: MadeBook[] = [...'章回节卷部集册篇幕话折'].map((unit) =>
  made(
    `第N${unit} with a title`,
    run(9, (n, title) => `第${chinese(n)}${unit} ${title}`),
  ),
)

const families: MadeBook[] = [
  made(
    '第N章 without a title',
    run(12, (n) => `第${chinese(n)}章`),
    { gap: '' },
  ),
  made(
    'figures, full width and padded',
    run(11, (n, title) => (n % 2 ? `第${n}章　${title}` : `第${String(n).padStart(3, '0')}章　${title}`)),
  ),
  made(
    'no space before the title',
    run(9, (n, title) => `第${chinese(n)}章${title}`),
  ),
  made('titles that ask, exclaim and hold commas', [
    '第一章 你是谁？',
    '第二章 我回来了！',
    '第三章 风起，云涌',
    '第四章 他……',
    '第五章 走，去看海！',
    '第六章 盐。',
    '第七章 雪',
  ]),
  made(
    'indented headings between indented paragraphs',
    run(8, (n, title) => `　　第${chinese(n)}章 ${title}`),
  ),
  made(
    'headings in brackets',
    run(8, (n, title) => `【第${chinese(n)}章】${title}`),
  ),
  made(
    '正文 before the chapter',
    run(8, (n, title) => `正文 第${chinese(n)}章 ${title}`),
  ),
  made(
    'traditional units',
    run(8, (n, title) => `第${n}話 ${title}`),
  ),
  made(
    'bare Chinese numbers with titles',
    run(10, (n, title) => `${chinese(n)}　${title}`),
  ),
  made(
    'bare Chinese numbers alone',
    run(12, (n) => chinese(n)),
    { gap: '' },
  ),
  made(
    'bare padded figures',
    run(12, (n) => String(n).padStart(2, '0')),
    { spread: blankBetween },
  ),
  made(
    'bare figures with a full stop and a title',
    run(12, (n, title) => `${n}.${title}`),
  ),
  made(
    'bare figures alone',
    run(20, (n) => String(n)),
    { gap: '' },
  ),
  made(
    'numbers with 、',
    run(10, (n, title) => `${chinese(n)}、${title}`),
  ),
  made(
    'numbers in brackets',
    run(10, (n, title) => `（${chinese(n)}）${title}`),
  ),
  made('Roman numerals alone', run(12, roman), { language: 'en', gap: '' }),
  made(
    '☆、 in front of every title',
    run(10, (_, title) => `☆、${title}`),
  ),
  made(
    '☆、 and a chapter number',
    run(10, (n, title) => `☆、第${chinese(n)}章 ${title}`),
  ),
  made(
    '◆ before titles',
    run(8, (_, title) => `◆ ${title}`),
  ),
  made(
    'titles in 【】',
    run(8, (_, title) => `【${title}】`),
  ),
  made(
    '幕 with a colon',
    run(5, (n, title) => `第${chinese(n)}幕：${title}`),
  ),
  made(
    'Chapter in figures',
    run(9, (n) => `Chapter ${n}`),
    { language: 'en' },
  ),
  made(
    'Chapter in words',
    run(14, (n) => `Chapter ${words(n)[0]?.toUpperCase()}${words(n).slice(1)}`),
    { language: 'en' },
  ),
  made(
    'CHAPTER in Roman numerals with full stop',
    run(14, (n) => `CHAPTER ${roman(n)}.`),
    { language: 'en' },
  ),
  made(
    'CHAPTER with a title that ends in a full stop',
    [
      'CHAPTER 1. Loomings.',
      'CHAPTER 2. The Carpet-Bag.',
      'CHAPTER 3. The Spouter-Inn.',
      'CHAPTER 4. The Counterpane.',
      'CHAPTER 5. Breakfast.',
    ],
    { language: 'en' },
  ),
  made(
    'lower case titles',
    run(6, (n) => `chapter ${words(n)}: the fog`),
    { language: 'en' },
  ),
  made(
    'letters',
    run(4, (n) => `LETTER ${roman(n)}`),
    { language: 'en' },
  ),
  made(
    'scenes',
    run(6, (n) => `Scene ${n}`),
    { language: 'en' },
  ),
  made(
    'Markdown headings',
    run(7, (_, title) => `# ${title}`),
    { fileName: '书.md' },
  ),
  made(
    'Markdown second level below one title',
    run(7, (_, title) => `## ${title}`),
    { fileName: '书.md', front: ['# 雾港来信', '', '某某 著', ''] },
  ),
  made(
    'Markdown volumes and chapters',
    volumes(
      3,
      4,
      (n) => `# 卷${chinese(n)}`,
      (_, title) => `## ${title}`,
    ),
    { fileName: '书.md' },
  ),
  made(
    'Markdown with scenes below the chapters',
    run(5, (n, title) => `# 第${chinese(n)}章 ${title}`),
    { fileName: '书.md', spread: (lines) => ['## 码头', ...lines, '## 灯塔', '　　夜深了。'] },
  ),
]

const special: MadeBook[] = [
  made('楔子, 番外, 尾声 and 后记 among chapters', [
    '楔子',
    ...ten.slice(0, 4),
    '番外 旧事',
    ...ten.slice(4),
    '尾声',
    '后记',
  ]),
  made('序 and 引子', ['序', '引子', ...ten]),
  made('numbered side stories', [...ten, '番外一 长街', '番外二 冬夜']),
  made('prologue and epilogue', ['PROLOGUE', ...run(6, (n) => `CHAPTER ${n}`), 'Epilogue'], {
    language: 'en',
  }),
]

const nested: MadeBook[] = [
  made(
    'volumes with chapters that restart',
    volumes(
      3,
      5,
      (n) => `第${chinese(n)}卷 ${name(n + 20)}`,
      (n, title) => `第${chinese(n)}章 ${title}`,
    ),
  ),
  made(
    'volumes with chapters that count on',
    volumes(
      3,
      5,
      (n) => `卷${chinese(n)} ${name(n + 20)}`,
      (n, title) => `第${chinese(n)}章 ${title}`,
      false,
    ),
  ),
  made(
    '部 above 回',
    volumes(
      2,
      6,
      (n) => `第${chinese(n)}部`,
      (n, title) => `第${chinese(n)}回 ${title}`,
    ),
  ),
  made(
    '集 above 章',
    volumes(
      3,
      5,
      (n) => `第${chinese(n)}集`,
      (n, title) => `第${chinese(n)}章 ${title}`,
    ),
  ),
  made(
    '卷 above 节',
    volumes(
      3,
      5,
      (n) => `第${chinese(n)}卷 ${name(n + 9)}`,
      (n, title) => `第${chinese(n)}节 ${title}`,
    ),
  ),
  made(
    '卷 above bare numbers',
    volumes(
      3,
      6,
      (n) => `第${chinese(n)}卷 ${name(n + 9)}`,
      (n) => chinese(n),
    ),
  ),
  made(
    'Book above Chapter',
    volumes(
      2,
      5,
      (n) => `BOOK ${roman(n)}`,
      (n) => `CHAPTER ${roman(n)}`,
    ),
    { language: 'en' },
  ),
  made(
    'Part above Chapter that counts on',
    volumes(
      2,
      5,
      (n) => `Part ${words(n)}`,
      (n) => `Chapter ${n}`,
      false,
    ),
    { language: 'en' },
  ),
  made(
    'two levels in one line, 第一集第一章',
    volumes(
      2,
      6,
      (n) => `第${chinese(n)}集`,
      (n, title, v) => `第${chinese(v)}集第${chinese(n)}章 ${title}`,
    ).map((page) => ({ ...page, opens: false })),
  ),
  made(
    'two levels in one line, counting to 第十一册第八十二章',
    volumes(
      11,
      8,
      (n) => `第${chinese(n)}册`,
      (n, title, v) => `第${chinese(v)}册第${chinese(n)}章 ${title}`,
      false,
    ).map((page) => ({ ...page, opens: false, length: 3 })),
  ),
  made(
    'volume and chapter with titles in one line',
    volumes(
      2,
      5,
      (n) => `第${chinese(n)}卷 ${name(n + 20)}`,
      (n, title, v) => `第${chinese(v)}卷 ${name(v + 20)} 第${chinese(n)}章 ${title}`,
    ).map((page) => ({ ...page, opens: false })),
  ),
  made(
    '节 that restart inside 章 belong to the chapter',
    run(5, (n, title) => `第${chinese(n)}章 ${title}`),
    {
      spread: (lines) => [
        '第一节 码头',
        ...lines,
        '第二节 灯塔',
        '　　夜深了，他还没有睡。',
        '第三节 归航',
        '　　天亮了。',
      ],
    },
  ),
  made(
    'bare numbers that restart inside chapters belong to the chapter',
    run(6, (n, title) => `第${chinese(n)}章 ${title}`),
    { spread: (lines) => ['一', ...lines, '二', '　　夜深了，他还没有睡。', '三', '　　天亮了。'] },
  ),
  made('楔子 that opens a volume', [
    { heading: '楔子', volume: '第一卷 雾', opens: true },
    ...ten.slice(0, 4).map((heading) => ({ heading, volume: '第一卷 雾' })),
    { heading: '第五章 盐', volume: '第二卷 港', opens: true },
    ...ten.slice(5).map((heading) => ({ heading, volume: '第二卷 港' })),
  ]),
  made(
    'a volume with a word of its own above the chapter',
    volumes(
      2,
      5,
      (n) => `第${chinese(n)}卷 ${name(n + 20)}`,
      (n, title) => `第${chinese(n)}章 ${title}`,
    ).map((page) => (page.opens ? { ...page, opening: ['　　献给所有不归的人。'] } : page)),
  ),
]

const contents = (lines: readonly string[], title = '目录') => ['《雾港》', '', title, ...lines, '']
const numbered = (headings: readonly string[]) =>
  headings.map((heading, index) => `${heading}……${index * 13 + 1}`)

const traps: MadeBook[] = [
  made(
    'end marks 第三章完',
    withAfter(ten, (index) => [`第${chinese(index + 1)}章完`]),
  ),
  made(
    'end marks in brackets',
    withAfter(ten, (index) => [`（第${chinese(index + 1)}章 完）`]),
  ),
  made(
    'an end mark of the volume',
    volumes(
      2,
      5,
      (n) => `第${chinese(n)}卷`,
      (n, title) => `第${chinese(n)}章 ${title}`,
    ).map((page, index) =>
      index % 5 === 4 ? { ...page, after: [`（第${chinese(index < 5 ? 1 : 2)}卷完）`] } : page,
    ),
  ),
  made(
    '（本章完） and 全书完',
    withAfter(ten, (index) => (index === 9 ? ['（全书完）'] : ['（本章完）'])),
  ),
  made(
    'end of chapter',
    withAfter(
      run(6, (n) => `Chapter ${n}`),
      (index) => [`END OF CHAPTER ${index + 1}`],
    ),
    { language: 'en' },
  ),
  made('a table of contents', ten, { front: contents(ten), doubts: ['contents'] }),
  made('a table of contents with page numbers', ten, {
    front: contents(numbered(ten)),
    doubts: ['contents'],
  }),
  made('a table of contents with text between', ten, {
    front: contents(ten.flatMap((heading) => [heading, '　　这一章说雾起时的旧事。'])),
    doubts: ['contents'],
  }),
  made('a table of contents without a word above it', ten, {
    front: ['《雾港》', ...ten, '', ''],
    doubts: ['contents'],
  }),
  made(
    'a table of contents of a book with volumes',
    volumes(
      2,
      5,
      (n) => `第${chinese(n)}卷 ${name(n + 20)}`,
      (n, title) => `第${chinese(n)}章 ${title}`,
    ),
    {
      front: contents(
        volumes(
          2,
          5,
          (n) => `第${chinese(n)}卷 ${name(n + 20)}`,
          (n, title) => `第${chinese(n)}章 ${title}`,
        ).flatMap((page) => (page.opens ? [page.volume ?? '', page.heading] : [page.heading])),
      ),
      doubts: ['contents'],
    },
  ),
  made(
    'a table of bare numbers',
    run(10, (n, title) => `${chinese(n)}　${title}`),
    { front: contents(run(10, (n, title) => `${chinese(n)}　${title}`)), doubts: ['contents'] },
  ),
  made(
    'an English table of contents',
    run(8, (n) => `CHAPTER ${roman(n)}. The Fog.`),
    {
      language: 'en',
      front: contents(
        run(8, (n) => `CHAPTER ${roman(n)}. The Fog. ${n * 9}`),
        'CONTENTS',
      ),
      doubts: ['contents'],
    },
  ),
  made(
    'page heads that repeat the chapter',
    run(8, (n, title) => `第${chinese(n)}章 ${title}`),
    { expected: run(8, (n, title) => `第${chinese(n)}章 ${title}`) },
  ),
  made(
    'prose that begins like a heading',
    withAfter(ten, (index) =>
      index === 2
        ? [
            '　　第三节比赛结束的时候，全场都站了起来。',
            '　　第二部分的人都走了，第五章里说的那件事也没有人再提。',
          ]
        : index === 5
          ? ['第八回合开始的时候他已经站不住了', '第三部电影散场']
          : [],
    ),
  ),
  made(
    'a slip of the pen, 第一百三一章',
    run(9, (n, title) => (n === 131 ? `第一百三一章 ${title}` : `第${chinese(n)}章 ${title}`), 127),
    { doubts: ['gap'] },
  ),
  made(
    'a number that is wrong',
    ten.map((heading, index) => (index === 4 ? '第二章 错号' : heading)),
    { doubts: ['repeat'] },
  ),
  made(
    'a number that nobody can read',
    ten.map((heading, index) => (index === 4 ? '第十几十章 错号' : heading)),
    { doubts: ['number'] },
  ),
  made(
    'one heading with another unit',
    ten.map((heading, index) => (index === 4 ? heading.replace('章', '回') : heading)),
  ),
  made('a gap', [...ten.slice(0, 3), ...ten.slice(5)], { doubts: ['gap'] }),
  made('a repeated number with another title', [...ten.slice(0, 4), '第四章 又一个', ...ten.slice(4)], {
    doubts: ['repeat'],
  }),
  made(
    'a repeat with the same title is body text',
    withAfter(ten, (index) => (index === 3 ? [ten[3] ?? '', '　　他又念了一遍。'] : [])),
    { doubts: ['repeat'] },
  ),
  made(
    'one heading without a space',
    ten.map((heading, index) => (index === 6 ? heading.replace(' ', '') : heading)),
  ),
  made(
    'a title over sixty characters',
    ten.map((heading, index) => (index === 6 ? `第七章 ${'很长很长的一个名字'.repeat(9)}` : heading)),
  ),
  made('CRLF', ten, { eol: '\r\n' }),
  made('CR only', ten, { eol: '\r' }),
  made('blank lines between all paragraphs', ten, { spread: blankBetween, gap: '' }),
  made(
    'chapters of very different length',
    ten.map((heading, index) => ({ heading, length: index === 4 ? 400 : 4 + index })),
    { doubts: ['leftover'] },
  ),
  made(
    'a later part of a book',
    run(6, (n, title) => `第${chinese(n)}章 ${title}`, 51),
    { doubts: ['gap'] },
  ),
  made(
    'restart without volume lines',
    [...run(4, (n) => `第${chinese(n)}章`), ...run(4, (n) => `第${chinese(n)}章`)],
    { doubts: ['repeat'] },
  ),
  made('numbers beyond a hundred in both ways', [
    '第九十九回 甲',
    '第一百回 乙',
    '第一零一回 丙',
    '第一百零二回 丁',
    '第一〇三回 戊',
    '第一百四回 己',
  ]),
  made('廿 and 卅', ['第十九章 甲', '第廿章 乙', '第廿一章 丙', '第廿二章 丁', '第廿三章 戊'], {
    doubts: ['gap'],
  }),
  made('a text without headings stays in one piece', [], {
    front: prose(30, chance(5)),
    expected: ['书'],
    doubts: ['onePiece'],
  }),
  made('lists in the prose are no chapters', [], {
    front: [...prose(20, chance(6)), '1.不许出门', '2.不许点灯', '3.不许说话', ...prose(20, chance(7))],
    expected: ['书'],
    doubts: ['onePiece'],
  }),
  made('years and page numbers are no chapters', ten, {
    spread: (lines) => lines.flatMap((line, index) => (index % 3 === 1 ? [line, `${index + 20}`] : [line])),
  }),
]

/** The heads of a printed page stand in the middle of sentences. */
function withPageHeads(book: MadeBook): MadeBook {
  let heading = ''
  const lines = book.text.split('\n').flatMap((line, index) => {
    if (/^第.+章/.test(line)) heading = line
    const middle = Math.floor(line.length / 2)
    return line.startsWith('　　') && index % 3 === 0
      ? [line.slice(0, middle), heading, line.slice(middle)]
      : [line]
  })
  return { ...book, text: lines.join('\n') }
}

export const madeBooks: readonly MadeBook[] = [...units, ...families, ...special, ...nested, ...traps].map(
  (book) => (book.name.startsWith('page heads') ? withPageHeads(book) : book),
)
