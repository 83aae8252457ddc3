import type { Conversation } from '#contract/creonow.ts'
import type { ConversationHistory, HistoryView } from '../context/index.ts'
import type { Redacted } from '../redaction/index.ts'
import { conversationPath } from './conversationFile.ts'
import { createHistory, type History, type Round } from './history.ts'
import { taggedSummary } from './newest.ts'
import { createConversationRecall, type UnsentMessage } from './recall.ts'

export interface PromptHistoryOptions {
  readonly read: (projectId: string, id: string) => Promise<{ readonly conversation: Conversation }>
  /** As everything from `.creonow` is redacted on its way into a prompt. */
  readonly redact: (text: string, projectId: string) => Promise<Redacted>
}

type LogEvent = Conversation['events'][number]
type RedactedEvent = LogEvent & { readonly redaction: Redacted['evidence'] }

/** What names are looked for in, besides text, selection and instruction. */
const latestMessages = 4

/**
 * The finished rounds of a stored conversation, redacted message by message, for a request that goes on with it.
 * @throws AppError NOT_FOUND, FILE_BROKEN, as `ConversationStore.read`.
 */
export function createPromptHistory({ read, redact }: PromptHistoryOptions) {
  const recall = createConversationRecall()
  return async (projectId: string, conversationId: string): Promise<ConversationHistory> => {
    const { conversation } = await read(projectId, conversationId)
    const events: RedactedEvent[] = []
    for (const event of conversation.events) {
      const { text, evidence } = await redact(event.content, projectId)
      events.push({ ...event, content: text, redaction: evidence })
    }
    const history = createHistory(events)
    const raw = createHistory(conversation.events)
    const finished = [...raw.compacted, ...raw.rounds].filter((round) => round.finished)
    return {
      conversationId,
      rounds: finished.length,
      latest: messagesIn(raw.rounds).slice(-latestMessages),
      outside: (budgetTokens, count) => ({
        conversationId,
        find(question) {
          const sent = new Set(history.view({ budgetTokens, count }).messages.map(({ event }) => event.id))
          return recall.find(unsentMessages(history, events, sent), question)
        },
      }),
      view(budgetTokens, count): HistoryView {
        const { messages, summaries = [], tokens, leftOut } = history.view({ budgetTokens, count })
        const sourceRef = conversationPath(conversationId)
        const sent = messages.map(({ event, role, tokens }) => ({
          ...{ id: event.id, role, content: event.content, tokens },
        }))
        return {
          conversationId,
          messages: behindSummaries(summaries, sent, count),
          tokens,
          leftOut,
          redaction: [...summaries, ...messages.map(({ event }) => event)].flatMap((event) =>
            event.redaction.map(({ patternId, matchCount }) => ({ patternId, sourceRef, matchCount })),
          ),
        }
      },
    }
  }
}

/** One message of a conversation, redacted, for whoever shows what a request read. */
export function createMessageReader({ read, redact }: PromptHistoryOptions) {
  return async (projectId: string, conversationId: string, id: string) => {
    const { conversation } = await read(projectId, conversationId)
    const numberedEvents = numberedEventsIn(conversation.events)
    const at = numberedEvents.findIndex((event) => event.id === id)
    const event = numberedEvents[at]
    if (!event) return undefined
    const { text } = await redact(event.content, projectId)
    return { number: at + 1, byAuthor: event.type === 'user', timestamp: event.timestamp, text }
  }
}

/** The events that have numbers: summaries come and go. */
const numberedEventsIn = <E extends LogEvent>(events: readonly E[]) =>
  events.filter(({ type }) => type !== 'summary')

const isMessage = ({ type }: LogEvent) => type === 'user' || type === 'assistant'

/** The messages of finished rounds that are not sent. */
function unsentMessages(
  { rounds, compacted }: History<RedactedEvent>,
  events: readonly RedactedEvent[],
  sent: ReadonlySet<string>,
): readonly UnsentMessage[] {
  const numbers = new Map(numberedEventsIn(events).map(({ id }, at) => [id, at + 1]))
  return [...compacted, ...rounds].flatMap((round) => {
    const roundMessages = round.finished ? round.events.filter(isMessage) : []
    return roundMessages.flatMap(({ id, type, timestamp, content }, at) => {
      if (sent.has(id)) return []
      const adjacentText = roundMessages[at === 0 ? 1 : at - 1]?.content ?? ''
      const about = { id, number: numbers.get(id) ?? 0, byAuthor: type === 'user', timestamp }
      return [{ ...about, text: content, adjacentText }]
    })
  })
}

const messagesIn = (rounds: readonly Round<LogEvent>[]) =>
  rounds.flatMap(({ events, finished }) =>
    finished ? events.flatMap((event) => (isMessage(event) ? [event.content] : [])) : [],
  )

/** Providers want the author's words and the answers in turns: summaries go into the first message. */
function behindSummaries(
  summaries: readonly { readonly id: string; readonly content: string }[],
  messages: HistoryView['messages'],
  count: (text: string) => number,
): HistoryView['messages'] {
  const text = summaries.map(({ content }) => taggedSummary(content)).join('')
  const [first, ...rest] = messages
  if (text === '') return messages
  if (!first) return [{ id: summaries[0]?.id ?? '', role: 'user', content: text, tokens: count(text) }]
  return [{ ...first, content: `${text}${first.content}`, tokens: first.tokens + count(text) }, ...rest]
}
