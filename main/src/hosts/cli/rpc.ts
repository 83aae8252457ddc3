import type { Readable } from 'node:stream'
import { z } from 'zod'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { type Envelope, fail } from '../../contract/result.ts'
import { bringIndexUpToDate, openProject } from './openProject.ts'
import { type Command, linesOf, printJson } from './terminal.ts'

const id = z.union([z.string().max(200), z.number()])
const request = z.union([
  z.strictObject({ id, channel: z.string().max(200), input: z.unknown().optional() }),
  z.strictObject({ cancel: id }),
])

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
    print: (value) => printJson(context, value),
    signal: context.signal,
  })
  await app.services.runs.settled()
}

/**
 * Answers `{id, channel, input}` with `{id, ok, …}` and obeys `{cancel: id}`, until the input ends and all is
 * answered. A line is dispatched when it is read, so that what is decided at once is decided in their order.
 */
export async function answerLines(options: {
  readonly input: Readable
  readonly dispatch: (channel: string, input: unknown, signal: AbortSignal) => Promise<Envelope<unknown>>
  readonly print: (value: object) => void
  /** No more lines are read once it says stop. */
  readonly signal?: AbortSignal
}): Promise<void> {
  const { input, dispatch, print, signal } = options
  const running = new Map<string | number, AbortController>()
  const pending = new Set<Promise<void>>()

  async function answer(text: string): Promise<void> {
    const parsed = parseLine(text)
    if (!parsed) return print({ id: null, ...fail(ErrorCode.INVALID_ARGUMENT, '这一行不是合规的请求。') })
    if ('cancel' in parsed) return running.get(parsed.cancel)?.abort()
    const abort = new AbortController()
    running.set(parsed.id, abort)
    const envelope = await dispatch(parsed.channel, parsed.input ?? {}, abort.signal)
    if (running.get(parsed.id) === abort) running.delete(parsed.id)
    print({ id: parsed.id, ...envelope })
  }

  for await (const text of linesOf(input, signal)) {
    if (text.trim() === '') continue
    const work = answer(text).finally(() => pending.delete(work))
    pending.add(work)
  }
  await Promise.all(pending)
}

function parseLine(text: string): z.infer<typeof request> | undefined {
  try {
    return request.parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined
    throw error
  }
}
