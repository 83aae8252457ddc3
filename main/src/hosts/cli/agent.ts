import { createInterface, type Interface } from 'node:readline'
import type { AgentApproval, AgentTask, Decision } from '../../contract/agent.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { permissionResetSentence } from '../../contract/sentences/permissionReset.ts'
import { AppError, fromPayload } from '../../lib/appError.ts'
import { cancelled } from '../../lib/until.ts'
import { wrongUse } from '../wrongUse.ts'
import { agentWords, approvalLines, endLines, linesOf } from './agentReport.ts'
import { numberOption } from './commandLine.ts'
import { givenText } from './givenFile.ts'
import { localizeErrors } from './localizedErrors.ts'
import { bringIndexUpToDate, openProject } from './openProject.ts'
import { type Command, type CommandContext, printJson, printLine } from './terminal.ts'

/**
 * `agent "what to do" --project DIR`: prints plan, steps and diffs. `--yes` allows writes; without it approvals are
 * requested on the terminal, and declined when there is none. Fails unless the task finishes.
 */
export const agent: Command = async (context) => {
  const { line, app, language, signal, printProgress } = context
  const { json, yes, model } = line.values
  const input = (await givenText(context, line.rest.join(' '))).trim()
  if (input === '')
    throw wrongUse(
      '要做什么，写在 agent 后面，用引号括起来。',
      'Write what is to be done behind agent, in quotes.',
    )
  if (yes && line.values.ask)
    throw wrongUse('--yes 和 --ask 只能写一个。', 'Of --yes and --ask only one can be given.')
  const maxSteps = numberOption(line, 'max-steps')
  if (maxSteps !== undefined && !(Number.isInteger(maxSteps) && maxSteps >= 1 && maxSteps <= 2000))
    throw wrongUse('--max-steps 要 1 到 2000 的整数。', '--max-steps is a whole number from 1 to 2000.')
  const { projectId } = await openProject(context)
  await bringIndexUpToDate(context, projectId)
  const { agent: service, permissions } = app.services
  const { reset } = permissions.of(projectId)
  if (reset) printProgress(permissionResetSentence(reset, language))
  const terminal = createQuestions(context)

  async function decide(taskId: string, approval: AgentApproval): Promise<void> {
    // Whatever reaches beyond the book needs an approval each time.
    const isAllowed = yes === true && (approval.kind === 'edit' || approval.kind === 'spend')
    if (!json) for (const text of approvalLines(approval, language)) printLine(context, text)
    // Who has said yes beforehand does not sit there: a model that repeats itself is told so.
    const isUnattended = json || (yes === true && approval.kind === 'repeat')
    const decision = isAllowed
      ? 'once'
      : isUnattended
        ? 'no'
        : await terminal.readDecision(agentWords[language].question[approval.kind], approval.kind)
    if (decision === 'no') printProgress(agentWords[language].declined)
    await service.approve(taskId, approval.approvalId, { decision })
  }

  const { taskId, finished } = await service.start(
    { projectId, input, modelId: model, maxSteps },
    (event) => {
      if (json) printJson(context, localizeErrors(event, language))
      else for (const text of linesOf(event, language)) printLine(context, text)
      const approval = event.type === 'approval' ? event.step?.approval : undefined
      if (approval) void decide(event.taskId, approval)
    },
  )
  signal.addEventListener('abort', () => service.cancel(taskId), { once: true })
  if (signal.aborted) service.cancel(taskId)
  await finished
  terminal.close()
  const task = await service.read(projectId, taskId)
  if (!json) for (const text of endLines(task, language)) printLine(context, text)
  requireFinished(task)
}

function requireFinished({ state, error, maxSteps }: AgentTask): void {
  if (state === 'finished') return
  if (state === 'cancelled') throw cancelled()
  if (state === 'limit')
    throw maxSteps === undefined
      ? new AppError(ErrorCode.AGENT_STEP_LIMIT, { why: 'progress' })
      : new AppError(ErrorCode.AGENT_STEP_LIMIT, { why: 'commandLine', maxSteps })
  throw error ? fromPayload(error) : new AppError(ErrorCode.INTERNAL)
}

/** Questions on the terminal, one after the other; an input that has ended answers no. */
function createQuestions({ input, signal }: CommandContext) {
  let reading: Interface | undefined
  let lines: AsyncIterator<string> | undefined
  return {
    async readDecision(question: string, kind: AgentApproval['kind']): Promise<Decision> {
      process.stderr.write(question)
      reading ??= createInterface({ input, signal })
      lines ??= reading[Symbol.asyncIterator]()
      const { value, done } = await lines.next()
      const reply = done === true ? '' : String(value).trim().toLowerCase()
      if (/^(y|yes|是|好|同意)$/.test(reply)) return 'once'
      return kind === 'edit' && /^(a|always|以后都同意)$/.test(reply) ? 'always' : 'no'
    },
    close: () => reading?.close(),
  }
}
