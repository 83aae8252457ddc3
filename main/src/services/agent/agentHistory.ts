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
 * The events with an end for every task that the program left without one, so that its steps are history. The log
 * stays as it is: another process may be at work in it.
 */
export function withEnds<E extends LogEvent>(events: readonly E[], interrupted: string): readonly E[] {
  return createHistory(events).rounds.reduce<readonly E[]>((all, { events: own, finished }) => {
    const [request] = own
    const last = own.at(-1)
    if (finished || !request || !last || request.metadata.taskId === undefined) return all
    const { taskId } = request.metadata
    const end = {
      ...request,
      id: `${request.id}:end`,
      type: 'assistant',
      content: interrupted,
      metadata: { taskId },
    }
    const at = all.findIndex(({ id }) => id === last.id) + 1
    return [...all.slice(0, at), end, ...all.slice(at)]
  }, events)
}

/**
 * The finished rounds of a log as messages: the author's words, each step as the model wrote it, the stored form of
 * its result as `[tool] {…}`, and the answer. Whole rounds, the newest that fit; the steps of a round that takes more
 * than half of the budget are shortened, so that it does not displace all others, and listed where it would not fit at
 * all. Compacted rounds are their summary,
 * at the start.
 */
export function agentHistory(
  events: readonly LogEvent[],
  budgetTokens: number,
  count: (text: string) => number,
  /** The heading of steps that are only listed. */
  listHeading: string,
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
      if (whole.tokens <= budgetTokens * mostOfOne) return whole
      const shorter = sizedMessages(own.map(shorterStep), count)
      return shorter.tokens <= budgetTokens
        ? shorter
        : sizedMessages(
            listedSteps(own, { heading: listHeading, maxTokens: budgetTokens * mostOfOne, count }),
            count,
          )
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

const maxValueUnits = 60

/** The request with its steps as lines, the newest that fit, and the end. */
function listedSteps(
  events: readonly LogEvent[],
  { heading, maxTokens, count }: { heading: string; maxTokens: number; count: (text: string) => number },
): readonly LogEvent[] {
  const results = new Map(
    events.flatMap(({ type, metadata: { step, status } }) =>
      type === 'observation' ? [[step, status]] : [],
    ),
  )
  const lines = events.flatMap(({ type, metadata: { step, tool_name: tool, input } }) => {
    if (type !== 'action') return []
    return [`${step}. ${tool ?? '?'}[${briefInput(input)}] → ${results.get(step) ?? '?'}`]
  })
  let first = lines.length
  for (let left = maxTokens; first > 0; first -= 1) {
    left -= count(lines[first - 1] ?? '') + 1
    if (left < 0) break
  }
  const more = first > 0 ? [`… (+${first})`] : []
  const [request] = events
  const list = [heading, ...more, ...lines.slice(first)].join('\n')
  return events.flatMap((event) => {
    if (event === request) return [{ ...event, content: `${event.content}\n\n${list}` }]
    return event.type === 'assistant' ? [event] : []
  })
}

/** The short arguments of a call; what is long is content. */
function briefInput(input: unknown): string {
  const text = typeof input === 'string' ? input : ''
  try {
    const fields = Object.entries(JSON.parse(text) as object).map(([name, value]) => [
      name,
      JSON.stringify(value),
    ])
    return fields
      .flatMap(([name, value = '']) => (value.length > maxValueUnits ? [] : [`${name}: ${value}`]))
      .join(', ')
  } catch {
    // Cut off when it was stored.
    return text.slice(0, maxValueUnits).toWellFormed()
  }
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
