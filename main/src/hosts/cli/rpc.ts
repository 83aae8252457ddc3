import { createInterface } from 'node:readline'
import { z } from 'zod'
import { ErrorCode } from '../../ipc/errorCodes.ts'
import { fail } from '../../ipc/result.ts'
import { bringIndexUpToDate, openProject } from './openProject.ts'
import { type Command, printJson } from './terminal.ts'

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
  const running = new Map<string | number, AbortController>()
  const pending = new Set<Promise<void>>()

  async function answer(text: string): Promise<void> {
    const parsed = parseLine(text)
    if (!parsed)
      return printJson(context, { id: null, ...fail(ErrorCode.INVALID_ARGUMENT, '这一行不是合规的请求。') })
    if ('cancel' in parsed) return running.get(parsed.cancel)?.abort()
    const abort = new AbortController()
    running.set(parsed.id, abort)
    const envelope = await app.router.dispatch(session, parsed.channel, parsed.input ?? {}, abort.signal)
    running.delete(parsed.id)
    printJson(context, { id: parsed.id, ...envelope })
  }

  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (text.trim() === '') continue
    const work = answer(text).finally(() => pending.delete(work))
    pending.add(work)
  }
  await Promise.all(pending)
  await app.services.runs.settled()
}

function parseLine(text: string): z.infer<typeof request> | undefined {
  try {
    return request.parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined
    throw error
  }
}
