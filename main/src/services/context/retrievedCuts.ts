import { limit } from './layers.ts'
import { shorterLevels } from './rulesSelection.ts'
import type { Placed } from './serialise.ts'
import type { Chunk, DetailLevel } from './types.ts'

/** One step down for one chunk of Retrieved. */
interface Cut {
  readonly chunk: Chunk
  readonly to: DetailLevel | 'out'
}

/**
 * Lowers Retrieved step by step until `fits` says so (spec 02, "Order of cuts in Retrieved").
 * `fits` sees the layer as it would be after each step; `allowed` refuses a step that would break the floor.
 */
export function cutRetrieved(
  placed: readonly Placed[],
  fits: (placed: readonly Placed[]) => boolean,
  allowed: (placed: readonly Placed[]) => boolean,
): Placed[] {
  let current = [...placed]
  if (fits(current)) return current
  for (const cut of cutsInOrder(placed)) {
    const next = current.map((item) => (item.chunk === cut.chunk ? lower(item, cut.to) : item))
    if (!allowed(next)) continue
    current = next
    if (fits(current)) break
  }
  return current
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
  if (to === 'out') return { ...item, text: '', action: 'dropped', reason: 'over_budget' }
  const text =
    shorterLevels.find((level) => level === to) && to !== 'full' ? item.chunk.levels?.[to] : undefined
  return text === undefined ? item : { ...item, text, level: to, action: 'trimmed', reason: 'over_budget' }
}
