import { type App, createApp } from '../../main/src/app.ts'
import type { AgentEvent } from '../../main/src/contract/agent.ts'
import type { RunEvent } from '../../main/src/contract/events.ts'
import type { ChannelInput, ChannelName, ChannelOutput } from '../../main/src/contract/index.ts'
import type { Envelope } from '../../main/src/contract/result.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import type { Place } from './place.ts'

/** A coded refusal. */
export class Refused extends Error {
  readonly code: string
  constructor(channel: string, code: string, message: string) {
    super(`${channel}: ${code} ${message}`)
    this.code = code
  }
}

/** The process ended before it answered. */
export class Gone extends Error {}

/** Calls a channel of the product, in this process or another. Throws Refused or Gone. */
export type Call = <C extends ChannelName>(channel: C, input: ChannelInput<C>) => Promise<ChannelOutput<C>>

/** Makes a call of whatever carries a request to an envelope. */
export function callOver(send: (channel: string, input: unknown) => Promise<Envelope<unknown>>): Call {
  return async <C extends ChannelName>(channel: C, input: ChannelInput<C>) => {
    const answer = await send(channel, input)
    if (!answer.ok) throw new Refused(channel, answer.error.code, answer.error.message)
    return answer.data as ChannelOutput<C> // the contract's output
  }
}

export type AppOptions = Partial<Parameters<typeof createApp>[0]>

/** The whole product in this process, with its project open. */
export async function openApp(place: Place, options: AppOptions = {}) {
  const app = await createApp({
    dataFolder: place.dataFolder,
    logger: silentLogger,
    environment: {},
    fakePauseMs: 0,
    ...options,
  })
  const runs = createRunLog()
  const session = app.createSession({ id: 'torture', mayInspect: () => true, emit: runs.hear })
  const send = (channel: string, input: unknown) => app.router.dispatch(session, channel, input)
  const call = callOver(send)
  try {
    const { projectId } = await call('projects:open', { rootPath: place.project })
    return { app, session, send, call, projectId, runs, dispose: app.dispose }
  } catch (error) {
    await app.dispose()
    throw error
  }
}

/** The ends of runs and of tasks. */
function createRunLog() {
  const runEnds = createEnds<RunEvent>()
  const taskEnds = createEnds<AgentEvent>()
  const hear: NonNullable<Parameters<App['createSession']>[0]['emit']> = (name, payload) => {
    if (name === 'run') {
      const event = payload as RunEvent // by its name
      if (event.type === 'done' || event.type === 'error') runEnds.add(event.runId, event)
    }
    if (name === 'agent') {
      const event = payload as AgentEvent // by its name
      if (event.type === 'done' || event.type === 'error') taskEnds.add(event.taskId, event)
    }
  }
  return { hear, end: runEnds.next, taskEnd: taskEnds.next }
}

/** Each is handed over once, so that a long session does not collect them. */
function createEnds<T>() {
  const ended = new Map<string, T>()
  const waiting = new Map<string, (end: T) => void>()
  return {
    add(id: string, end: T): void {
      const resolve = waiting.get(id)
      if (resolve) resolve(end)
      else ended.set(id, end)
      waiting.delete(id)
    },
    next(id: string): Promise<T> {
      const end = ended.get(id)
      if (end === undefined) return new Promise((resolve) => waiting.set(id, resolve))
      ended.delete(id)
      return Promise.resolve(end)
    },
  }
}

export type OpenedApp = Awaited<ReturnType<typeof openApp>>
