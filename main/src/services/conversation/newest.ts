/** After an overflow so much of the budget may be in use, so that the rounds after it only append. */
const shareAfterOverflow = 0.5
/** Summaries take no more of the budget, so that the newest rounds have the rest. */
const mostSummaries = 0.5

/**
 * Which of some rounds are sent: whole ones, the newest. The start is computed from the first round on: when one is
 * too much, the oldest leave until at most 50 % are in use (the newest stays if it fits at all). So it depends on
 * nothing but the log, and between two overflows the messages only grow at the end. @returns the index of the first
 * that is sent, and the tokens of all that are.
 */
export function newestRounds(
  sizes: readonly number[],
  budgetTokens: number,
): { readonly start: number; readonly tokens: number } {
  let start = 0
  let tokens = 0
  for (const [index, size] of sizes.entries()) {
    tokens += size
    if (tokens <= budgetTokens) continue
    while (start <= index && tokens > budgetTokens * shareAfterOverflow) {
      if (start === index && tokens <= budgetTokens) break
      tokens -= sizes[start] ?? 0
      start += 1
    }
  }
  return { start, tokens }
}

/** The newest summaries within their half of the budget, oldest first. */
export function newestSummaries<E extends { readonly content: string }>(
  summaries: readonly E[],
  budgetTokens: number,
  count: (text: string) => number,
): { readonly sent: readonly E[]; readonly tokens: number } {
  const sent: E[] = []
  let tokens = 0
  for (const summary of summaries.toReversed()) {
    const more = count(taggedSummary(summary.content))
    if (tokens + more > budgetTokens * mostSummaries) break
    tokens += more
    sent.unshift(summary)
  }
  return { sent, tokens }
}

/** A summary as it is sent: in a tagged block, because providers have no role for it. */
export const taggedSummary = (content: string) =>
  `<archived-session-summary>\n${content}\n</archived-session-summary>\n\n`
