import { basename, extname } from 'node:path'
import { wrongUse } from '../wrongUse.ts'
import { call } from './dispatch.ts'
import { readGiven } from './givenFile.ts'
import { openProject } from './openProject.ts'
import { type Command, type CommandContext, printJson, printLine } from './terminal.ts'

const maxBytes = 4 * 1024 * 1024
const kinds = ['typos', 'sensitive'] as const
type Kind = (typeof kinds)[number]

const wordings = {
  zh: {
    own: { typos: '自己的错别字', sensitive: '自己的敏感词' },
    skipped: (count: number) => `有 ${count} 行不是词，没有收。`,
    total: (count: number) => `共 ${count} 处`,
  },
  en: {
    own: { typos: 'your own typos', sensitive: 'your own sensitive words' },
    skipped: (count: number) => `${count} lines are no words and were left out.`,
    total: (count: number) => `places: ${count}`,
  },
} as const

/** `words`: typos and sensitive words of the lists in the whole book; `words import FILE`, `words lists`. */
export const words: Command = async (context) => {
  const [action = 'search', file] = context.line.rest
  if (action === 'search') return search(context)
  if (action === 'lists') return lists(context)
  if (action === 'import' && file !== undefined) return importList(context, file)
  throw wrongUse(
    '请写 words、words lists，或 words import 文件 --format typos|sensitive。',
    'Write words, words lists, or words import FILE --format typos|sensitive.',
  )
}

async function search(context: CommandContext): Promise<void> {
  const { projectId } = await openProject(context)
  const kind = kindOf(context)
  const answer = await call(context, 'wordLists:search', { projectId, ...(kind && { kind }) })
  if (context.line.values.json) return printJson(context, answer)
  for (const { title, from, word, right, excerpt } of answer.hits)
    printLine(context, [title, from, right === undefined ? word : `${word} → ${right}`, excerpt].join('\t'))
  context.printProgress(wordings[context.language].total(answer.total))
}

async function lists(context: CommandContext): Promise<void> {
  const { projectId } = await openProject(context)
  const answer = await call(context, 'wordLists:list', { projectId })
  if (context.line.values.json) return printJson(context, answer)
  const { own } = wordings[context.language]
  for (const { listId, name, kind, isOn, count } of answer.lists)
    printLine(context, [listId, name || own[kind], kind, isOn ? 'on' : 'off', count].join('\t'))
}

async function importList(context: CommandContext, file: string): Promise<void> {
  const kind = kindOf(context)
  if (kind === undefined)
    throw wrongUse(
      '请用 --format typos 或 --format sensitive 说明是什么词。',
      'Say which with --format typos or --format sensitive.',
    )
  const { projectId } = await openProject(context)
  const base64 = (await readGiven(context, file, maxBytes)).toString('base64')
  const name = context.line.values.name ?? basename(file, extname(file))
  const answer = await call(context, 'wordLists:import', { projectId, name, kind, base64 })
  if (context.line.values.json) return printJson(context, answer)
  printLine(context, answer.listId)
  if (answer.skipped > 0) context.printProgress(wordings[context.language].skipped(answer.skipped))
}

function kindOf({ line }: CommandContext): Kind | undefined {
  const { format } = line.values
  const kind = kinds.find((each) => each === format)
  if (format !== undefined && kind === undefined)
    throw wrongUse('--format 可以是 typos 或 sensitive。', '--format is typos or sensitive.')
  return kind
}
