import type { ChannelInput } from '../../contract/index.ts'
import { wrongUse } from '../wrongUse.ts'
import { type CommandLine, numberOption, required } from './commandLine.ts'
import { call } from './dispatch.ts'
import { givenText } from './givenFile.ts'
import { formatNotices } from './noticeSentences.ts'
import { bringIndexUpToDate, openProject } from './openProject.ts'
import { reasonOf } from './reasonOf.ts'
import { type Command, type CommandContext, printJson, printLine } from './terminal.ts'

type AssembleInput = ChannelInput<'context:assemble'>

/** The request that the options of `assemble`, `inspect`, `explain` and `run` describe. */
export async function requestFrom(context: CommandContext): Promise<AssembleInput> {
  const { line } = context
  const documentId = required(line, 'document')
  const cursorPosition = numberOption(line, 'cursor') ?? Number.NaN
  if (line.values.cursor === undefined) required(line, 'cursor')
  const { projectId } = await openProject(context)
  await bringIndexUpToDate(context, projectId)
  const { window, reserve } = { window: numberOption(line, 'window'), reserve: numberOption(line, 'reserve') }
  const limits = {
    ...(window === undefined ? {} : { window }),
    ...(reserve === undefined ? {} : { outputReserve: reserve }),
  }
  const length = numberOption(line, 'length')
  const { input, model, stateless } = line.values
  return {
    projectId,
    documentId,
    cursorPosition,
    skillId: line.values.skill ?? 'continue',
    ...selectionFrom(line),
    ...(input === undefined ? {} : { additionalInput: await givenText(context, input) }),
    ...(model === undefined ? {} : { modelId: model }),
    ...(length === undefined ? {} : { length }),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(stateless ? { stateless } : {}),
  }
}

function selectionFrom({ values }: CommandLine): Pick<AssembleInput, 'selection'> {
  if (values.select === undefined) return {}
  const match = /^(\d+):(\d+)$/.exec(values.select)
  if (!match)
    throw wrongUse(
      '--select 要写成 起:止，例如 --select 120:180。',
      '--select is written FROM:TO, such as --select 120:180.',
    )
  return { selection: { from: Number(match[1]), to: Number(match[2]) } }
}

export const assemble: Command = async (context) => {
  const result = await call(context, 'context:assemble', await requestFrom(context))
  if (context.line.values.json) return printJson(context, result)
  for (const warning of formatNotices(result, context.language)) context.printProgress(warning)
  printLine(context, result.prompt)
}

export const inspect: Command = async (context) => {
  const result = await call(context, 'context:inspect', await requestFrom(context))
  if (context.line.values.json) return printJson(context, result)
  for (const chunk of result.chunks) {
    const { layer, source, tokenCount, action, text } = chunk
    const reason = reasonOf(chunk, context.language)
    printLine(context, `── ${layer} · ${source} · ${tokenCount} tokens · ${action} · ${reason}\n${text}`)
  }
}
