import { perObject } from '../../../lib/perObject.ts'
import { type AppendedPlacement, arrivals } from './arrival.ts'
import type { BlockCounter } from './blockCounter.ts'
import { fitLayer } from './layerFit.ts'
import { limit } from './layers.ts'
import { orderLayer } from './order.ts'
import { type Chunk, type DetailLevel, drop, include, type Placed, type Ref, shorten } from './types.ts'

/**
 * Retrieved as earlier requests sent it, with the present texts of its sources. Between two rebuilds nothing of it
 * moves, so that a provider's cache can be read; a source that changed stays in its place with its new text.
 */
export interface ReusedContext {
  /** Retrieved as it was printed at the last rebuild; what had no room then is part of it, dropped. */
  readonly frozen: readonly Placed[]
  /** What was admitted since, in order of arrival. */
  readonly appended: readonly Placed[]
  /**
   * Where it is printed: UTF-16 offsets in the text before the cursor. What has none is placed by this request; in a
   * conversation nothing has one.
   */
  readonly placeOf?: ReadonlyMap<Chunk, number>
  /** Of what was appended in a conversation: how many finished rounds it had by then. */
  readonly roundOf?: ReadonlyMap<Chunk, number>
  /** The first round of it that was sent again; absent: none. */
  readonly firstSent?: number
}

/** The conversation that a request goes on with. */
export interface ConversationRounds {
  /** How many are finished. */
  readonly finished: number
  /** The first that is sent again; absent: none. */
  readonly firstSent?: number
  /** What of Retrieved may be appended to it between two rebuilds, in tokens. */
  readonly appendedTokens: number
}

/** The reused context with what the current selection adds to it. */
export interface Division extends ReusedContext {
  /** Selected now, and left for the next rebuild. */
  readonly deferred: readonly Chunk[]
  /** Why Retrieved should be rebuilt; absent: it is reused. */
  readonly rebuildReason?: RebuildReason
}

/**
 * Why a reused context is rebuilt: too much was appended (`appended`); something required has no room (`required`); too
 * many deferred pieces would have a place after a rebuild (`deferred`); too much would not be selected now (`unselected`).
 */
export type RebuildReason = 'appended' | 'required' | 'deferred' | 'unselected'

/** In what form a chunk was printed: a level, a cut to so many UTF-16 units, or not at all. */
export interface Form {
  readonly level: DetailLevel | 'out'
  readonly units?: number
  /** Where the part begins that was printed; the beginning when absent. */
  readonly start?: number
  /** It was cut to leave room for later requests. */
  readonly isReserve?: boolean
}

export function formOf({ action, level = 'full', text, start, chunk, reason }: Placed): Form {
  if (action === 'dropped') return { level: 'out' }
  if (level !== 'full' || text.length === chunk.text.length) return { level }
  const isReserve = reason === 'reserve'
  return { level, units: text.length, ...(start > 0 && { start }), ...(isReserve && { isReserve }) }
}

/** The chunk in that form: the same object for the same chunk and form, so that nothing is counted again. */
export function inForm(chunk: Chunk, form: Form): Placed {
  if (form.level === 'full' && form.units === undefined) return include(chunk)
  const forms = formsOf(chunk)
  const key = `${form.level} ${form.units ?? ''} ${form.start ?? ''} ${form.isReserve ?? ''}`
  const placed = forms.get(key) ?? makeForm(chunk, form)
  forms.set(key, placed)
  return placed
}

const formsOf = perObject((_chunk: Chunk) => new Map<string, Placed>())

function makeForm(chunk: Chunk, { level, units, start = 0, isReserve }: Form): Placed {
  if (level === 'out') return drop(chunk)
  if (units !== undefined)
    return {
      chunk,
      text: chunk.text.slice(start, start + units),
      start,
      action: 'trimmed',
      reason: isReserve ? 'reserve' : 'over_budget',
    }
  const text = level === 'full' ? undefined : chunk.forms?.[level]
  return level === 'full' || text === undefined ? include(chunk) : shorten(chunk, level, text)
}

/** The key of a piece of material, wherever it has moved in its file. */
export const pieceKey = (sourceName: string, { path, item = '' }: Ref) => `${sourceName}\0${path}\0${item}`

/** Whether a range is mostly what another one shows: a passage is widened by the text around it. */
export function coversRange(previous: Ref, today: Ref): boolean {
  const { from, to = from } = today
  const { from: start, to: end = start } = previous
  if (from === undefined || to === undefined || start === undefined || end === undefined) return true
  const shared = Math.min(to, end) - Math.max(from, start)
  return shared * 2 > to - from || (from === start && to === end)
}

export interface DivideOptions {
  /** Absent outside a conversation. */
  readonly conversation?: ConversationRounds | undefined
  /** Where what is appended is printed; `behind` in a conversation. */
  readonly placement: AppendedPlacement
  /** What the prompt may contain. */
  readonly totalTokens: number
}

/**
 * Divides the present selection into what is reused, what is appended and what is deferred. A source declares how
 * many of its best may be appended. What arrives in the text stays until the next rebuild. In a conversation what was
 * sent stays as it was sent, with its round; it leaves with its round, or when there is no room for what the current
 * question brings.
 */
