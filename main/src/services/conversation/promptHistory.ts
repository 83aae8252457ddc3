import type { Conversation } from '#contract/creonow.ts'
import { createTextCache, type TextCache } from '../../lib/textCache.ts'
import type { ConversationHistory, HistoryView } from '../context/index.ts'
import { bigrams } from '../memory/index.ts'
import type { Redacted } from '../redaction/index.ts'
import { conversationPath } from './conversationFile.ts'
import { createHistory, type History, type Round } from './history.ts'
import { taggedSummary } from './newest.ts'

export interface PromptHistoryOptions {
  readonly read: (projectId: string, id: string) => Promise<{ readonly conversation: Conversation }>
  /** As everything from `.creonow` is redacted on its way into a prompt. */
  readonly redact: (text: string, projectId: string) => Promise<Redacted>
}

type LogEvent = Conversation['events'][number]
type RedactedEvent = LogEvent & { readonly redaction: Redacted['evidence'] }

/** Where names are detected in addition to text, selection and instruction. */
const latestMessages = 4

/**
 * The finished rounds of a stored conversation, redacted message by message, for a request that goes on with it. The
 * open question is stored already and is sent by itself: it is no part of the history, answered or not.
 * @throws AppError NOT_FOUND, FILE_BROKEN, as `ConversationStore.read`.
 */
export function createPromptHistory({ read, redact }: PromptHistoryOptions) {
  const recall = createConversationRecall()
  return async (
    projectId: string,
    conversationId: string,
    openQuestionId?: string,
  ): Promise<ConversationHistory> => {
    const { conversation } = await read(projectId, conversationId)
    const logged = conversation.events.filter(({ id }) => id !== openQuestionId)
    const events: RedactedEvent[] = []
    for (const event of logged) {
      const { text, evidence } = await redact(event.content, projectId)
      events.push({ ...event, content: text, redaction: evidence })
    }
    const history = createHistory(events)
    const raw = createHistory(logged)
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
        const sent = messages.map(({ event, role, tokens, round }) => ({
          ...{ id: event.id, role, content: event.content, tokens, round },
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

/** A message of a finished round that is not sent. */
interface UnsentMessage {
  readonly id: string
  /** Position in its conversation, from 1. */
  readonly number: number
  readonly byAuthor: boolean
  readonly timestamp: string
  /** Redacted. */
  readonly text: string
  /** The message just before it, or the answer to it. */
  readonly adjacentText: string
}

/** A piece of such a message that a question is about. */
interface RecalledPiece extends Omit<UnsentMessage, 'adjacentText'> {
  /** UTF-16 offsets in the redacted message. */
  readonly from: number
  readonly to: number
  /** [0,1]: how much of what is rare in the question it shares. */
  readonly similarity: number
}

const maxPieceUnits = 240
const recalledAtMost = 3
/** A bigram in more of the passages than this does not distinguish them. */
const commonShare = 0.1
/** Share of a neighbouring message's terms: it is in part about the same. */
const adjacentWeight = 0.4

interface ConversationRecall {
  find(messages: readonly UnsentMessage[], question: string): readonly RecalledPiece[]
}

/** Finds earlier messages by the rare bigrams that a question shares with them. */
function createConversationRecall(): ConversationRecall {
  const cache: TextCache<ReadonlySet<number>> = createTextCache(50_000)
  const gramsOf = (text: string) => {
    const grams = cache.get(text) ?? bigrams(text)
    cache.set(text, grams)
    return grams
  }

  return {
    find(messages, question) {
      const queryGrams = gramsOf(question)
      if (queryGrams.size === 0) return []
      const chunks = messages.flatMap(piecesOf)
      const own = chunks.map(({ text }) => gramsOf(text))
      const frequency = new Map<number, number>()
      for (const grams of own)
        for (const gram of queryGrams)
          if (grams.has(gram)) frequency.set(gram, (frequency.get(gram) ?? 0) + 1)
      const common = Math.max(2, chunks.length * commonShare)
      const weights = new Map(
        [...frequency].map(([gram, pieceCount]) => [gram, Math.log(1 + chunks.length / pieceCount)]),
      )
      const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
      const scored = chunks.flatMap(({ adjacentText, ...piece }, at) => {
        let [score, isRare] = [0, false]
        const near = gramsOf(adjacentText)
        for (const [gram, value] of weights) {
          const isHere = own[at]?.has(gram) === true
          if (isHere) score += value
          else if (near.has(gram)) score += value * adjacentWeight
          if (isHere && (frequency.get(gram) ?? 0) <= common) isRare = true
        }
        return isRare ? [{ ...piece, similarity: score / all }] : []
      })
      return scored
        .sort((a, b) => b.similarity - a.similarity || b.number - a.number || a.from - b.from)
        .slice(0, recalledAtMost)
    },
  }
}

/** Whole sentences of at most 240 units. */
function piecesOf(
  message: UnsentMessage,
): (UnsentMessage & { readonly from: number; readonly to: number })[] {
  const chunks: (UnsentMessage & { readonly from: number; readonly to: number })[] = []
  const { text } = message
  for (let from = 0; from < text.length; ) {
    const to = endOfPiece(text, from)
    if (text.slice(from, to).trim() !== '') chunks.push({ ...message, text: text.slice(from, to), from, to })
    from = to
  }
  return chunks
}

function endOfPiece(text: string, from: number): number {
  const limit = from + maxPieceUnits
  if (limit >= text.length) return text.length
  const part = text.slice(from, limit)
  const end = Math.max(...['。', '！', '？', '\n', '. '].map((mark) => part.lastIndexOf(mark)))
  if (end > 0) return from + end + 1
  return /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit
}
