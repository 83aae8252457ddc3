import { limit } from './layers.ts'
import { shorterLevels } from './rulesSelection.ts'
import { drop, type Placed } from './serialise.ts'
import type { Chunk, DetailLevel } from './types.ts'

/** One step down for one chunk of Retrieved. */
interface Cut {
  readonly chunk: Chunk
  readonly to: DetailLevel | 'out'
}

export interface RetrievedCuts {
  readonly placed: Placed[]
  /** Tokens of the layer as it now stands. */
  readonly tokens: number
}

/**
 * Lowers Retrieved step by step until it takes at most `spaceTokens` (spec 02, "Order of cuts in Retrieved");
 * a step that would break the floor is passed over. Linear in the number of steps.
 */
export function cutRetrieved(input: {
  readonly placed: readonly Placed[]
  readonly spaceTokens: number
  readonly floorTokens: number
  readonly headingTokens: number
  readonly tokensOf: (chunk: Chunk, text: string) => number
}): RetrievedCuts {
  const { spaceTokens, floorTokens, headingTokens, tokensOf } = input
  const placed = [...input.placed]
  const costOf = ({ chunk, text, action }: Placed) => (action === 'dropped' ? 0 : tokensOf(chunk, text))
  let present = placed.filter(({ action }) => action !== 'dropped').length
  let tokens = placed.reduce((sum, item) => sum + costOf(item), present > 0 ? headingTokens : 0)
  if (tokens <= spaceTokens) return { placed, tokens }
  const indexOf = new Map(placed.map(({ chunk }, index) => [chunk, index]))
  for (const { chunk, to } of cutsInOrder(placed)) {
    const index = indexOf.get(chunk) ?? -1
    const item = placed[index]
    if (!item) continue
    const next = lower(item, to)
    const left = present - (next.action === 'dropped' ? 1 : 0)
    const after = tokens - costOf(item) + costOf(next) - (left === 0 ? headingTokens : 0)
    if (after < floorTokens) continue
    placed[index] = next
    present = left
    tokens = after
    if (tokens <= spaceTokens) break
  }
  return { placed, tokens }
}

function cutsInOrder(placed: readonly Placed[]): Cut[] {
  const chunks = placed.filter(({ action }) => action !== 'dropped').map(({ chunk }) => chunk)
  const weakestFirst = (some: readonly Chunk[]) => some.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0))
  const entries = chunks.filter(({ kind }) => kind === 'entry')
  const passages = weakestFirst(chunks.filter(({ kind }) => kind === 'passage'))
  const surplus = passages.slice(0, Math.max(0, passages.length - limit.bestPassages))
  const loose = chunks.filter(({ kind }) => kind === 'episode' || kind === 'neighbour')
  const pinnedLast = weakestFirst(entries).toSorted((a, b) => Number(!!a.pinned) - Number(!!b.pinned))
  const shorten = (to: DetailLevel) =>
    pinnedLast
      .filter(({ levels }) => to === 'full' || levels?.[to] !== undefined)
      .map((chunk): Cut => ({ chunk, to }))
  const out = (some: readonly Chunk[]) => some.map((chunk): Cut => ({ chunk, to: 'out' }))
  return [
    ...out(weakestFirst([...surplus, ...loose])),
    ...shorten('short'),
    ...shorten('line'),
    ...out(passages.slice(surplus.length)),
    ...out(weakestFirst(chunks.filter(({ kind }) => kind === 'synopsis'))),
    ...shorten('name'),
    ...out(weakestFirst(entries.filter(({ pinned }) => !pinned))),
  ]
}

function lower(item: Placed, to: Cut['to']): Placed {
  if (to === 'out') return drop(item.chunk)
  const text =
    shorterLevels.find((level) => level === to) && to !== 'full' ? item.chunk.levels?.[to] : undefined
  return text === undefined ? item : { ...item, text, level: to, action: 'trimmed', reason: 'over_budget' }
}
