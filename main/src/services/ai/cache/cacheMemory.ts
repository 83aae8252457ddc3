import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { CacheOutcome } from '#contract/spending.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import type { ResolvedModel } from '../models/models.ts'
import type { ProviderPrompt } from '../providers/prompt.ts'
import type { CacheWish, WireUsage } from '../providers/provider.ts'
import { type CacheDeviation, cachedTokens, deviationOf, expectedUse } from './expectedUse.ts'
import { type Habits, placeMarks } from './marks.ts'
import { priceOfBreak } from './price.ts'
import { markedBefore } from './reuse.ts'
import { segmentsOf } from './segments.ts'
import { parseSent, rememberSent, type Sent, toolTokens } from './sent.ts'
import { judgeCache } from './verdict.ts'

/** What is stored for a project and model; plain JSON. */
interface CacheRecord {
  readonly sent: readonly Sent[]
  /** The last answer missed the cache, and that was reported. */
  readonly warned: boolean
  /** Of the last answer whose service reported it. */
  readonly deviation?: CacheDeviation | undefined
}

/** The store of that; values are plain JSON. The app has it in the index with the session state. */
export interface SentStore {
  /** What `write` stored last under this key; undefined when nothing is there. */
  read(projectId: string, key: string): unknown
  /** Replaces what is stored under this key. */
  write(projectId: string, key: string, value: object): void
}

export interface PlannedRequest {
  readonly wish: CacheWish
  /** Called once, when the usage is known or estimated. `isNews`: the author has not been informed of it yet. */
  recordUsage(usage: WireUsage): { readonly outcome: CacheOutcome; readonly isNews: boolean }
}

export interface CacheMemory {
  /** Compares a request with the one before under the same key and decides where to mark it. */
  plan(request: {
    readonly projectId: string
    readonly model: ResolvedModel
    readonly prompt: ProviderPrompt
    readonly once: boolean
    /** A kind of request that only others of its kind go on from: the last message is sent again, with more behind it. */
    readonly within?: 'agent'
  }): PlannedRequest
  /**
   * What the cache has now of the last request about the book with this model. `since`: what was sent before that time,
   * in milliseconds since the epoch, is lost already.
   */
  cachedValue(request: {
    readonly projectId: string
    readonly model: ResolvedModel
    readonly since: number
  }): CacheValue
}

/** What a provider's cache spares the next request. */
export interface CacheValue {
  /** Read from the cache as long as nothing at the beginning changes. */
  readonly tokens: number
  /** US dollars that the next request costs more otherwise; absent: the model has no price. */
  readonly lostPrice?: number
}

const maxRequests = 12
const maxEntries = 50

/** Forgets when the process ends. */
function createSentMemory(): SentStore {
  const entries = new LRUCache<string, object>({ max: maxEntries })
  return {
    read: (projectId, key) => entries.get(JSON.stringify([projectId, key])),
    write: (projectId, key, value) => void entries.set(JSON.stringify([projectId, key]), value),
  }
}

/** Of a hash, enough to distinguish texts: there are hundreds to store. */
const shortHash = (text: string) => sha256Hex(text).slice(0, 16)

/**
 * What was sent lately, by project, model and what else a provider's cache is keyed by; hashes only. `now`:
 * milliseconds since the epoch.
 */
