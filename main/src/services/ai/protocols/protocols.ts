import type { EndpointFamily } from '#contract/ai.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import { AppError } from '../../../lib/appError.ts'
import type { CacheFacts } from '../cache/cacheFacts.ts'
import type { ModelControls } from '../models/modelControls.ts'
import { createHttpProvider, type HttpProviderOptions } from '../providers/httpProvider.ts'
import type { Provider } from '../providers/provider.ts'
import { anthropicMessages } from './anthropicMessages.ts'
import { chatCompletions } from './chatCompletions.ts'
import type { Family, Protocol } from './protocol.ts'

/** Every wire protocol of the app. */
const protocols: readonly Protocol[] = [anthropicMessages, chatCompletions]

const byFamily: ReadonlyMap<string, { readonly protocol: Protocol; readonly family: Family }> = new Map(
  protocols.flatMap((protocol) => protocol.families.map((family) => [family.id, { protocol, family }])),
)

/** Who may answer at an address, in the order in which the settings offer them. */
export const families: readonly Family[] = [...byFamily.values()].map(({ family }) => family)

/** The families as the form of a service shows them. */
export const listFamilies = (): readonly DeepReadonly<EndpointFamily>[] =>
  families.map(({ id, name, hosts, localPort, switchesThinking, preset }) => ({
    ...{ id, name, switchesThinking, isDetected: hosts !== undefined || localPort !== undefined },
    ...(preset && { preset }),
  }))

/** Whether a family of this id exists. */
export const isFamily = (id: string): boolean => byFamily.has(id)

/**
 * Who answers at an address: what the author chose, else by the host.
 * @throws AppError INVALID_ARGUMENT {why: endpointFamily} for an id that no protocol has.
 */
export function familyOf(service: {
  readonly baseUrl: string
  readonly family?: string | undefined
}): Family {
  if (service.family !== undefined) return entryOf(service.family).family
  const { hostname, port } = new URL(service.baseUrl)
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  const answering = families.find(({ hosts, localPort }) =>
    isLocal ? localPort === port : hosts?.test(hostname),
  )
  return answering ?? entryOf('compatible').family
}

/** A provider at an address; each request is made once, without retries. */
export function createEndpointProvider(options: HttpProviderOptions & { readonly family: Family }): Provider {
  const { baseUrl, apiKey, family } = options
  const { protocol } = entryOf(family.id)
  return createHttpProvider(options, (request) => protocol.wire({ baseUrl, apiKey, family }, request))
}

/** Headers of a request for the names of an endpoint's models. */
export const modelListHeaders = (family: Family, apiKey: string | undefined) =>
  entryOf(family.id).protocol.modelListHeaders(apiKey)

const unknownCache: CacheFacts = {
  kind: 'none',
  minimumTokens: 0,
  maxMarks: 0,
  ttlSeconds: [],
  read: 1,
  write: [],
  asOf: '2026-11',
  source: 'not in the table',
}

/** The facts about the cache of a model by its name at the endpoint; without any, nothing is expected. */
export function cacheFactsOf(familyId: string, modelName: string): CacheFacts {
  const shortName = modelName.slice(modelName.lastIndexOf('/') + 1)
  const { cache } = entryOf(familyId).family
  return cache.find(([model]) => model.test(modelName) || model.test(shortName))?.[1] ?? unknownCache
}

/** What a run can ask of a model, by its name at the endpoint. */
export function controlsOf(familyId: string, modelName: string): ModelControls {
  const { efforts, temperature } = entryOf(familyId).family
  const range = temperature?.(modelName)
  return { efforts: efforts?.(modelName) ?? [], ...(range && { temperature: range }) }
}

function entryOf(id: string) {
  const entry = byFamily.get(id)
  if (entry) return entry
  throw new AppError('INVALID_ARGUMENT', { why: 'endpointFamily', family: id })
}
