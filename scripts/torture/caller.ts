import { createApp } from '../../main/src/app.ts'
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
  const session = app.createSession({ id: 'torture', mayInspect: () => true })
  const send = (channel: string, input: unknown) => app.router.dispatch(session, channel, input)
  const call = callOver(send)
  try {
    const { projectId } = await call('projects:open', { rootPath: place.project })
    return { app, session, send, call, projectId, dispose: app.dispose }
  } catch (error) {
    await app.dispose()
    throw error
  }
}

export type OpenedApp = Awaited<ReturnType<typeof openApp>>
