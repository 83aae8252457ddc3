import { LRUCache } from 'lru-cache'
import type { CacheOutcome } from '#contract/spending.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import type { KnownModel } from '../models/models.ts'
import type { ProviderPrompt } from '../providers/prompt.ts'
import type { CacheWish, WireUsage } from '../providers/provider.ts'
import { type Habits, placeMarks } from './marks.ts'
import { segmentsOf } from './segments.ts'
import { rememberSent, type Sent } from './sent.ts'
import { judgeCache } from './verdict.ts'

interface Known {
  readonly sent: readonly Sent[]
  /** The last answer missed, and that was said. */
  readonly warned: boolean
}

export interface PlannedRequest {
  readonly wish: CacheWish
  /** Once, when the provider has told what the answer cost. `isNews`: the author has not been told of it yet. */
  settle(usage: WireUsage): { readonly outcome: CacheOutcome; readonly isNews: boolean }
}

export interface CacheMemory {
  plan(request: {
    readonly projectId: string
    readonly model: KnownModel
    readonly prompt: ProviderPrompt
    readonly once: boolean
    /** A kind of request that only others of its kind go on from: the last message is sent again, with more behind it. */
    readonly within?: 'agent'
  }): PlannedRequest
}

const keptRequests = 12
const keptPlaces = 50

/**
 * What was sent lately, by project, model and what else a provider's cache is keyed by; hashes only, and for as long
 * as this process lives. `now`: milliseconds since the epoch.
 */
export function createCacheMemory(now: () => number): CacheMemory {
  const places = new LRUCache<string, Known>({ max: keptPlaces })

  return {
    plan({ projectId, model, prompt, once, within }) {
      const { cache: facts, thinking, effort } = model
      const place = JSON.stringify([projectId, model.id, thinking, effort, within])
      const earlier = places.get(place)?.sent ?? []
      const segments = segmentsOf(prompt)
      const startedAt = now()
      const marks = placeMarks(segments, facts, {
        ...{ once, pauses: pausesOf(earlier, startedAt), goesOn: within === 'agent' },
      })
      const sent = rememberSent(prompt, { segments, marks, startedAt }, sha256Hex)
      return {
        wish: { kind: facts.kind, marks, key: sha256Hex(projectId).slice(0, 32) },
        settle(usage) {
          const outcome = judgeCache(sent, earlier, usage, facts)
          const isNews = outcome.state === 'missed' && places.get(place)?.warned !== true
          const { sent: before = [], warned = false } = places.get(place) ?? {}
          places.set(place, {
            sent: [...before, sent].slice(-keptRequests),
            // It is said again after the cache has worked in between.
            warned: outcome.state === 'missed' || (warned && !outcome.state.match(/^(hit|partly)$/)),
          })
          return { outcome, isNews }
        },
      }
    },
  }
}

/** The share of a step that is written anew, as measured on long sessions. */
const writtenShare = 0.05
const fewestGaps = 5

/**
 * Whether entries that live for an hour pay: with q5 and q60 the shares of pauses above five minutes and above an
 * hour, when 1.15 q5 > 1.9 q60 + 0.75 n (reads at 0.1, writes at 1.25 and 2, n newly written per step).
 */
function pausesOf(earlier: readonly Sent[], now: number): Habits['pauses'] {
  const times = [...earlier.map(({ startedAt }) => startedAt), now]
  const gaps = times.slice(1).map((time, at) => (time - (times[at] ?? time)) / 60_000)
  if (gaps.length < fewestGaps) return false
  const above = (minutes: number) => gaps.filter((gap) => gap > minutes).length / gaps.length
  return 1.15 * above(5) > 1.9 * above(60) + 0.75 * writtenShare
}
