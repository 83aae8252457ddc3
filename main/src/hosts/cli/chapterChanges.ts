import type { ChannelOutput } from '../../contract/index.ts'
import { wrongUse } from '../wrongUse.ts'
import { requireDone, runJob } from './bookJob.ts'
import { call } from './dispatch.ts'
import { openProject } from './openProject.ts'
import { type CommandContext, printJson, printLine } from './terminal.ts'

/**
 * `codex changes read`: a model reads what changes in each chapter, or in `--document` alone. `list`: what is not decided
 * on. `accept|reject ID … | ticked | all`: decides on it; `fact ID …` accepts claims as what has happened.
 */
export async function changes(context: CommandContext): Promise<void> {
  const [, action, ...rest] = context.line.rest
  if (action === 'read') return read(context)
  if (action === 'list') return list(context)
  if (rest.length > 0 && (action === 'accept' || action === 'fact' || action === 'reject'))
    return decide(context, action, rest)
  throw wrongUse(
    '请写 codex changes read [--document 章]，codex changes list，或 codex changes accept|fact|reject 后面跟编号、ticked 或 all，再加 --project 文件夹。',
    'Write codex changes read [--document ID], codex changes list, or codex changes accept|fact|reject with ids, ticked or all, and --project DIR.',
  )
}

async function read(context: CommandContext): Promise<void> {
  const { document } = context.line.values
  const { projectId } = await openProject(context)
  const job = await runJob(context, projectId, {
    kind: 'changes',
    ...(document !== undefined && { chapters: [document] }),
  })
  if (!job) return
  requireDone(job)
  await print(context, await call(context, 'codex:changes:list', { projectId }))
}

async function list(context: CommandContext): Promise<void> {
  const { projectId } = await openProject(context)
  await print(context, await call(context, 'codex:changes:list', { projectId }))
}

type Listed = ChannelOutput<'codex:changes:list'>

async function print(context: CommandContext, answer: Listed): Promise<void> {
  if (context.line.values.json) return printJson(context, answer)
  for (const { id, documentId, name, field, value, quote, reservation } of answer.changes) {
    const tick = reservation === undefined ? '[x]' : `[ ] ${reservation}`
    const sentence = `“${quote.replaceAll(/\s+/gu, ' ')}”`
    printLine(context, [documentId, tick, id, name, `${field}: ${value}`, sentence].join('\t'))
  }
  context.printProgress(messages[context.language].summary(answer))
}

async function decide(
  context: CommandContext,
  action: 'accept' | 'fact' | 'reject',
  given: readonly string[],
): Promise<void> {
  const [first] = given
  const chosen = given.length === 1 && (first === 'all' || first === 'ticked') ? first : [...given]
  const { projectId } = await openProject(context)
  const wording = messages[context.language]
  if (action === 'reject') {
    const answer = await call(context, 'codex:changes:reject', { projectId, changes: chosen })
    if (context.line.values.json) printJson(context, answer)
    else printLine(context, wording.rejected(answer.rejected))
    return
  }
  const answer = await call(context, 'codex:changes:accept', {
    ...{ projectId, changes: chosen },
    ...(action === 'fact' && { asFact: true }),
  })
  if (context.line.values.json) return printJson(context, answer)
  printLine(context, wording.accepted(answer))
  for (const { name, error } of answer.failed) printLine(context, `  ${name}: ${error.message}`)
}

type Accepted = ChannelOutput<'codex:changes:accept'>

const messages = {
  zh: {
    summary: ({ changes: all, dropped }: Listed) =>
      `${all.length} 处变化；没有收下：${dropped.notInText} 处章里没有原句，${dropped.incomplete} 处不完整。`,
    accepted: ({ accepted, created }: Accepted) => `写进了 ${accepted} 处，新建 ${created.length} 张卡。`,
    rejected: (count: number) => `不要的 ${count} 处，不再列出。`,
  },
  en: {
    summary: ({ changes: all, dropped }: Listed) =>
      `Changes: ${all.length}. Left out: ${dropped.notInText} without a sentence in the chapter, ${dropped.incomplete} incomplete.`,
    accepted: ({ accepted, created }: Accepted) =>
      `Changes accepted: ${accepted}; cards made: ${created.length}.`,
    rejected: (count: number) => `Changes rejected: ${count}.`,
  },
} as const
