import type { ChannelOutput } from '../../contract/index.ts'
import { wrongUse } from '../wrongUse.ts'
import { requireDone, runJob } from './bookJob.ts'
import { call } from './dispatch.ts'
import { openProject } from './openProject.ts'
import { type CommandContext, printJson, printLine } from './terminal.ts'

/**
 * `codex drafts read [NAME …]`: a model drafts cards from the book. `list`: what is not decided on.
 * `accept|reject ID … | ticked | all`: decides on it.
 */
export async function drafts(context: CommandContext): Promise<void> {
  const [, action, ...rest] = context.line.rest
  if (action === 'read') return read(context, rest)
  if (action === 'list') return list(context)
  if ((action === 'accept' || action === 'reject') && rest.length > 0) return decide(context, action, rest)
  throw wrongUse(
    '请写 codex drafts read [名字 …]，codex drafts list，或 codex drafts accept|reject 后面跟编号、ticked 或 all，再加 --project 文件夹。',
    'Write codex drafts read [NAME …], codex drafts list, or codex drafts accept|reject with ids, ticked or all, and --project DIR.',
  )
}

async function read(context: CommandContext, names: readonly string[]): Promise<void> {
  const readings = Number(context.line.values.readings ?? 1)
  if (![1, 2, 3].includes(readings))
    throw wrongUse('--readings 可以是 1、2 或 3。', '--readings is 1, 2 or 3.')
  const { projectId } = await openProject(context)
  const job = await runJob(context, projectId, {
    kind: 'drafts',
    // In the order of the contract, by which a job that was stopped is recognised.
    ...(names.length > 0 && { names: [...names] }),
    ...(readings > 1 && { readings }),
  })
  if (!job) return
  requireDone(job)
  await print(context, await call(context, 'codex:drafts:list', { projectId }))
}

async function list(context: CommandContext): Promise<void> {
  const { projectId } = await openProject(context)
  await print(context, await call(context, 'codex:drafts:list', { projectId }))
}

async function print(context: CommandContext, answer: ChannelOutput<'codex:drafts:list'>): Promise<void> {
  if (context.line.values.json) return printJson(context, answer)
  const { name: nameWord, summary } = messages[context.language]
  for (const { name, kind, entryId = '', facts } of answer.drafts) {
    printLine(context, [name, kind, entryId].filter((word) => word !== '').join('\t'))
    for (const { id, field = nameWord, value, reservation, evidence } of facts) {
      const tick = reservation === undefined ? '[x]' : `[ ] ${reservation}`
      const quotes = evidence.map(
        ({ quote, documentId }) => `${documentId} “${quote.replaceAll(/\s+/gu, ' ')}”`,
      )
      printLine(context, ['', tick, id, `${field}: ${value}`, ...quotes].join('\t'))
    }
  }
  context.printProgress(summary(answer))
}

async function decide(
  context: CommandContext,
  action: 'accept' | 'reject',
  given: readonly string[],
): Promise<void> {
  const [first] = given
  const facts = given.length === 1 && (first === 'all' || first === 'ticked') ? first : [...given]
  const { projectId } = await openProject(context)
  if (action === 'reject') {
    const answer = await call(context, 'codex:drafts:reject', { projectId, facts })
    if (context.line.values.json) printJson(context, answer)
    else printLine(context, messages[context.language].rejected(answer.rejected))
    return
  }
  const answer = await call(context, 'codex:drafts:accept', { projectId, facts })
  if (context.line.values.json) return printJson(context, answer)
  printLine(context, messages[context.language].accepted(answer))
  for (const { name, error } of answer.failed) printLine(context, `  ${name}: ${error.message}`)
}

type Accepted = ChannelOutput<'codex:drafts:accept'>
type Listed = ChannelOutput<'codex:drafts:list'>

const factCount = ({ drafts: cards }: Listed) => cards.reduce((sum, { facts }) => sum + facts.length, 0)

const messages = {
  zh: {
    name: '别名',
    summary: (answer: Listed) =>
      `${answer.drafts.length} 张卡，${factCount(answer)} 条；没有收下：${answer.dropped.notInText} 条书里没有原句，${answer.dropped.otherChapter} 条原句在别的章，${answer.dropped.incomplete} 条不完整。`,
    accepted: ({ accepted, created, changed }: Accepted) =>
      `写进了 ${accepted} 条：新建 ${created.length} 张卡，添到 ${changed.length} 张卡。`,
    rejected: (count: number) => `不要的 ${count} 条，不再列出。`,
  },
  en: {
    name: 'alias',
    summary: (answer: Listed) =>
      `Cards: ${answer.drafts.length}, facts: ${factCount(answer)}. Left out: ${answer.dropped.notInText} without a sentence in the book, ${answer.dropped.otherChapter} with one of another chapter, ${answer.dropped.incomplete} incomplete.`,
    accepted: ({ accepted, created, changed }: Accepted) =>
      `Facts accepted: ${accepted}; cards made: ${created.length}, cards added to: ${changed.length}.`,
    rejected: (count: number) => `Facts rejected: ${count}.`,
  },
} as const
