import type { FetchLimits } from './budget.ts'
import { headThatFits } from './cuts.ts'
import { limit } from './layers.ts'
import { compareCodePoints } from './prefix.ts'
import {
  type Chunk,
  chunkKey,
  type LayerName,
  type ShorterLevel,
  shorterLevels,
  type TrimRow,
} from './types.ts'

/** Part of Settings' limit that learned preferences keep, however long the files are. */
const shareOfPreferences = 0.25
/** Part of Retrieved's limit that entries may take; the rest is for passages of the manuscript. */
const shareOfEntries = 0.75

export interface Limited {
  readonly chunks: Record<LayerName, readonly Chunk[]>
  readonly trim: readonly TrimRow[]
}

/** Holds Settings and Retrieved to their layers' fetch limits; what leaves has its row. */
export function withinFetchLimits(
  chunks: Record<LayerName, readonly Chunk[]>,
  limits: FetchLimits,
  count: (text: string) => number,
): Limited {
  const trim: TrimRow[] = []
  const left = (chunk: Chunk, reason: TrimRow['reason']) => trim.push(droppedRow(chunk, reason))
  const heldAs = (all: readonly Chunk[], held: Chunk['source']['held']) =>
    all.filter(({ source }) => source.held === held)
  const others = (all: readonly Chunk[], ...held: Chunk['source']['held'][]) =>
    all.filter(({ source }) => !held.includes(source.held))

  const { settings, retrieved } = chunks
  const files = inOrder(heldAs(settings, 'inOrder'), limits.settingsTokens, count, left)
  const surest = surestFirst(heldAs(settings, 'surestFirst'), limits.settingsTokens, left)
  const rest = others(settings, 'inOrder', 'surestFirst')
  const ranked = inRank(heldAs(retrieved, 'ranked'), limits.retrievedTokens, left)
  const entries = shortened(
    heldAs(retrieved, 'shortened'),
    Math.floor(limits.retrievedTokens * shareOfEntries),
    count,
    left,
  )
  const loose = others(retrieved, 'ranked', 'shortened')
  return {
    chunks: {
      ...chunks,
      settings: fitSettings([...rest, ...files, ...surest], limits.settingsTokens, count, left),
      retrieved: fitRetrieved([...entries, ...loose, ...ranked], limits.retrievedTokens, left),
    },
    trim,
  }
}

type Leave = (chunk: Chunk, reason: TrimRow['reason']) => void

function inOrder(
  files: readonly Chunk[],
  tokens: number,
  count: (text: string) => number,
  left: Leave,
): readonly Chunk[] {
  let room = tokens
  return files
    .toSorted((a, b) => compareCodePoints(a.ref.path, b.ref.path))
    .flatMap((file) => {
      const kept = file.tokenCount <= room ? file : cutTo(file, room, count)
      if (!kept) left(file, 'too_large')
      room -= kept?.tokenCount ?? 0
      return kept ?? []
    })
}

function cutTo(chunk: Chunk, room: number, count: (text: string) => number): Chunk | undefined {
  const end = headThatFits(chunk.text, (to) => count(chunk.text.slice(0, to)) <= room, 'sentence')
  if (end === 0) return undefined
  const text = chunk.text.slice(0, end)
  return { ...chunk, text, tokenCount: count(text), fetchedChars: fetchedChars(chunk) }
}

function surestFirst(chunks: readonly Chunk[], tokens: number, left: Leave): readonly Chunk[] {
  let room = tokens
  return chunks
    .toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0))
    .filter((chunk) => {
      const fits = chunk.tokenCount <= room
      if (fits) room -= chunk.tokenCount
      else left(chunk, 'over_budget')
      return fits
    })
}

function inRank(chunks: readonly Chunk[], tokens: number, left: Leave): readonly Chunk[] {
  let room = tokens
  return chunks.filter((chunk) => {
    const fits = chunk.tokenCount <= room
    if (fits) room -= chunk.tokenCount
    else left(chunk, 'over_budget')
    return fits
  })
}

