import type { ChannelOutput } from '../../contract/index.ts'
import { wrongUse } from '../wrongUse.ts'
import { required } from './commandLine.ts'
import { call } from './dispatch.ts'
import { givenText } from './givenFile.ts'
import { openProject } from './openProject.ts'
import { type Command, type CommandContext, printJson, printLine } from './terminal.ts'

type Thread = ChannelOutput<'threads:create'>

const states = {
  zh: { planned: '打算', planted: '未收', overdue: '逾期', paid: '已收', dropped: '放弃' },
  en: { planned: 'planned', planted: 'open', overdue: 'overdue', paid: 'paid', dropped: 'dropped' },
} as const
const none = { zh: '还没有伏笔。', en: 'There are no threads yet.' } as const
const absent = { zh: '找不到这一句', en: 'sentence not found' } as const

/**
 * `threads`: the threads of a book with their sentences. `threads add` plants one at `--document` and `--select`,
 * `threads pay ID` pays one there.
 */
export const threads: Command = async (context) => {
  const [action = 'list', id] = context.line.rest
  if (action === 'list') return list(context)
  if (action === 'add') return add(context)
  if (action === 'pay' && id !== undefined) return pay(context, id)
  throw wrongUse(
    '请写 threads、threads add 或 threads pay 编号，后两个要 --document 章节 --select 起:止。',
    'Write threads, threads add or threads pay ID, the last two with --document CHAPTER --select FROM:TO.',
  )
}

async function list(context: CommandContext): Promise<void> {
  const { projectId } = await openProject(context)
  const answer = await call(context, 'threads:list', { projectId })
  if (context.line.values.json) return printJson(context, answer)
  for (const thread of answer.threads) print(context, thread)
  if (answer.threads.length === 0) context.printProgress(none[context.language])
}

async function add(context: CommandContext): Promise<void> {
  const selection = selectionFrom(context)
  const { input: title } = context.line.values
  const { projectId } = await openProject(context)
  report(
    context,
    await call(context, 'threads:create', {
      projectId,
      selection,
      ...(title ? { title: await givenText(context, title) } : {}),
    }),
  )
}

async function pay(context: CommandContext, id: string): Promise<void> {
  const selection = selectionFrom(context)
  const { projectId } = await openProject(context)
  const add = { ...selection, role: 'paid' as const }
  report(context, await call(context, 'threads:mark', { projectId, id, add }))
}

function selectionFrom({ line }: CommandContext) {
  const documentId = required(line, 'document')
  const match = /^(\d+):(\d+)$/.exec(line.values.select ?? '')
  if (!match)
    throw wrongUse(
      '--select 要写成 起:止，例如 --select 120:180。',
      '--select is written FROM:TO, such as --select 120:180.',
    )
  return { documentId, start: Number(match[1]), end: Number(match[2]) }
}

const report = (context: CommandContext, thread: Thread): void =>
  context.line.values.json ? printJson(context, thread) : print(context, thread)

function print(context: CommandContext, { id, title, state, overdue, marks }: Thread): void {
  const { language } = context
  printLine(context, [id, states[language][overdue ? 'overdue' : state], title].join('\t'))
  for (const { role, exact, place } of marks)
    printLine(context, ['', role, place?.chapterTitle ?? absent[language], exact].join('\t'))
}
