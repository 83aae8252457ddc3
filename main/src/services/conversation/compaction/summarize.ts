import type { ConversationEvent } from '#contract/creonow.ts'
import type { Round } from '../history.ts'
import { edges } from '../shorten.ts'
import type { CompactionState } from './record.ts'
import { numbersIn, printSkeleton, skeletonOf } from './skeleton.ts'
import { findSummaryFault, type SummaryFault } from './summaryFault.ts'
import {
  composeSummary,
  type NumberedMessage,
  rejectedSentence,
  type SummaryLanguage,
  summaryInstruction,
  timedOutSentence,
} from './summaryText.ts'

export interface SummarizeOptions {
  /** Finished rounds, raw and redacted, oldest first. */
  readonly rounds: readonly Round<ConversationEvent>[]
  readonly language: SummaryLanguage
  readonly count: (text: string) => number
  /** What one request may hold of the rounds. */
  readonly pieceTokens: number
  /** Asks the model: the messages, and the instruction as the last words of the user. */
  readonly generate: (
    request: { readonly rounds: readonly Round<ConversationEvent>[]; readonly instruction: string },
    signal: AbortSignal,
  ) => Promise<string>
  readonly signal: AbortSignal
  readonly namesIn: (text: string) => Promise<readonly { readonly entityId: string; readonly key: string }[]>
  readonly createTimeoutSignal: () => AbortSignal
  /** The number of a message in its conversation. */
  readonly numbered: (event: ConversationEvent) => number
}

export interface Summarized {
  readonly rounds: readonly Round<ConversationEvent>[]
  readonly state: Extract<CompactionState, 'summary' | 'timedOut' | 'rejected'>
  /** What stands in their place. */
  readonly text: string
}

/** The skeleton takes at most so much of what it stands for, and not more than these tokens. */
const skeletonShare = 0.3
const skeletonTokens = 1500
const attempts = 2

/**
 * Summaries of rounds, each made from the rounds themselves: one, or several when they are more than a request
 * holds. One that is not sound is asked for once more, and then not taken.
 * @throws what `ask` throws, unless the time was over.
 */
export async function summarize(options: SummarizeOptions): Promise<readonly Summarized[]> {
  const summarized: Summarized[] = []
  for (const rounds of piecesOf(options)) summarized.push(await summarizePiece(rounds, options))
  return summarized
}

async function summarizePiece(
  rounds: readonly Round<ConversationEvent>[],
  options: SummarizeOptions,
): Promise<Summarized> {
  const { language, count, generate, signal, namesIn } = options
  const events = rounds.flatMap((round) => round.events)
  const texts = events.map(({ type, content }) => ({ byAuthor: type === 'user', text: content }))
  const whole = texts.map(({ text }) => text).join('\n')
  const removedTokens = count(whole)
  const namedEntries = await namesIn(whole)
  const maxTokens = Math.min(skeletonTokens, Math.floor(removedTokens * skeletonShare))
  const skeleton = printSkeleton(
    skeletonOf(
      texts,
      namedEntries.map(({ key }) => key),
    ),
    { language, maxTokens, count },
  )
  const pinned = events.flatMap(pinnedFact)
  const messages = events.filter(isMessage).map(
    (event): NumberedMessage => ({
      ...{ number: options.numbered(event), byAuthor: event.type === 'user', content: event.content },
    }),
  )
  const [from, to] = [events[0]?.timestamp ?? '', events.at(-1)?.timestamp ?? '']
  const timeout = options.createTimeoutSignal()
  const until = AbortSignal.any([signal, timeout])
  let fault: SummaryFault | undefined
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const instruction = summaryInstruction({ language, messages, pinned, ...(fault ? { fault } : {}) })
    let text: string
    try {
      text = await generate({ rounds, instruction }, until)
    } catch (error) {
      if (timeout.aborted && !signal.aborted) return { rounds, state: 'timedOut', text: timedOutSentence }
      throw error
    }
    const composed = composeSummary({ text, skeleton, from, to })
    fault = findSummaryFault({
      ...{ text, whole: composed, removedTokens, wholeTokens: count(composed), pinned },
      authorNumbers: texts.flatMap(({ byAuthor, text: content }) => (byAuthor ? numbersIn(content) : [])),
      entries: entriesOf(namedEntries),
      entriesLeft: entriesOf(await namesIn(composed)),
    })
    if (!fault) return { rounds, state: 'summary', text: composed }
  }
  return { rounds, state: 'rejected', text: rejectedSentence }
}

const isMessage = ({ type }: ConversationEvent) => type === 'user' || type === 'assistant'
const entriesOf = (namedEntries: readonly { readonly entityId: string }[]) =>
  new Set(namedEntries.map(({ entityId }) => entityId))

/** `metadata.pinned`: a sentence, or true for the whole message. */
function pinnedFact({ content, metadata: { pinned } }: ConversationEvent): readonly string[] {
  if (typeof pinned === 'string' && pinned !== '') return [pinned]
  return pinned === true ? [content] : []
}

/** Rounds by what one request holds; a round that is more than that by itself is cut inside its messages. */
function piecesOf({
  rounds,
  pieceTokens,
  count,
}: SummarizeOptions): readonly (readonly Round<ConversationEvent>[])[] {
  const batches: Round<ConversationEvent>[][] = []
  let left = 0
  for (const round of rounds) {
    const tokens = tokensOf(round, count)
    const own = tokens <= pieceTokens ? round : cutTo(round, pieceTokens, tokens)
    if (batches.length === 0 || tokens > left) {
      batches.push([])
      left = pieceTokens
    }
    batches.at(-1)?.push(own)
    left -= tokens
  }
  return batches
}

const tokensOf = ({ events }: Round<ConversationEvent>, count: (text: string) => number) =>
  events.reduce((sum, { content }) => sum + count(content), 0)

function cutTo(
  round: Round<ConversationEvent>,
  pieceTokens: number,
  tokens: number,
): Round<ConversationEvent> {
  const share = pieceTokens / tokens
  const events = round.events.map((event) => ({
    ...event,
    content: edges(event.content, Math.max(60, Math.floor(event.content.length * share * 0.9))).text,
  }))
  return { ...round, events }
}
