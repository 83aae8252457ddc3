import {
  answerLength,
  effort as anyEffort,
  temperature as anyTemperature,
} from '../../contract/runChoices.ts'
import { type AppError, fromPayload } from '../../lib/appError.ts'
import { cancelled } from '../../lib/until.ts'
import { wrongUse } from '../wrongUse.ts'
import { requestFrom } from './assemble.ts'
import { type CommandLine, numberOption } from './commandLine.ts'
import { localizeErrors } from './localizedErrors.ts'
import { type Command, printJson } from './terminal.ts'

/** Runs a skill and prints its events, one JSON line each; fails when the run does. */
export const run: Command = async (context) => {
  const choices = choicesFrom(context.line)
  const { stateless: _stateless, preview: _preview, ...request } = await requestFrom(context)
  let failure: AppError | undefined
  const { runId, finished } = await context.app.services.runs.start({ ...request, ...choices }, (event) => {
    printJson(context, localizeErrors(event, context.language))
    if (event.type === 'error') failure = fromPayload(event.error)
    if (event.type === 'done' && event.cancelled) failure = cancelled()
  })
  context.signal.addEventListener('abort', () => context.app.services.runs.cancel(runId), { once: true })
  await finished
  if (failure) throw failure
}

/** How the model is to write: `--effort`, `--temperature`; `--length` is in the request, and is checked here. */
function choicesFrom(line: CommandLine) {
  const effort = anyEffort.optional().safeParse(line.values.effort)
  if (!effort.success)
    throw wrongUse(
      `--effort 可以是 ${anyEffort.options.join('、')}。`,
      `--effort is one of ${anyEffort.options.join(', ')}.`,
    )
  const temperature = anyTemperature.optional().safeParse(numberOption(line, 'temperature'))
  if (!temperature.success)
    throw wrongUse('--temperature 是 0 到 2 的数。', '--temperature is a number from 0 to 2.')
  if (!answerLength.optional().safeParse(numberOption(line, 'length')).success)
    throw wrongUse('--length 是 20 到 10000 的整数。', '--length is a whole number from 20 to 10000.')
  return { effort: effort.data, temperature: temperature.data }
}
