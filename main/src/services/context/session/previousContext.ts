import { perObject } from '../../../lib/perObject.ts'
import type { Form, ReusedContext } from '../core/reuse.ts'
import { coversRange, formOf, inForm, pieceKey } from '../core/reuse.ts'
import { type Chunk, chunkKey, type Placed, type Reason, type Ref } from '../core/types.ts'
import type { Finisher } from '../finish.ts'
import type { Scene } from '../scene.ts'
import type { Reread, RereadRequest, Source } from '../source.ts'

/** A chunk of Retrieved as a request left it: its source and its form; of its text, a hash. */
export interface PreviousItem extends Form {
  readonly source: string
  readonly ref: Ref
  readonly label: string
  readonly title: string
  readonly reason: Reason
  readonly score?: number
  readonly pinned?: boolean
  /** sha256hex of its text and shorter forms. */
  readonly hash: string
  /** Appended in a conversation: how many finished rounds it had by then. */
  readonly round?: number
  /** Appended in the text: where. */
  readonly place?: TextPlace
}

/** A place in the text before the cursor, found again when the text in front of it was edited. */
export interface TextPlace {
  /** UTF-16 offset. */
  readonly offset: number
  /** sha256hex of the characters in front of it. */
  readonly hash: string
}

/** The characters in front of a place that identify it. */
const placeReach = 64

export const textPlace = (text: string, offset: number, sha256Hex: (text: string) => string): TextPlace => ({
  offset,
  hash: sha256Hex(text.slice(Math.max(0, offset - placeReach), offset)),
})

/**
 * Finds places in the present text: at the same offset, else at the nearest line end with the same characters in front of
 * it; undefined when there is none.
 */
function placeFinder(
  text: string,
  sha256Hex: (text: string) => string,
): (place: TextPlace) => number | undefined {
  const hashAt = (at: number) => textPlace(text, at, sha256Hex).hash
  let lineEnds: Map<string, number[]> | undefined
  return ({ offset, hash }) => {
    if (offset <= text.length && hashAt(offset) === hash) return offset
    lineEnds ??= Map.groupBy(
      [...text.matchAll(/\n/g)].map(({ index }) => index + 1),
      hashAt,
    )
    return lineEnds.get(hash)?.toSorted((a, b) => Math.abs(a - offset) - Math.abs(b - offset))[0]
  }
}

export interface PreviousContext {
  readonly frozen: readonly PreviousItem[]
  readonly late: readonly PreviousItem[]
  /** Of a conversation, the first round that was sent again. */
  readonly firstSent?: number
}

export function toPreviousItem(placed: Placed, hashOf: (chunk: Chunk) => string): PreviousItem {
  const { source, ref, label, title, reason, score, pinned } = placed.chunk
  return {
    source: source.name,
    ref,
    label,
    title,
    reason,
    ...(score === undefined ? {} : { score }),
    ...(pinned === undefined ? {} : { pinned }),
    hash: hashOf(placed.chunk),
    ...formOf(placed),
  }
}

/** What identifies the words of a chunk, whatever its place and reason. */
export const contentHash = (sha256Hex: (text: string) => string): ((chunk: Chunk) => string) =>
  perObject(({ text, forms = {} }: Chunk) =>
    sha256Hex([text, forms.short, forms.line, forms.name].join('\0')),
  )

// Hundreds of pieces come again in every request, as the same objects.
const keysOfChunk = perObject((chunk: Chunk) => ({
  piece: pieceKey(chunk.source.name, chunk.ref),
  whole: chunkKey(chunk),
}))
const keysOfItem = perObject((item: PreviousItem) => ({
  piece: pieceKey(item.source, item.ref),
  whole: chunkKey(item),
}))

export interface ReuseOptions {
  readonly sources: readonly Source[]
  readonly finisher: Pick<Finisher, 'again'>
  readonly hashOf: (chunk: Chunk) => string
  /** The text before the cursor, in which places are found again; absent: none is. */
  readonly textBefore?: string
  /** sha256hex of UTF-8 text. */
  readonly sha256Hex: (text: string) => string
}

/**
 * The reused material with the present text of its sources. A chunk that was read for this request is that chunk;
 * another one is read again through its source. A changed text stays in its position; a missing one is left out.
 */
export async function readReusedContext(
  previous: PreviousContext,
  current: readonly Chunk[],
  scene: Scene,
  { sources, finisher, hashOf, textBefore = '', sha256Hex }: ReuseOptions,
): Promise<ReusedContext> {
  const byName = new Map(sources.map((source) => [source.name, source]))
  const read = Map.groupBy(current, (chunk) => keysOfChunk(chunk).piece)

  function reuseItem(item: PreviousItem): Placed | undefined | Promise<Placed | undefined> {
    const { piece, whole } = keysOfItem(item)
    const matches = read.get(piece) ?? []
    const same = matches.find((chunk) => keysOfChunk(chunk).whole === whole)
    if (same) return inForm(same, hashOf(same) === item.hash ? item : { level: 'full' })
    // What had no room is remembered only as long as it would be chosen again.
    const near = matches.find((chunk) => coversRange(item.ref, chunk.ref))
    if (item.level === 'out') return near && inForm(near, item)
    return readAgain(item)
  }

  async function readAgain(item: PreviousItem): Promise<Placed | undefined> {
    const source = byName.get(item.source)
    const { projectId, documentId, language, skill } = scene
    const request: RereadRequest = {
      ...{ projectId, documentId, skillId: skill.id, language },
      cursorPosition: scene.before.to,
    }
    // A source that cannot be read now counts as missing: its text cannot be verified.
    const raw: Reread | undefined = await source?.reread?.(item.ref, request).catch(() => undefined)
    if (!source || raw === undefined || raw.text === '') return undefined
    const again = await finisher.again(source, item, raw, scene)
    return inForm(again, hashOf(again) === item.hash ? item : { level: 'full' })
  }

  // A promise only for what is read again: the others are most, and have nothing to wait for.
  const all = async (items: readonly PreviousItem[]) => {
    const placed = items.map(reuseItem)
    const resolved = placed.some((item) => item instanceof Promise) ? await Promise.all(placed) : placed
    return resolved.filter((item) => item !== undefined) as Placed[] // no promise is left
  }
  const [frozen, appended] = await Promise.all([all(previous.frozen), all(previous.late)])
  const rounds = new Map(
    previous.late.flatMap((item) =>
      item.round === undefined ? [] : [[keysOfItem(item).whole, item.round] as const],
    ),
  )
  const placeOf = placesOf(previous.late, appended, placeFinder(textBefore, sha256Hex))
  const { firstSent } = previous
  if (firstSent === undefined && rounds.size === 0) return { frozen, appended, placeOf }
  const roundOf = new Map(
    appended.flatMap(({ chunk }) => {
      const round = rounds.get(keysOfChunk(chunk).whole)
      return round === undefined ? [] : [[chunk, round] as const]
    }),
  )
  return { frozen, appended, roundOf, ...(firstSent === undefined ? {} : { firstSent }) }
}

/** A place that is gone is left out. */
function placesOf(
  items: readonly PreviousItem[],
  appended: readonly Placed[],
  find: (place: TextPlace) => number | undefined,
): ReadonlyMap<Chunk, number> {
  const places = new Map(items.map((item) => [keysOfItem(item).whole, item.place && find(item.place)]))
  return new Map(
    appended.flatMap(({ chunk }) => {
      const at = places.get(keysOfChunk(chunk).whole)
      return at === undefined ? [] : [[chunk, at] as const]
    }),
  )
}
