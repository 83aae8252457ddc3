import { commonUnits } from './measure.ts'

/** One request of a conversation. */
export interface ChatText {
  /** All of it. */
  readonly whole: string
  /** What is in front of its last message. */
  readonly before: string
  /** What was found for its question, at the start of the last message. */
  readonly added: string
}

/** Why tokens of a request were not read from a cache. */
export const chatCauses = ['first turn', 'made anew', 'last round', 'found', 'question', 'repeated'] as const
export type ChatCause = (typeof chatCauses)[number]

/**
 * Shares of all tokens of a conversation that were not read, by cause; together they are what the share read lacks
 * of 1. `made anew`: what was in front of the last question has changed or left. `last round`: question and answer
 * are sent as history for the first time. `found`, `question`: of this turn alone. `repeated`: sent before, and not
 * read all the same, by the steps and marks of the cache. `reads`: tokens, by request.
 */
export function chatCausesOf(
  texts: readonly ChatText[],
  reads: readonly number[],
  count: (text: string) => number,
): Readonly<Record<ChatCause, number>> {
  const lost = Object.fromEntries(chatCauses.map((cause) => [cause, 0])) as Record<ChatCause, number> // one each
  let sent = 0
  for (const [at, { whole, before, added }] of texts.entries()) {
    const previous = texts[at - 1]
    const common = previous ? commonUnits(previous.whole, whole) : 0
    const isAnew = previous !== undefined && common < previous.before.length
    const parts: readonly (readonly [cause: ChatCause, from: number, to: number])[] = previous
      ? [
          ['repeated', 0, common],
          [isAnew ? 'made anew' : 'last round', common, before.length],
          ['found', Math.max(common, before.length), before.length + added.length],
          ['question', Math.max(common, before.length + added.length), whole.length],
        ]
      : [['first turn', 0, whole.length]]
    let left = reads[at] ?? 0
    for (const [cause, from, to] of parts) {
      const tokens = to > from ? count(whole.slice(from, to)) : 0
      const read = Math.min(left, tokens)
      left -= read
      sent += tokens
      lost[cause] += tokens - read
    }
  }
  for (const cause of chatCauses) lost[cause] = sent === 0 ? 0 : lost[cause] / sent
  return lost
}
