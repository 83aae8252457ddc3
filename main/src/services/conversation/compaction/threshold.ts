/** Of a model that reports no window. */
const assumedWindowTokens = 200_000
const share = 0.8
const leastMessages = 3

/**
 * Whether history is to be compacted before this turn: the last request and the new message together reach four
 * fifths of the window, or leave less than the answer needs.
 */
export function isCompactionDue(turn: {
  /** Input and output, as the provider counted. */
  readonly lastUsageTokens: number
  readonly inputTokens: number
  readonly windowTokens?: number
  readonly outputReserveTokens: number
  /** Messages of the history as it is sent: user, assistant and tools. */
  readonly messages: number
}): boolean {
  const { windowTokens = assumedWindowTokens, outputReserveTokens } = turn
  const thresholdTokens = Math.min(share * windowTokens, windowTokens - outputReserveTokens)
  return turn.messages >= leastMessages && turn.lastUsageTokens + turn.inputTokens >= thresholdTokens
}
