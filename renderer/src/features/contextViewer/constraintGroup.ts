import type { ReceiptChunk } from '#contract/context.ts'

const constraintsPath = '.creonow/rules/constraints.json'

const belongs = (chunk: ReceiptChunk) => chunk.source === constraintsPath && chunk.action !== 'dropped'

/**
 * Constraints print as one numbered list, so the viewer shows them as one card; each keeps its own evidence.
 * Other chunks stay as they are. `countWord` says how many there are.
 */
export const groupConstraints = (
  chunks: readonly ReceiptChunk[],
  countWord: (n: number) => string,
): readonly ReceiptChunk[] => {
  const items = chunks.filter(belongs)
  const [first] = items
  if (first === undefined || items.length === 1) return chunks
  const states = new Set(items.map(({ state }) => state))
  const isWhole = items.every(({ text }) => text !== null)
  const group: ReceiptChunk = {
    ...first,
    tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
    state: states.size === 1 ? first.state : 'changed',
    reason: [...new Set(items.map(({ reason }) => reason)), countWord(items.length)].join('；'),
    text: isWhole ? items.map(({ text }, index) => `${index + 1}. ${text}`).join('\n') : null,
  }
  return chunks.flatMap((chunk) => (chunk === first ? [group] : belongs(chunk) ? [] : [chunk]))
}