export function createCacheMemory(now: () => number, store: SentStore = createSentMemory()): CacheMemory {
  const recordAt = (projectId: string, key: string): CacheRecord => {
    const value = store.read(projectId, key)
    const { sent, warned, deviation } = (
      typeof value === 'object' && value !== null ? value : {}
    ) as Partial<CacheRecord> // checked next
    // Stored by another version, it is as good as nothing.
    return { sent: parseSent(sent) ?? [], warned: warned === true, deviation: parseDeviation(deviation) }
  }

  const placeOf = ({ id, thinking, effort }: ResolvedModel, within?: 'agent') =>
    `sent:${JSON.stringify([id, thinking, effort, within])}`

  return {
    cachedValue({ projectId, model, since }) {
      const { cache: facts } = model
      const { sent, deviation } = recordAt(projectId, placeOf(model))
      const alive = sent.filter(({ startedAt }) => startedAt >= since)
      const tokens = cachedTokens(alive, facts, now(), deviation)
      const lostPrice = priceOfBreak(tokens, facts)
      return { tokens, ...(lostPrice !== undefined && { lostPrice }) }
    },
    plan({ projectId, model, prompt, once, within }) {
      const { cache: facts } = model
      const place = placeOf(model, within)
      const { sent: earlier, deviation } = recordAt(projectId, place)
      const segments = segmentsOf(prompt)
      const startedAt = now()
      const unmarked = rememberSent(prompt, { segments, marks: [], startedAt }, shortHash)
      const marks = placeMarks(segments, facts, {
        ...{ once, pauses: pausesOf(earlier, startedAt), goesOn: within === 'agent' },
        markedBefore: markedBefore(earlier, unmarked, startedAt),
        // Each vendor prints definitions of tools in a form of its own, some far shorter than JSON.
        frontTokens: Math.floor(toolTokens(prompt) / 2),
      })
      const sent = { ...unmarked, marks }
      return {
        wish: {
          ...{ kind: facts.kind, marks, key: sha256Hex(projectId).slice(0, 32) },
          expected: expectedUse(sent, earlier, facts, deviation),
        },
        recordUsage(usage) {
          const outcome = judgeCache(sent, earlier, usage, facts)
          const { sent: before, warned, deviation: earlierDeviation } = recordAt(projectId, place)
          const record: CacheRecord = {
            sent: [...before, sent].slice(-maxRequests),
            // It is reported again after the cache has worked in between.
            warned: isAvoidable(outcome) || (warned && !outcome.state.match(/^(hit|partly)$/)),
            deviation: deviationOf(sent, earlier, usage, facts) ?? earlierDeviation,
          }
          store.write(projectId, place, record)
          return { outcome, isNews: isAvoidable(outcome) && !warned }
        },
      }
    },
  }
}

/**
 * Whether a cache that did not work is worth a warning: the provider has not done what it promises, or the author has
 * changed what stands in front. That material was selected anew is no news: nobody could have done otherwise.
 */
const isAvoidable = ({ state, reason, firstDifferent }: CacheOutcome) =>
  state === 'missed' &&
  (reason !== 'changed' || firstDifferent?.layer === 'rules' || firstDifferent?.layer === 'settings')

const storedDeviation = z.object({ share: z.number().min(0).max(1), extraTokens: z.number().min(0) })
const parseDeviation = (value: unknown): CacheDeviation | undefined => storedDeviation.safeParse(value).data

const fewestGaps = 5

/**
 * Whether entries that live for an hour pay, as the author's last requests came: with q5 and q60 the shares of pauses
 * above five minutes and above an hour, when 1.15 q5 > 1.9 q60 + 0.75 n (reads at 0.1, writes at 1.25 and 2, n the
 * share of a request that differs from the one before and is written either way).
 */
function pausesOf(earlier: readonly Sent[], now: number): Habits['pauses'] {
  const times = [...earlier.map(({ startedAt }) => startedAt), now]
  const gaps = times.slice(1).map((time, at) => (time - (times[at] ?? time)) / 60_000)
  if (gaps.length < fewestGaps) return false
  const above = (minutes: number) => gaps.filter((gap) => gap > minutes).length / gaps.length
  return 1.15 * above(5) > 1.9 * above(60) + 0.75 * writtenShare(earlier)
}

/** In the mean over requests that follow each other: what of the cacheable tokens differs from the one before. */
function writtenShare(earlier: readonly Sent[]): number {
  const shares = earlier.slice(1).map((sent, at) => {
    const cacheable = sent.segments.slice(0, sent.cacheable)
    const same = cacheable.findLastIndex(({ hash }, n) => hash === earlier[at]?.segments[n]?.hash)
    const all = cacheable.at(-1)?.tokens ?? 0
    return all === 0 ? 0 : 1 - (cacheable[same]?.tokens ?? 0) / all
  })
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
}
