import type { AssembleResult } from '#contract/context.ts'
import { type CacheName, cacheNames, caches, type Request, remembered, type Use } from './caches.ts'
import type { Asked } from './session.ts'

type Prompt = Pick<AssembleResult, 'prompt' | 'tokenCount' | 'delta'>

/** Prompts as a provider sees them; `count` in the tokens of the target. */
export function requestsOf(prompts: readonly Prompt[], count: (text: string) => number): Request[] {
  // Where the requests so far had breakpoints, by the hashes of all blocks up to there.
  const marked = new Set<string>()
  return prompts.map(({ prompt, tokenCount, delta }, at) => {
    const earlier = prompts.slice(Math.max(0, at - remembered), at).toReversed()
    const common = earlier.map((one) => count(prompt.slice(0, commonUnits(one.prompt, prompt))))
    const ids = delta.blocks.map(({ blockId }) => blockId)
    const last = (isIt: (id: string) => boolean) => ids.findLastIndex(isIt)
    const parts = ids.flatMap((id, index) => (/^immediate:.*@\d+$/.test(id) ? [index] : []))
    // What was appended belongs to the part in front of it.
    const frozen = parts.slice(0, -1).filter((index) => !ids[index + 1]?.startsWith('late'))
    const ends = [
      last((id) => /^(?:template|rules|settings)/.test(id)),
      last((id) => id.startsWith('retrieved')),
    ].filter((index) => index >= 0)
    const front = (index: number) => JSON.stringify(delta.blocks.slice(0, index + 1).map(({ hash }) => hash))
    const before = frozen.slice(0, -1).findLast((index) => marked.has(front(index)))
    const breakpoints = [
      ...ends,
      ...(before === undefined ? frozen.slice(-2, -1) : [before]),
      ...frozen.slice(-1),
    ]
    for (const index of breakpoints) marked.add(front(index))
    return {
      ...{ blocks: delta.blocks, tokens: tokenCount },
      ...{ marks: [...ends, ...frozen.slice(-1)], breakpoints },
      common,
    }
  })
}

/** UTF-16 units that two texts begin with alike. */
export function commonUnits(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  return at
}

/** Relative to a token that is neither read from a cache nor written to one. */
const price = { read: 0.1, write: 1.25 } as const

/** In tokens of input at the full price. */
export const paidFor = ({ read, written, sent }: Use) =>
  sent - read - written + read * price.read + written * price.write

export interface CacheFigures {
  readonly quiet: number
  readonly all: number
  readonly read: number
  readonly written: number
  readonly sent: number
  readonly paid: number
  /** Tokens lost to each kind of event, as a share of all that was sent: what a quiet step would have read more. */
  readonly lost: Readonly<Record<string, number>>
}

/** What a kind of cache does with the requests of a session, in their order. */
export const usesOf = (name: CacheName | 'common', requests: readonly Request[]): readonly Use[] =>
  requests.map(name === 'common' ? commonPrefix : caches[name]())

export function figuresOf(
  name: CacheName | 'common',
  requests: readonly Request[],
  asked: readonly { readonly event?: string | undefined }[],
): CacheFigures {
  const uses = usesOf(name, requests).map((use, at) => ({ ...use, event: asked[at]?.event }))
  // The first request of a session can find nothing.
  const counted = uses.filter(({ event }) => event !== 'first')
  const quiet = counted.filter(({ event }) => event === undefined)
  const total = (some: readonly Use[], of: keyof Use) => some.reduce((sum, use) => sum + use[of], 0)
  const share = (some: readonly Use[]) => total(some, 'read') / total(some, 'sent')
  const usual = share(quiet)
  const lost: Record<string, number> = {}
  for (const [event, some] of Map.groupBy(counted, ({ event }) => event ?? 'quiet'))
    if (event !== 'quiet')
      lost[event] = (usual * total(some, 'sent') - total(some, 'read')) / total(counted, 'sent')
  return {
    quiet: usual,
    all: share(counted),
    read: total(counted, 'read'),
    written: total(counted, 'written'),
    sent: total(counted, 'sent'),
    paid: counted.reduce((sum, use) => sum + paidFor(use), 0),
    lost,
  }
}

/** The bytes that a request repeats of the one before. */
const commonPrefix = ({ common: [first = 0], tokens }: Request): Use => ({
  read: first,
  written: 0,
  sent: tokens,
})

export interface Guards {
  /** Of the entries named within 600 characters before the cursor, the share that is present; and how many. */
  readonly entries: number
  readonly entriesSeen: number
  /** Of the five best passages of the same request without memory. */
  readonly passages: number
  /** Mean share of the tokens that the same request without memory holds. */
  readonly fill: number
}

const nearUnits = 600

export function guardsOf(asked: readonly Asked[]): Guards {
  let entries = 0
  let present = 0
  let best = 0
  let bestPresent = 0
  let fill = 0
  for (const { result, stateless } of asked) {
    const kept = result.trim.filter(({ action, layer }) => action !== 'dropped' && layer === 'retrieved')
    const paths = new Set(kept.map(({ sourceRef }) => sourceRef))
    const near = stateless.chunks.filter(
      ({ sourceName, params, action }) =>
        sourceName === 'codexEntries' &&
        action !== 'dropped' &&
        params?.side === 'before' &&
        Number(params.distance) <= nearUnits,
    )
    entries += near.length
    present += near.filter(({ source }) => paths.has(source)).length
    const passages = stateless.chunks
      .filter(({ sourceName, action }) => sourceName === 'passages' && action !== 'dropped')
      .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
      .slice(0, 5)
    best += passages.length
    bestPresent += passages.filter(({ source, from = 0, to = 0 }) =>
      result.trim.some(({ sourceRef, action }) => {
        const [, path, start, end] = /^(.*)#(\d+)-(\d+)$/.exec(sourceRef) ?? []
        const shared = Math.min(Number(end), to) - Math.max(Number(start), from)
        return action !== 'dropped' && path === source && shared > 0
      }),
    ).length
    fill += result.tokenCount / stateless.tokenCount
  }
  return {
    entries: present / entries,
    entriesSeen: entries,
    passages: bestPresent / best,
    fill: fill / asked.length,
  }
}

export const columns = ['common', ...cacheNames] as const
