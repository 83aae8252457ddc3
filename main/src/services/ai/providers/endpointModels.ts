import { z } from 'zod'
import { AppError, isAppError } from '../../../lib/appError.ts'
import { createOutgoingFetch } from '../../../lib/outgoingFetch.ts'
import { cancelled } from '../../../lib/until.ts'
import type { Family } from '../protocols/protocol.ts'
import { modelListHeaders } from '../protocols/protocols.ts'
import { checkKey } from './apiKey.ts'
import { classifyFailure } from './failures.ts'
import { plainPrompt } from './prompt.ts'
import { ProviderFailure } from './providerFailure.ts'
import { createReception } from './reception.ts'

export interface Endpoint {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  /** Who answers there. */
  readonly family: Family
  readonly timeoutMs: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

const named = z.union([
  z.string().min(1).max(120),
  z.looseObject({ id: z.string().min(1).max(120) }).transform(({ id }) => id),
  z.looseObject({ name: z.string().min(1).max(120) }).transform(({ name }) => name),
])
/** OpenAI and Anthropic use `data`, others `models` or a plain list; an entry that has no name is left out. */
const listed = z
  .union([
    z.looseObject({ data: z.array(z.unknown()) }).transform(({ data }) => data),
    z.looseObject({ models: z.array(z.unknown()) }).transform(({ models }) => models),
    z.array(z.unknown()),
  ])
  .transform((list) =>
    list.flatMap((entry) => {
      const { data } = named.safeParse(entry)
      return data === undefined ? [] : [data]
    }),
  )

const limits = { maxBytes: 16_000_000, maxFrameBytes: 16_000_000, maxDepth: 64 }
const mostModels = 1000

/**
 * The names of the models that a service offers, sorted. Throws what is wrong with the set-up as an error of
 * `failures.ts`, AI_NO_MODEL_LIST when the service is there and gives no list, and CANCELLED.
 */
export async function fetchModelNames(endpoint: Endpoint, signal: AbortSignal): Promise<readonly string[]> {
  const { baseUrl, apiKey, family, now } = endpoint
  checkKey(apiKey)
  const { host } = new URL(baseUrl)
  const timeout = AbortSignal.timeout(endpoint.timeoutMs)
  const reception = createReception(() => undefined)
  const outgoing = createOutgoingFetch(limits, reception)
  let body: string | undefined
  try {
    const response = await outgoing.fetch(`${baseUrl.replace(/\/+$/, '')}/models`, {
      headers: modelListHeaders(family, apiKey),
      signal: AbortSignal.any([signal, timeout]),
    })
    body = await response.text()
  } catch (error) {
    // What the connection did is in `reception`; what this app itself refused is an answer.
    if (isAppError(error)) throw error
  }
  if (signal.aborted) throw cancelled()
  const refusal = outgoing.refusal()
  if (refusal) throw refusal
  const observed = reception.observed()
  const names = observed.status === 200 && body !== undefined ? namesIn(body) : undefined
  if (names) return [...new Set(names)].toSorted().slice(0, mostModels)
  const failed = classifyFailure({
    ...observed,
    ...{ gotText: false, gotThinking: false, sentKey: apiKey !== undefined, now: now() },
    timedOut: timeout.aborted,
  })
  // An address without a list is an address all the same.
  const hasNone = observed.status === 404 || observed.status === 405 || (observed.status ?? 500) < 300
  if (!failed || (hasNone && !timeout.aborted)) throw new AppError('AI_NO_MODEL_LIST', { host })
  const request = { modelName: '', prompt: plainPrompt('', '') }
  throw new ProviderFailure(failed, { host, apiKey, status: observed.status, request })
}

function namesIn(body: string): readonly string[] | undefined {
  try {
    const names = listed.parse(JSON.parse(body))
    return names.length > 0 ? names : undefined
  } catch {
    // A page, or another service's JSON: there is no list in it.
    return undefined
  }
}
