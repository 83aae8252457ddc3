import type { ImportIssue } from '../../contract/import.ts'

interface Reported {
  readonly encoding: string
  readonly sure?: boolean
  readonly guesses?: readonly { readonly encoding: string; readonly confidence: number }[]
  readonly chapters: readonly {
    readonly kind: 'front' | 'chapter'
    readonly title: string
    readonly volume?: string | undefined
    readonly characters: number
  }[]
  readonly doubts: readonly ImportIssue[]
  readonly families: readonly {
    readonly id: string
    readonly count: number
    readonly example: string
    readonly chosen: boolean
  }[]
  readonly wrapped?: object | undefined
  readonly brings: readonly { readonly kind: BroughtKind; readonly count: number }[]
}

type BroughtKind =
  | 'character'
  | 'location'
  | 'item'
  | 'faction'
  | 'event'
  | 'lore'
  | 'synopsis'
  | 'note'
  | 'status'
  | 'label'
  | 'bookSynopsis'

const counted = (chapters: number) => `${chapters} ${chapters === 1 ? 'chapter' : 'chapters'}`

const messages = {
  zh: {
    gap: '　',
    comma: '，',
    total: (chapters: number, characters: number, encoding: string) =>
      `${chapters} 章，${characters} 字（${encoding}）`,
    unsure: (encodings: string) => `编码看不准，导入时请用 --encoding 说明。可能是：${encodings}`,
    wrapped: '每一行都断在差不多的长度，像是软件断的行；--join 把它们接成整段。',
    brings: '另外还有：',
    kinds: {
      ...{ character: '人物', location: '地点', item: '物品', faction: '势力', event: '事件', lore: '资料' },
      ...{ synopsis: '章节梗概', note: '笔记', status: '章节状态', label: '章节标签' },
      bookSynopsis: '全书梗概',
    },
    issues: (count: number) => `有 ${count} 处存疑：`,
    line: (line: number) => `第 ${line} 行`,
    families: '标题也可以按别的写法来认（--headings）：',
    family: (id: string, count: number, example: string) => `${id}　${count} 章，如“${example}”`,
  },
  en: {
    gap: '  ',
    comma: ', ',
    total: (chapters: number, characters: number, encoding: string) =>
      `${counted(chapters)}, ${characters} characters (${encoding})`,
    unsure: (encodings: string) =>
      `The encoding is not certain; say it with --encoding when importing. It may be: ${encodings}`,
    wrapped: 'Every line ends at about the same width, as if a program had broken it; --join joins them.',
    brings: 'With them: ',
    kinds: {
      ...{
        character: 'characters',
        location: 'places',
        item: 'things',
        faction: 'factions',
        event: 'events',
      },
      ...{
        lore: 'texts for reference',
        synopsis: 'synopses',
        note: 'notes',
        status: 'statuses',
        label: 'labels',
        bookSynopsis: 'synopsis of the book',
      },
    },
    issues: (count: number) => `${count} ${count === 1 ? 'place' : 'places'} to look at:`,
    line: (line: number) => `line ${line}`,
    families: 'Headings can also be read in another way (--headings):',
    family: (id: string, count: number, example: string) => `${id}  ${counted(count)}, such as “${example}”`,
  },
} as const

/** What became or would become of a file, for people: chapters under their volumes, issues, other readings. */
export function describeImport(given: Reported, language: 'zh' | 'en'): string[] {
  const { encoding, chapters, doubts, families, brings } = given
  const wording = messages[language]
  const count = chapters.filter(({ kind }) => kind === 'chapter').length
  const lines = [
    wording.total(
      count,
      chapters.reduce((sum, { characters }) => sum + characters, 0),
      encoding,
    ),
  ]
  if (given.sure === false)
    lines.push(wording.unsure((given.guesses ?? []).map((candidate) => candidate.encoding).join(', ')))
  if (given.wrapped !== undefined) lines.push(wording.wrapped)
  let volume: string | undefined
  for (const chapter of chapters) {
    if (chapter.volume !== undefined && chapter.volume !== volume) lines.push(`  ${chapter.volume}`)
    volume = chapter.volume
    lines.push(`  ${volume === undefined ? '' : '  '}${chapter.title}${wording.gap}${chapter.characters}`)
  }
  if (brings.length > 0)
    lines.push(
      wording.brings + brings.map(({ kind, count }) => `${wording.kinds[kind]} ${count}`).join(wording.comma),
    )
  if (doubts.length > 0) lines.push(wording.issues(doubts.length))
  for (const issue of doubts) {
    const heading = issue.heading === '' ? '' : `${wording.gap}${issue.heading}`
    lines.push(
      `  ${wording.line(issue.line)}${heading}${wording.gap}${language === 'zh' ? issue.message : issue.english}`,
    )
  }
  const alternatives = families.filter(({ chosen }) => !chosen)
  if (alternatives.length > 0) lines.push(wording.families)
  for (const { id, count: chaptersOf, example } of alternatives)
    lines.push(`  ${wording.family(id, chaptersOf, example)}`)
  return lines
}
