import type { AssembleRequest } from '../../main/src/contract/context.ts'
import type { RunEvent } from '../../main/src/contract/events.ts'
import type { AppSettings } from '../../main/src/contract/settings.ts'
import type { TestApp } from './app.ts'

/** The address and key of a service as an author would set it up; an empty or absent key is not stored. */
export interface ServiceSetUp {
  readonly baseUrl: string
  readonly key?: string
  readonly model?: string
  readonly skillId?: string
  readonly cursorPosition?: number
  /** What else the request says. */
  readonly asking?: Pick<AssembleRequest, 'selection' | 'textSoFar'>
  /** Who answers at the address; absent: told from its host. */
  readonly family?: NonNullable<AppSettings['providers'][number]['family']>
  readonly thinking?: 'on' | 'off'
}

/** Sets up the one service `own` of the app, and forgets the key of the test before. */
export async function setUpService(
  { invoke }: Pick<TestApp, 'invoke'>,
  service: ServiceSetUp,
): Promise<string> {
  const model = service.model ?? 'm'
  const { baseUrl, family, thinking } = service
  const provider = {
    ...{ id: 'own', name: '自己的', baseUrl, models: [model] },
    ...(family === undefined ? {} : { family }),
    ...(thinking === undefined ? {} : { thinking }),
  }
  await invoke('settings:update', { patch: { providers: [provider] } })
  await invoke('settings:key:delete', { provider: 'own' })
  if (service.key) await invoke('settings:key:set', { provider: 'own', key: service.key })
  return `own/${model}`
}

/** Runs a skill of a novel against a service; every event up to the end of the run. `onEvent` sees them as they come. */
export async function runAgainst(
  novel: TestApp,
  service: ServiceSetUp,
  documentId: string,
  onEvent: (event: RunEvent, cancel: () => void) => void = () => undefined,
): Promise<RunEvent[]> {
  const modelId = await setUpService(novel, service)
  return runModel(novel, { ...service, modelId }, documentId, onEvent)
}

/** The same with a model that is set up already. */
export async function runModel(
  { app, projectId }: TestApp,
  run: Pick<ServiceSetUp, 'skillId' | 'cursorPosition' | 'asking'> & { readonly modelId: string },
  documentId: string,
  onEvent: (event: RunEvent, cancel: () => void) => void = () => undefined,
): Promise<RunEvent[]> {
  const events: RunEvent[] = []
  const session = app.createSession({
    id: 'window',
    mayInspect: () => false,
    emit: (name, payload) => {
      if (name !== 'run') return
      const event = payload as RunEvent // What the event of that name carries.
      events.push(event)
      onEvent(event, () => void app.router.dispatch(session, 'ai:cancel', { runId: event.runId }))
    },
  })
  await app.router.dispatch(session, 'projects:openKnown', { projectId })
  const { skillId = 'continue', cursorPosition = 5000, modelId, asking } = run
  const asked = { projectId, documentId, cursorPosition, skillId, modelId, ...asking }
  const answer = await app.router.dispatch(session, 'ai:run', asked)
  if (!answer.ok) throw new Error(`${answer.error.code} ${answer.error.message}`)
  await app.services.runs.drain()
  return events
}
