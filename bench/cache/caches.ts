import { sha256Hex } from '../../main/src/lib/hash.ts'

/** One request as a provider sees it: blocks with their bytes' hashes, and how far it repeats earlier requests. */
export interface Request {
  readonly blocks: readonly { readonly hash: string; readonly tokens: number }[]
  readonly tokens: number
  /** Indexes of the blocks at whose ends a mark is set, ascending. */
  readonly marks: readonly number[]
  readonly breakpoints: readonly number[]
  /** Tokens that it begins with as the request before, byte for byte; with each of the last requests, newest first. */
  readonly common: readonly number[]
}

/** What a cache did with a request, in tokens. */
export interface Use {
  readonly read: number
  readonly written: number
  readonly sent: number
}

export type Cache = (request: Request) => Use

/** As providers document their caches (2026-11-22); times to live are left out: an author who writes comes in time. */
export const caches = {
  /** Older OpenAI, Gemini, Kimi, local: the longest common beginning, from 1,024 tokens in steps of 128. */
  prefix: (): Cache => (request) => {
    const most = Math.max(0, ...request.common)
    const read = most < minimumTokens ? 0 : most - ((most - minimumTokens) % 128)
    return { read, written: 0, sent: request.tokens }
  },
  /** Anthropic, Qwen explicit, MiniMax: at marked block ends, looking back 20 blocks from each mark. */
  marks: () => exact(({ marks }) => marks, 20),
  /** OpenAI from GPT-5.6 on: at breakpoints, exactly there. */
  breakpoints: () => exact(({ breakpoints }) => breakpoints, 1),
  /** DeepSeek: whole earlier requests, and common beginnings once they were seen; no interval is assumed. */
  units: (): Cache => {
    // Of each of the last requests: where units of it end.
    let earlier: number[][] = []
    return ({ common, tokens }) => {
      let read = 0
      for (const [at, units] of earlier.entries())
        for (const unit of units) if (unit <= (common[at] ?? 0)) read = Math.max(read, unit)
      // What it shares with the last three is detected now, and serves the next.
      const detected = common.slice(0, 3).filter((shared) => shared >= 64)
      earlier = [[tokens, ...detected], ...earlier].slice(0, remembered)
      return { read, written: 0, sent: tokens }
    }
  },
} as const

export type CacheName = keyof typeof caches
export const cacheNames = Object.keys(caches) as readonly CacheName[]

const minimumTokens = 1024
/** Earlier requests that one is compared with. */
export const remembered = 12

function exact(placesOf: (request: Request) => readonly number[], lookBack: number): Cache {
  const known = new Set<string>()
  return (request) => {
    const chain: string[] = []
    const ends: number[] = []
    for (const { hash, tokens } of request.blocks) {
      chain.push(sha256Hex(`${chain.at(-1) ?? ''}${hash}`))
      ends.push((ends.at(-1) ?? 0) + tokens)
    }
    const places = placesOf(request).slice(-4)
    let read = 0
    for (const place of places)
      for (let at = place; at > place - lookBack && at >= 0; at--)
        if (known.has(chain[at] ?? '')) {
          read = Math.max(read, ends[at] ?? 0)
          break
        }
    let far = read
    for (const place of places) {
      if ((ends[place] ?? 0) < minimumTokens) continue
      known.add(chain[place] ?? '')
      far = Math.max(far, ends[place] ?? 0)
    }
    return { read, written: far - read, sent: request.tokens }
  }
}
