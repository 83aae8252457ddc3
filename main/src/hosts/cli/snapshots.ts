import type { ChannelOutput } from '../../contract/index.ts'
import { wrongUse } from '../wrongUse.ts'
import { call } from './dispatch.ts'
import { openProject } from './openProject.ts'
import { type Command, type CommandContext, printJson, printLine } from './terminal.ts'

type Snapshot = ChannelOutput<'snapshots:create'>['snapshot']

const terms = {
  zh: {
    causes: {
      author: '手动',
      replace: '全书替换之前',
      renumber: '重排章号之前',
      fileNames: '整理文件名之前',
      import: '追加导入之前',
      agent: '任务大批改动之前',
      restore: '恢复之前',
    },
    states: { changed: '改过', added: '那时没有', deleted: '现在没有' },
    unchanged: (count: number) => `没变 ${count} 章`,
    restored: (count: number, discarded: number) => `改回 ${count} 章，进回收站 ${discarded} 章`,
    files: (count: number) => `设定、规则等改回 ${count} 个文件`,
    undo: (id: string) => `撤销：snapshots restore ${id}`,
    undelete: (id: string) => `撤销：snapshots undelete ${id}`,
  },
  en: {
    causes: {
      author: 'by hand',
      replace: 'before replacing',
      renumber: 'before renumbering',
      fileNames: 'before naming files',
      import: 'before importing',
      agent: 'before a task',
      restore: 'before restoring',
    },
    states: { changed: 'changed', added: 'not there then', deleted: 'not there now' },
    unchanged: (count: number) => `unchanged: ${count}`,
    restored: (count: number, discarded: number) => `restored: ${count}, in the trash: ${discarded}`,
    files: (count: number) => `cards, rules and other files: ${count}`,
    undo: (id: string) => `undo: snapshots restore ${id}`,
    undelete: (id: string) => `undo: snapshots undelete ${id}`,
  },
} as const

/** `snapshots`: whole books at one moment. `restore ID` brings the text back, with `--scope all` cards and rules too, with `--document` that chapter alone. */
export const snapshots: Command = async (context) => {
  const [action = 'list', snapshotId] = context.line.rest
  if (action === 'list') return list(context)
  if (action === 'create') return create(context)
  if (snapshotId !== undefined) {
    if (action === 'compare') return compare(context, snapshotId)
    if (action === 'restore') return restore(context, snapshotId)
    if (action === 'delete') return remove(context, snapshotId)
    if (action === 'undelete') return undelete(context, snapshotId)
  }
  throw wrongUse(
    '请写 snapshots、snapshots create，或 snapshots compare、restore、delete、undelete 加存档的编号。',
    'Write snapshots, snapshots create, or snapshots compare, restore, delete or undelete with the ID of a snapshot.',
  )
}

async function list(context: CommandContext): Promise<void> {
  const { projectId } = await openProject(context)
  const answer = await call(context, 'snapshots:list', { projectId })
  if (context.line.values.json) return printJson(context, answer)
  for (const snapshot of answer.snapshots) print(context, snapshot)
}

async function create(context: CommandContext): Promise<void> {
  const { name } = context.line.values
  const { projectId } = await openProject(context)
  const answer = await call(context, 'snapshots:create', { projectId, ...(name !== undefined && { name }) })
  if (context.line.values.json) return printJson(context, answer)
  print(context, answer.snapshot)
}

async function compare(context: CommandContext, snapshotId: string): Promise<void> {
  const { projectId } = await openProject(context)
  const answer = await call(context, 'snapshots:compare', { projectId, snapshotId })
  if (context.line.values.json) return printJson(context, answer)
  const { states, unchanged } = terms[context.language]
  for (const { documentId, title, state, wordsBefore, wordsNow } of answer.chapters)
    printLine(
      context,
      [documentId, states[state], title, `${wordsBefore ?? '-'} → ${wordsNow ?? '-'}`].join('\t'),
    )
  for (const { path, state } of answer.files) printLine(context, [path, states[state]].join('\t'))
  printLine(context, unchanged(answer.unchanged))
}

async function restore(context: CommandContext, snapshotId: string): Promise<void> {
  const { document, json, scope = 'manuscript' } = context.line.values
  if (scope !== 'manuscript' && scope !== 'all')
    throw wrongUse('--scope 只能是 manuscript 或 all。', '--scope is manuscript or all.')
  const { projectId } = await openProject(context)
  const chapter = document === undefined ? {} : { documentIds: [await idOf(context, projectId, document)] }
  const answer = await call(context, 'snapshots:restore', {
    projectId,
    snapshotId,
    ...chapter,
    withFiles: scope === 'all',
  })
  if (json) return printJson(context, answer)
  const { restored, files, undo } = terms[context.language]
  printLine(context, restored(answer.restored.length, answer.discarded.length))
  if (answer.files.length > 0) printLine(context, files(answer.files.length))
  if (answer.replacedId !== undefined)
    printLine(context, undo(answer.replacedId) + (scope === 'all' ? ' --scope all' : ''))
}

/** A chapter may be named by its path; one that is no longer there, by its id. */
async function idOf(context: CommandContext, projectId: string, document: string): Promise<string> {
  const { documents } = await call(context, 'documents:list', { projectId })
  return documents.find(({ path }) => path === document)?.documentId ?? document
}

async function remove(context: CommandContext, snapshotId: string): Promise<void> {
  const { projectId } = await openProject(context)
  const answer = await call(context, 'snapshots:delete', { projectId, snapshotId })
  if (context.line.values.json) printJson(context, answer)
  else printLine(context, terms[context.language].undelete(snapshotId))
}

async function undelete(context: CommandContext, snapshotId: string): Promise<void> {
  const { projectId } = await openProject(context)
  const answer = await call(context, 'snapshots:undelete', { projectId, snapshotId })
  if (context.line.values.json) return printJson(context, answer)
  print(context, answer.snapshot)
}

function print(
  context: CommandContext,
  { snapshotId, madeAt, cause, name, chapters, words: count }: Snapshot,
) {
  const { causes } = terms[context.language]
  printLine(
    context,
    [snapshotId, new Date(madeAt).toISOString(), name ?? causes[cause], chapters, count].join('\t'),
  )
}
