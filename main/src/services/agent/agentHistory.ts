import type { ConversationEvent } from '#contract/creonow.ts'
import type { HistoryMessage } from '../context/index.ts'
import {
  createHistory,
  newestRounds,
  newestSummaries,
  shorterStep,
  taggedSummary,
} from '../conversation/index.ts'

type LogEvent = Pick<ConversationEvent, 'id' | 'type' | 'content' | 'metadata'>

/**
 * The finished rounds of a log as messages: the author's words, each step as the model wrote it, the stored form of
 * its result as `[tool] {…}`, and the answer. Whole rounds, the newest that fit; the steps of a round that takes more
 * than half of the budget are shortened, so that it does not displace all others. Compacted rounds are their summary,
 * at the start.
 */
export function agentHistory(
  events: readonly LogEvent[],
  budgetTokens: number,
  count: (text: string) => number,
): {
  readonly messages: readonly HistoryMessage[]
  readonly tokens: number
  /** Of the summaries of compacted rounds, as far as they are sent. */
  readonly summaryTokens: number
  readonly leftOutRounds: number
} {
  const { rounds, summaries } = createHistory(events)
  const { sent, tokens: summaryTokens } = newestSummaries(summaries, budgetTokens, count)
  const head = sent.map(({ content }) => taggedSummary(content)).join('')
  const sized = rounds
    .filter(({ finished }) => finished)
    .map(({ events: own }) => {
      const whole = sizedMessages(own, count)
      // By itself, not by what is left: what was sent of it must not change with the next round.
      return whole.tokens > budgetTokens * mostOfOne ? sizedMessages(own.map(shorterStep), count) : whole
    })
  const { start, tokens } = newestRounds(
    sized.map((round) => round.tokens),
    budgetTokens - summaryTokens,
  )
  const [first, ...following] = sized.slice(start).flatMap(({ messages }) => messages)
  const opening: readonly HistoryMessage[] = first
    ? [{ ...first, content: head + first.content }]
    : head === ''
      ? []
      : [{ role: 'user', content: head }]
  return {
    messages: [...opening, ...following],
    tokens: tokens + summaryTokens,
    summaryTokens,
    leftOutRounds: start,
  }
}

/** Of the budget, for one round with its steps as they were. */
const mostOfOne = 0.5

function sizedMessages(events: readonly LogEvent[], count: (text: string) => number) {
  const messages = messagesOf(events)
  return { messages, tokens: messages.reduce((sum, { content }) => sum + count(content), 0) }
}

/** In turns: what follows another message of the same side is added to it. */
export function messagesOf(events: readonly LogEvent[]): readonly HistoryMessage[] {
  const messages: HistoryMessage[] = []
  for (const event of events) {
    const next = messageOf(event)
    const last = messages.at(-1)
    if (!next) continue
    if (last?.role === next.role)
      messages[messages.length - 1] = { role: last.role, content: `${last.content}\n\n${next.content}` }
    else messages.push(next)
  }
  return messages
}

function messageOf({ type, content, metadata }: LogEvent): HistoryMessage | undefined {
  if (type === 'user') return { role: 'user', content }
  if (type === 'action') return { role: 'assistant', content }
  if (type === 'observation') return { role: 'user', content: `[tool] ${content}` }
  if (type === 'assistant' && content.trim() !== '')
    return { role: 'assistant', content: metadata.taskId === undefined ? content : `Finish[${content}]` }
  return undefined
}
