import { perObject } from '../../../lib/perObject.ts'
import type { Block } from './print.ts'
import type { Stability } from './types.ts'

/** What is remembered of a prompt: enough to see what the next one may reuse. */
export interface Snapshot {
  readonly promptHash: string
  readonly blocks: readonly SnapshotBlock[]
}

export interface SnapshotBlock {
  readonly blockId: string
  readonly stability: Stability
  readonly hash: string
  readonly tokens: number
}

/**
 * - `full`: nothing can be reused; there is no previous prompt, or already the first block differs.
 * - `append-only`: the previous prompt is, byte for byte, the beginning of this one.
 * - `conversation-only`: the common beginning is followed, before and now, by nothing but `turn` blocks
 *   (text at the cursor, selection, instruction); all material stayed as it was.
 * - `delta`: some material changed; everything behind the first change is read anew.
 */
type DeltaKind = 'full' | 'append-only' | 'conversation-only' | 'delta'

export interface DeltaPlan {
  readonly kind: DeltaKind
  readonly baseHash: string | null
  readonly reusedTokens: number
  readonly firstChange: {
    readonly blockId: string
    readonly stability: Stability
    readonly tokensAfter: number
    /** Of these, tokens of blocks that are the same as before: what the break costs a cache that had them. */
    readonly lostTokens: number
  } | null
  readonly blocks: readonly (SnapshotBlock & { readonly state: 'same' | 'changed' | 'added' })[]
  readonly removed: readonly string[]
}

/** A block in a snapshot; the hash function is a parameter. A block that is printed again is not hashed again. */
export const snapshotBlocks = (sha256Hex: (text: string) => string) =>
  perObject(
    ({ blockId, stability, text, tokens }: Block): SnapshotBlock => ({
      blockId,
      stability,
      hash: sha256Hex(text),
      tokens,
    }),
  )

/**
 * Compares a prompt with the previous one. Providers have no protocol for differences, so the whole prompt is sent
 * every time: the plan names the leading blocks that a provider's cache can serve and the block that broke it.
 */
export const planDelta = (previous: Snapshot | undefined, next: Snapshot): DeltaPlan =>
  previous === next ? unchanged(next) : compare(previous, next)

const unchanged = perObject((snapshot: Snapshot) => compare(snapshot, snapshot))

function compare(previous: Snapshot | undefined, next: Snapshot): DeltaPlan {
  const previousById = new Map(previous?.blocks.map((block) => [block.blockId, block]))
  const blocks = next.blocks.map((block) => {
    const before = previousById.get(block.blockId)
    const state = before === undefined ? 'added' : before.hash === block.hash ? 'same' : 'changed'
    return { ...block, state } as const
  })
  const firstDifference = next.blocks.findIndex(
    (block, index) => block.hash !== previous?.blocks[index]?.hash,
  )
  const reused = firstDifference < 0 ? next.blocks : next.blocks.slice(0, firstDifference)
  const reusedTokens = sumTokens(reused)
  const changed = next.blocks[firstDifference]
  const present = new Set(next.blocks.map(({ blockId }) => blockId))
  return {
    kind: kindOf(previous, next, reused.length),
    baseHash: previous?.promptHash ?? null,
    reusedTokens,
    firstChange:
      previous && changed
        ? {
            blockId: changed.blockId,
            stability: changed.stability,
            tokensAfter: sumTokens(next.blocks) - reusedTokens,
            lostTokens: sumTokens(blocks.slice(firstDifference).filter(({ state }) => state === 'same')),
          }
        : null,
    blocks,
    removed: [...previousById.keys()].filter((blockId) => !present.has(blockId)),
  }
}

function kindOf(previous: Snapshot | undefined, next: Snapshot, reused: number): DeltaKind {
  if (!previous || reused === 0) return 'full'
  if (reused >= previous.blocks.length) return 'append-only'
  const restOf = ({ blocks }: Snapshot) => blocks.slice(reused)
  const onlyTurns = [...restOf(previous), ...restOf(next)].every(({ stability }) => stability === 'turn')
  return onlyTurns ? 'conversation-only' : 'delta'
}

const sumTokens = (blocks: readonly SnapshotBlock[]) => blocks.reduce((sum, { tokens }) => sum + tokens, 0)
