import type { ReceiptChunk } from '#contract/context.ts'
import { isListed } from './sources.ts'

/** What one card shows: a chunk, or the constraints of one numbered list as if they were one. */
export interface Card {
  readonly chunk: ReceiptChunk
  /** The chunks it stands for; each keeps its own evidence. */
  readonly of: readonly ReceiptChunk[]
}

const belongs = (chunk: ReceiptChunk) => isListed(chunk) && chunk.action !== 'dropped'
const single = (chunk: ReceiptChunk): Card => ({ chunk, of: [chunk] })

/** Constraints print as one numbered list, so the viewer shows them as one card. Others have a card each. */
export const groupConstraints = (chunks: readonly ReceiptChunk[]): readonly Card[] => {
  const items = chunks.filter(belongs)
  const [first] = items
  if (first === undefined || items.length === 1) return chunks.map(single)
  const states = new Set(items.map(({ state }) => state))
  const isWhole = items.every(({ text }) => text !== null)
  const group: ReceiptChunk = {
    ...first,
    tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
    state: states.size === 1 ? first.state : 'changed',
    text: isWhole ? items.map(({ text }, index) => `${index + 1}. ${text}`).join('\n') : null,
  }
  return chunks.flatMap((chunk) =>
    chunk === first ? [{ chunk: group, of: items }] : belongs(chunk) ? [] : [single(chunk)],
  )
}
