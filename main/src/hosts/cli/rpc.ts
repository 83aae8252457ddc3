import type { Readable } from 'node:stream'
import type { AnswerFrame } from '../../contract/frames.ts'
import { answerFrames } from '../answerFrames.ts'
import type { Dispatch } from '../callsUnderWay.ts'
import { maxUnitsOf } from '../frameLimits.ts'
import { localizeErrors } from './localizedErrors.ts'
import { bringIndexUpToDate, openProject } from './openProject.ts'
import { type Command, linesOf, printLine } from './terminal.ts'

/** Every channel of the contract over JSON lines; requests run side by side, answers come as they are ready. */
export const rpc: Command = async (context) => {
  const { app, session, input, line } = context
  if (line.values.project !== undefined) {
    const { projectId } = await openProject(context)
    await bringIndexUpToDate(context, projectId)
  }
  await answerLines({
    input,
    dispatch: (channel, payload, signal) => app.router.dispatch(session, channel, payload, signal),
    print: (text) => printLine(context, text),
    inWords: (answer) => localizeErrors(answer, context.language),
    signal: context.signal,
  })
  // Requests that run on end with events, which belong to the output.
  await app.services.runs.drain()
  await app.services.agent.drain()
  await app.services.jobs.drain()
}

/**
 * Answers one frame a line until the input ends and all is answered. A line is dispatched when it is read, so that
 * immediate decisions are made in the order of the lines; no request is refused as too many.
 */
export async function answerLines(options: {
  readonly input: Readable
  readonly dispatch: Dispatch
  readonly print: (text: string) => void
  /** The answer as it is printed. */
  readonly inWords?: (answer: AnswerFrame) => AnswerFrame
  /** No more lines are read after it aborts. */
  readonly signal?: AbortSignal
}): Promise<void> {
  const { input, dispatch, print, inWords, signal } = options
  const answers = answerFrames({
    ...{ dispatch, send: print, maxInFlight: Number.POSITIVE_INFINITY },
    ...(inWords && { inWords }),
  })
  for await (const text of linesOf(input, { signal, maxUnitsOf })) {
    if (text.trim() !== '') answers.receive(text)
  }
  await answers.drain()
}
