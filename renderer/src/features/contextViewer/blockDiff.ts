import type { DeltaPlan } from '#contract/evidence.ts'

/** The blocks of a prompt beside those of another: same, changed, added; and which are gone. */
export type BlockDiff = Pick<DeltaPlan, 'blocks' | 'removed'>

/** Compares two runs by what their receipts keep: the hash of every block, so it needs no text. */
export const diffBlocks = (before: DeltaPlan, after: DeltaPlan): BlockDiff => {
  const hashes = new Map(before.blocks.map(({ blockId, hash }) => [blockId, hash]))
  const present = new Set(after.blocks.map(({ blockId }) => blockId))
  return {
    blocks: after.blocks.map((block) => {
      const hash = hashes.get(block.blockId)
      return { ...block, state: hash === undefined ? 'added' : hash === block.hash ? 'same' : 'changed' }
    }),
    removed: before.blocks.map(({ blockId }) => blockId).filter((blockId) => !present.has(blockId)),
  }
}
