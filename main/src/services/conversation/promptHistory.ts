import type { Conversation } from '#contract/creonow.ts'
import type { ConversationHistory, HistoryView } from '../context/index.ts'
import type { Redacted } from '../redaction/index.ts'
import { conversationPath } from './conversationFile.ts'
import { createHistory, type Round, taggedSummary } from './history.ts'

export interface PromptHistoryOptions {
  readonly read: (projectId: string, id: string) => Promise<{ readonly conversation: Conversation }>
  /** As everything from `.creonow` is redacted on its way into a prompt. */
  readonly redact: (text: string, projectId: string) => Promise<Redacted>
}

/** What names are looked for in, besides text, selection and instruction. */
const latestMessages = 4

/**
 * The finished rounds of a stored conversation, redacted message by message, for a request that goes on with it.
 * @throws AppError NOT_FOUND, FILE_BROKEN, as `ConversationStore.read`.
 */
export function createPromptHistory({ read, redact }: PromptHistoryOptions) {
  return async (projectId: string, conversationId: string): Promise<ConversationHistory> => {
    const { conversation } = await read(projectId, conversationId)
    const events: (Conversation['events'][number] & { readonly redaction: Redacted['evidence'] })[] = []
    for (const event of conversation.events) {
      const { text, evidence } = await redact(event.content, projectId)
      events.push({ ...event, content: text, redaction: evidence })
    }
    const history = createHistory(events)
    const raw = createHistory(conversation.events)
    return {
      conversationId,
      rounds: raw.rounds.filter(({ finished }) => finished).length,
      latest: messagesIn(raw.rounds).slice(-latestMessages),
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

const messagesIn = (rounds: readonly Round<Conversation['events'][number]>[]) =>
  rounds.flatMap(({ events, finished }) =>
    finished
      ? events.flatMap(({ type, content }) => (type === 'user' || type === 'assistant' ? [content] : []))
      : [],
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
