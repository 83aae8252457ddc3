import type { ChannelInput, ChannelOutput } from '#contract/index.ts'
import { csvTable } from '../../../lib/csv.ts'
import type { Book, BookChapter } from './bookFile.ts'

type Language = ChannelInput<'plan:export'>['language']
type Column = ChannelInput<'plan:export'>['columns'][number]
type Chapter = ChannelOutput<'documents:list'>['documents'][number]
type Thread = ChannelOutput<'threads:list'>['threads'][number]

/** What the table of a plan is made of; each is read only where a column needs it. */
export interface PlanTablePorts {
  outline(projectId: string): Promise<readonly Chapter[]>
  book(projectId: string): Promise<Book>
  /** Codex entry, or name, of the point-of-view character; undefined: not stated. */
  povOf(projectId: string, documentId: string): Promise<string | undefined>
  /** Names of codex entries by their ids. */
  names(projectId: string): Promise<ReadonlyMap<string, string>>
  /** Synopses of chapters by their ids. */
  synopses(projectId: string): Promise<ReadonlyMap<string, string>>
  threads(projectId: string): Promise<readonly Thread[]>
}

/** One chapter as the table reads it. */
interface Row {
  readonly chapter: Chapter
  readonly entry: BookChapter | undefined
  /** Name of the point-of-view character; empty: not stated. */
  readonly pov: string
  /** Empty: there is none. */
  readonly synopsis: string
  readonly threads: readonly Thread[]
}

export type PlanTable = ReturnType<typeof createPlanTable>

/** The plan of a book as a table: the chapters in their order, a column for each of `columns`, as CSV. */
export function createPlanTable(ports: PlanTablePorts) {
  return async (projectId: string, columns: readonly Column[], language: Language): Promise<string> => {
    const [outline, book] = await Promise.all([ports.outline(projectId), ports.book(projectId)])
    const entries = new Map(book.chapters.map((entry) => [entry.id, entry]))
    const none = new Map<string, string>()
    const names = columns.includes('pov') ? await ports.names(projectId) : none
    const synopses = columns.includes('synopsis') ? await ports.synopses(projectId) : none
    const needsThreads = columns.includes('threads') || columns.includes('due')
    const threads = needsThreads ? await ports.threads(projectId) : []
    const rows: string[][] = []
    for (const chapter of outline) {
      const { documentId, kind } = chapter
      if (kind === 'front') continue
      const pov = (columns.includes('pov') && (await ports.povOf(projectId, documentId))) || ''
      const synopsis = synopses.get(documentId) ?? ''
      const entry = entries.get(documentId)
      const row = { chapter, entry, pov: names.get(pov) ?? pov, synopsis, threads }
      rows.push(columns.map((column) => cells[column](row, language)))
    }
    return csvTable([columns.map((column) => words[language].columns[column]), ...rows])
  }
}

const cells: Readonly<Record<Column, (row: Row, language: Language) => string>> = {
  number: ({ chapter }) => String(chapter.chapterNumber),
  title: ({ chapter }) => chapter.title,
  volume: ({ chapter }) => chapter.volume?.title ?? '',
  status: ({ chapter: { status = '' } }, language) =>
    Object.entries(words[language].statuses).find(([id]) => id === status)?.[1] ?? status,
  label: ({ chapter }) => chapter.label ?? '',
  pov: ({ pov }) => pov,
  words: ({ chapter }) => String(chapter.words),
  plan: ({ entry }) => entry?.plan?.text?.trim() ?? '',
  beats: ({ entry }) =>
    (entry?.plan?.beats ?? [])
      .map(({ text, written }, at) => `${at + 1}. ${written ? '✓ ' : ''}${text.trim()}`)
      .join('\n'),
  synopsis: ({ synopsis }) => synopsis,
  threads: ({ chapter, threads }) =>
    threads
      .filter(({ marks }) => marks.some(({ place }) => place?.documentId === chapter.documentId))
      .map(({ title }) => title)
      .join('\n'),
  due: ({ chapter, threads }) =>
    threads
      .filter(({ due, state }) => due === chapter.documentId && (state === 'planned' || state === 'planted'))
      .map(({ title }) => title)
      .join('\n'),
}

interface Words {
  readonly columns: Readonly<Record<Column, string>>
  /** Of the statuses that every book has. */
  readonly statuses: Readonly<Record<'idea' | 'draft' | 'revised' | 'final', string>>
}

const words: Readonly<Record<Language, Words>> = {
  zh: {
    columns: {
      ...{
        number: '章',
        title: '标题',
        volume: '卷',
        status: '状态',
        label: '标签',
        pov: '视角',
        words: '字数',
      },
      ...{ plan: '这一章要写什么', beats: '步骤', synopsis: '梗概', threads: '伏笔', due: '该收的伏笔' },
    },
    statuses: { idea: '想法', draft: '初稿', revised: '改过', final: '定稿' },
  },
  en: {
    columns: {
      ...{ number: 'Number', title: 'Title', volume: 'Volume', status: 'Status', label: 'Label' },
      ...{ pov: 'Point of view', words: 'Words', plan: 'Plan', beats: 'Beats', synopsis: 'Synopsis' },
      ...{ threads: 'Threads', due: 'Threads due' },
    },
    statuses: { idea: 'Idea', draft: 'First draft', revised: 'Revised', final: 'Final' },
  },
}
