import { type AppError, fromPayload } from '../../lib/appError.ts'
import { cancelled } from '../../lib/until.ts'
import { requestFrom } from './assemble.ts'
import { localizeErrors } from './localizedErrors.ts'
import { type Command, printJson } from './terminal.ts'

/** Runs a skill and prints its events, one JSON line each; fails when the run does. */
export const run: Command = async (context) => {
  const { stateless: _stateless, preview: _preview, ...request } = await requestFrom(context)
  let failure: AppError | undefined
  const { runId, finished } = await context.app.services.runs.start(request, (event) => {
    printJson(context, localizeErrors(event, context.language))
    if (event.type === 'error') failure = fromPayload(event.error)
    if (event.type === 'done' && event.cancelled) failure = cancelled()
  })
  context.signal.addEventListener('abort', () => context.app.services.runs.cancel(runId), { once: true })
  await finished
  if (failure) throw failure
}