/** Weakest first: neighbours go, then entries are shortened, then dropped. */
function shortened(
  chunks: readonly Chunk[],
  tokens: number,
  count: (text: string) => number,
  left: Leave,
): readonly Chunk[] {
  let sum = sumOf(chunks)
  if (sum <= tokens) return chunks
  const kept = new Map(chunks.map((chunk) => [chunk, chunk]))
  const weakest = chunks.toSorted(
    (a, b) => Number(!!a.pinned) - Number(!!b.pinned) || (a.score ?? 0) - (b.score ?? 0),
  )
  const leave = (chunk: Chunk) => {
    sum -= kept.get(chunk)?.tokenCount ?? 0
    kept.delete(chunk)
    left(chunk, 'over_budget')
  }
  const shortens = ({ source }: Chunk) => source.ladder.some(({ step }) => step === 'short')
  for (const chunk of weakest) if (sum > tokens && !shortens(chunk)) leave(chunk)
  for (const level of shorterLevels) {
    for (const chunk of weakest) {
      const text = chunk.forms?.[level]
      const current = kept.get(chunk)
      if (sum <= tokens || text === undefined || !current) continue
      const tokenCount = count(text)
      sum += tokenCount - current.tokenCount
      const forms = below(chunk, level)
      kept.set(chunk, { ...current, text, tokenCount, level, forms, fetchedChars: chunk.text.length })
    }
  }
  for (const chunk of weakest) if (sum > tokens && kept.has(chunk) && !chunk.pinned) leave(chunk)
  return chunks.flatMap((chunk) => kept.get(chunk) ?? [])
}

function below({ forms }: Chunk, level: ShorterLevel): NonNullable<Chunk['forms']> {
  const { short: _short, line, ...name } = forms ?? {}
  if (level === 'name') return {}
  return level === 'short' && line !== undefined ? { line, ...name } : name
}

/** Preferences beyond their part go first, the least sure of them; then files from the last in order. */
function fitSettings(
  all: readonly Chunk[],
  tokens: number,
  count: (text: string) => number,
  left: Leave,
): readonly Chunk[] {
  let over = sumOf(all) - tokens
  if (over <= 0) return all
  const kept = new Map(all.map((chunk) => [chunk, chunk]))
  const leave = (chunk: Chunk, reason: TrimRow['reason']) => {
    over -= chunk.tokenCount
    kept.delete(chunk)
    left(chunk, reason)
  }
  const preferences = all
    .filter(({ source }) => source.held === 'surestFirst')
    .toSorted((a, b) => (a.confidence ?? 0) - (b.confidence ?? 0) || byKey(b, a))
  let spare = sumOf(preferences) - tokens * shareOfPreferences
  for (const chunk of preferences) {
    if (over <= 0 || spare <= 0) break
    spare -= chunk.tokenCount
    leave(chunk, 'over_budget')
  }
  const files = all.filter(({ source }) => source.held === 'inOrder').toSorted((a, b) => byKey(b, a))
  for (const chunk of files) {
    if (over <= 0) break
    const cut = cutTo(chunk, chunk.tokenCount - over, count)
    if (!cut) {
      leave(chunk, 'too_large')
      continue
    }
    over -= chunk.tokenCount - cut.tokenCount
    kept.set(chunk, cut)
  }
  return all.flatMap((chunk) => kept.get(chunk) ?? [])
}

/** In the order of cuts: loose material beyond the best five passages, those, then synopses. */
function fitRetrieved(all: readonly Chunk[], tokens: number, left: Leave): readonly Chunk[] {
  let over = sumOf(all) - tokens
  if (over <= 0) return all
  const isFirst = ({ source }: Chunk) => source.ladder[0]?.cutOrder === 1
  const weakest = (some: readonly Chunk[]) =>
    some.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0) || byKey(b, a))
  const ranked = weakest(all.filter(({ source }) => source.held === 'ranked'))
  const best = new Set(ranked.slice(-limit.bestPassages))
  const entries = (chunk: Chunk) => chunk.source.held === 'shortened' && !isFirst(chunk)
  const victims = [
    ...weakest(all.filter((chunk) => isFirst(chunk) && !best.has(chunk))),
    ...best,
    ...weakest(all.filter((chunk) => !isFirst(chunk) && !entries(chunk))),
  ]
  const gone = new Set<Chunk>()
  for (const chunk of victims) {
    if (over <= 0) break
    over -= chunk.tokenCount
    gone.add(chunk)
  }
  for (const chunk of gone) left(chunk, 'over_budget')
  return all.filter((chunk) => !gone.has(chunk))
}

const sumOf = (chunks: readonly Chunk[]) => chunks.reduce((all, { tokenCount }) => all + tokenCount, 0)
const byKey = (a: Chunk, b: Chunk) => compareCodePoints(chunkKey(a), chunkKey(b))
const fetchedChars = ({ fetchedChars: read = 0, text }: Chunk) => Math.max(read, text.length)

const droppedRow = (chunk: Chunk, reason: TrimRow['reason']): TrimRow => ({
  layer: chunk.source.layer,
  sourceRef: chunkKey(chunk),
  action: 'dropped',
  reason,
  reasonCode: chunk.reason.code,
  params: chunk.reason.params,
  beforeChars: fetchedChars(chunk),
  afterChars: 0,
})
