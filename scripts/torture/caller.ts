import { type App, createApp } from '../../main/src/app.ts'
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

/** The events of runs, and how each run ended. */
function createRunLog() {
  const ended = new Map<string, RunEvent>()
  const waiting = new Map<string, (event: RunEvent) => void>()
  const hear: NonNullable<Parameters<App['createSession']>[0]['emit']> = (name, payload) => {
    if (name !== 'run') return
    const event = payload as RunEvent // by its name
    if (event.type !== 'done' && event.type !== 'error') return
    ended.set(event.runId, event)
    waiting.get(event.runId)?.(event)
  }
  return {
    hear,
    end: (runId: string) =>
      new Promise<RunEvent>((resolve) => {
        const known = ended.get(runId)
        if (known) resolve(known)
        else waiting.set(runId, resolve)
      }),
  }
}

export type OpenedApp = Awaited<ReturnType<typeof openApp>>
