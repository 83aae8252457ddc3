import { headThatFits } from './cuts.ts'
import type { Fetched } from './fetchStage.ts'
import { limit } from './layers.ts'
import { compareCodePoints } from './prefix.ts'
import { chunkKey } from './serialise.ts'
import type { Chunk, FetchLimits, TrimRow } from './types.ts'

/** Part of Settings' limit that learned preferences keep, however long the files are. */
const shareOfPreferences = 0.25

/**
 * Each source of the app stays within its layer's fetch limit by itself; together they may be above it, and the
 * weakest leave with evidence. What an embedder's own source brings is left to the check of capacity.
 */
export function withinFetchLimits(
  fetched: Fetched,
  limits: FetchLimits,
  count: (text: string) => number,
): Fetched {
  const { chunks } = fetched
  const settings = fitSettings(chunks.settings, limits.settingsTokens, count)
  const retrieved = fitRetrieved(chunks.retrieved, limits.retrievedTokens)
  const trim = [...settings.trim, ...retrieved.trim]
  const changed = { ...chunks, settings: settings.chunks, retrieved: retrieved.chunks }
  return { ...fetched, chunks: changed, trim: [...fetched.trim, ...trim] }
}

interface Fitted {
  readonly chunks: readonly Chunk[]
  readonly trim: readonly TrimRow[]
}

/** Preferences beyond their part go first, the least sure of them; then files from the last in order. */
function fitSettings(all: readonly Chunk[], tokens: number, count: (text: string) => number): Fitted {
  const limited = all.filter((chunk) => chunk.limited)
  let over = sum(limited) - tokens
  if (over <= 0) return { chunks: all, trim: [] }
  const kept = new Map(all.map((chunk) => [chunk, chunk]))
  const trim: TrimRow[] = []
  const drop = (chunk: Chunk, reason: TrimRow['reason']) => {
    over -= chunk.tokenCount
    kept.delete(chunk)
    trim.push(droppedRow(chunk, reason))
  }
  const preferences = limited
    .filter(({ kind }) => kind === 'preference')
    .toSorted((a, b) => (a.confidence ?? 0) - (b.confidence ?? 0) || byKey(b, a))
  let spare = sum(preferences) - tokens * shareOfPreferences
  for (const chunk of preferences) {
    if (over <= 0 || spare <= 0) break
    spare -= chunk.tokenCount
    drop(chunk, 'over_budget')
  }
  for (const chunk of limited.filter(({ kind }) => kind === 'file').toSorted((a, b) => byKey(b, a))) {
    if (over <= 0) break
    const room = chunk.tokenCount - over
    const end = headThatFits(chunk.text, (to) => count(chunk.text.slice(0, to)) <= room, 'sentence')
    if (end === 0) {
      drop(chunk, 'too_large')
      continue
    }
    const text = chunk.text.slice(0, end)
    const tokenCount = count(text)
    over -= chunk.tokenCount - tokenCount
    kept.set(chunk, { ...chunk, text, tokenCount, fetchedChars: fetchedChars(chunk) })
  }
  return { chunks: all.flatMap((chunk) => kept.get(chunk) ?? []), trim }
}

/** In the order of cuts: loose material beyond the best five passages, those, then synopses. Entries have a limit of their own. */
function fitRetrieved(all: readonly Chunk[], tokens: number): Fitted {
  const limited = all.filter((chunk) => chunk.limited)
  let over = sum(limited) - tokens
  if (over <= 0) return { chunks: all, trim: [] }
  const weakest = (...kinds: Chunk['kind'][]) =>
    limited
      .filter((chunk) => kinds.includes(chunk.kind))
      .toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0) || byKey(b, a))
  const best = new Set(weakest('passage').slice(-limit.bestPassages))
  const victims = [
    ...weakest('passage', 'episode', 'neighbour').filter((chunk) => !best.has(chunk)),
    ...best,
    ...weakest('synopsis'),
  ]
  const gone = new Set<Chunk>()
  for (const chunk of victims) {
    if (over <= 0) break
    over -= chunk.tokenCount
    gone.add(chunk)
  }
  return {
    chunks: all.filter((chunk) => !gone.has(chunk)),
    trim: [...gone].map((chunk) => droppedRow(chunk, 'over_budget')),
  }
}

const sum = (chunks: readonly Chunk[]) => chunks.reduce((all, { tokenCount }) => all + tokenCount, 0)
const byKey = (a: Chunk, b: Chunk) => compareCodePoints(chunkKey(a), chunkKey(b))
const fetchedChars = ({ fetchedChars: read = 0, text }: Chunk) => Math.max(read, text.length)

const droppedRow = (chunk: Chunk, reason: TrimRow['reason']): TrimRow => ({
  layer: chunk.layer,
  sourceRef: chunkKey(chunk),
  action: 'dropped',
  reason,
  beforeChars: fetchedChars(chunk),
  afterChars: 0,
})