export function divide(
  reusedContext: ReusedContext,
  selected: readonly Chunk[],
  counter: BlockCounter,
  { conversation, placement, totalTokens }: DivideOptions,
): Division {
  const keyOf = ({ source, ref }: Chunk) => pieceKey(source.name, ref)
  const among = (placed: readonly Placed[]) => {
    const byKey = Map.groupBy(placed, ({ chunk }) => keyOf(chunk))
    return (chunk: Chunk) => byKey.get(keyOf(chunk))?.find((item) => coversRange(item.chunk.ref, chunk.ref))
  }
  const [inFrozen, inAppended] = [among(reusedContext.frozen), among(reusedContext.appended)]

  const admitted: Chunk[] = []
  const deferred: Chunk[] = []
  /** Reused, and selected now as well. */
  const reselected = new Set<Placed>()
  for (const chunks of Map.groupBy(selected, ({ source }) => source).values()) {
    const best = chunks.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
    for (const [rank, chunk] of best.entries()) {
      const { maxAppended = 0 } = chunk.source
      const isBest = chunk.pinned === true || rank < maxAppended
      const match = inFrozen(chunk) ?? inAppended(chunk)
      if (match && isBest) reselected.add(match)
      if (match) continue
      if (isBest) admitted.push(chunk)
      else deferred.push(chunk)
    }
  }
  const tokensOf = (items: readonly Placed[]) =>
    items.reduce(
      (sum, { action, chunk, text }) => (action === 'dropped' ? sum : sum + counter.block(chunk, text)),
      0,
    )
  const chosenAt = Map.groupBy(selected, keyOf)
  const isChosen = ({ chunk }: Placed) =>
    chosenAt.get(keyOf(chunk))?.some(({ ref }) => coversRange(chunk.ref, ref)) === true
  const frozenTokens = tokensOf(reusedContext.frozen)
  // Appended items are a share of all, themselves included.
  const freeTokens = Math.max(
    (limit.rebuildShare / (1 - limit.rebuildShare)) * frozenTokens,
    conversation?.appendedTokens ?? 0,
  )
  if (placement === 'inText') {
    // Sent once and read from a cache from then on: nothing of it leaves before the next rebuild.
    const appended = [...reusedContext.appended, ...arrivals(admitted, totalTokens, counter)]
    const { placeOf } = reusedContext
    return {
      frozen: reusedContext.frozen,
      appended,
      ...(placeOf ? { placeOf } : {}),
      deferred,
      ...(tokensOf(appended) > limit.mostArrived * frozenTokens ? { rebuildReason: 'appended' } : {}),
    }
  }
  const added = orderLayer(admitted).map(include)
  // No cache reads what comes behind a text that grows: appended items leave when something new has no room.
  const isShort = tokensOf(reusedContext.appended) + counter.layer('retrieved', added) > freeTokens
  // When rounds have left, all behind the front is read anew: only what is still wanted is worth it.
  const haveRoundsLeft = (reusedContext.firstSent ?? 0) < (conversation?.firstSent ?? 0)
  const leaves = isShort || haveRoundsLeft
  const retained = leaves
    ? reusedContext.appended.filter((placed) => reselected.has(placed))
    : reusedContext.appended
  const fitted = fitLayer({
    layer: 'retrieved',
    placed: added,
    spaceTokens: Math.floor(freeTokens - tokensOf(retained)),
    counter,
    givesBack: true,
  }).placed
  const appended = [...retained, ...fitted.filter(({ action }) => action !== 'dropped')]
  const noRoom = fitted.filter(({ action }) => action === 'dropped').map(({ chunk }) => chunk)
  // Nothing may be missing of a source that is always admitted, and what never has room would be deferred for ever.
  const cannotBeDeferred = (chunk: Chunk) =>
    chunk.source.maxAppended === Number.POSITIVE_INFINITY || counter.block(chunk, chunk.text) > freeTokens
  const maxTokens = limit.rebuildShare * (frozenTokens + tokensOf(appended))
  const rebuildReason = findRebuildReason()
  const roundOf = conversation && new Map(appended.map(({ chunk }) => [chunk, roundOfChunk(chunk)]))
  return {
    frozen: reusedContext.frozen,
    appended,
    ...(roundOf ? { roundOf } : {}),
    ...(conversation?.firstSent === undefined ? {} : { firstSent: conversation.firstSent }),
    deferred: [...deferred, ...noRoom],
    ...(rebuildReason ? { rebuildReason } : {}),
  }

  /**
   * How many of them a rebuild would show: all where all had room last time, else as many as take the place of what is
   * not among its source's best any more.
   */
  function placesFor(chunks: readonly Chunk[]): number {
    if (reusedContext.frozen.every(({ action }) => action === 'kept')) return chunks.length
    const isStale = (placed: Placed) => placed.action !== 'dropped' && !reselected.has(placed)
    const stale = Map.groupBy(reusedContext.frozen.filter(isStale), ({ chunk }) => chunk.source)
    return [...Map.groupBy(chunks, ({ source }) => source)].reduce(
      (sum, [source, { length }]) => sum + Math.min(length, stale.get(source)?.length ?? 0),
      0,
    )
  }

  function roundOfChunk(chunk: Chunk): number {
    const { finished = 0 } = conversation ?? {}
    return leaves ? finished : (reusedContext.roundOf?.get(chunk) ?? finished)
  }

  function findRebuildReason(): RebuildReason | undefined {
    if (noRoom.some(cannotBeDeferred)) return 'required'
    // Each question wants something else; what the others wanted stays, for they are sent again.
    if (conversation) return undefined
    if (tokensOf(appended) > maxTokens) return 'appended'
    if (placesFor(noRoom) > limit.maxDeferred) return 'deferred'
    return tokensOf(reusedContext.frozen.filter((placed) => !isChosen(placed))) > maxTokens
      ? 'unselected'
      : undefined
  }
}
