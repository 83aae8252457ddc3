import { compactionOf, eventsIn } from './compaction/record.ts'
import { shorterStep, trimmedProse } from './compaction/shorterSteps.ts'
import { newestRounds, newestSummaries } from './newest.ts'

/** What rounds are made of: an event of the log, or a message made of one. */
export interface HistoryEvent {
  readonly id: string
  readonly type: string
  readonly content: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** One turn: a message of the author and everything up to the author's next one. */
export interface Round<E extends HistoryEvent> {
  readonly events: readonly E[]
  /** It contains an answer of the model: a round that is open, or that failed, is never sent. */
  readonly finished: boolean
}

interface ViewedMessage<E extends HistoryEvent> {
  readonly event: E
  readonly role: 'user' | 'assistant'
  readonly tokens: number
  /** Its round, counted over all finished rounds from 0. */
  readonly round: number
}

/** The part of a conversation that goes along with a request. */
export interface View<E extends HistoryEvent> {
  readonly messages: readonly ViewedMessage<E>[]
  /** Summaries of compacted rounds, oldest first; they go before the messages. */
  readonly summaries?: readonly E[]
  /** Of messages and summaries. */
  readonly tokens: number
  /**
   * Messages that stay behind: older than what fits, with those of a summary that does not fit; words that were never
   * answered; and those that a summary replaces which is sent.
   */
  readonly leftOut: {
    readonly overBudget: number
    readonly unanswered: number
    readonly compacted?: number
  }
}

export interface ViewOptions {
  /** Tokens of all messages together. */
  readonly budgetTokens: number
  readonly count: (text: string) => number
}

/** A conversation as rounds. Immutable: `append` gives another one. */
export interface History<E extends HistoryEvent> {
  /** Rounds that were not compacted, with shortened results in the form that is sent. */
  readonly rounds: readonly Round<E>[]
  /** Compacted rounds, as they were. */
  readonly compacted: readonly Round<E>[]
  /** Their summaries, oldest first, or the lists that are in the place of one. */
  readonly summaries: readonly E[]
  append(event: E): History<E>
  view(options: ViewOptions): View<E>
}

export function createHistory<E extends HistoryEvent>(events: readonly E[]): History<E> {
  const done = events.flatMap((event) => {
    const record = compactionOf(event)
    return record ? [{ event, record }] : []
  })
  const coveredBy = new Map(
    done.flatMap(({ event, record }) =>
      eventsIn(events, record.covers).map((replaced) => [replaced, event] as const),
    ),
  )
  const short = new Set(done.flatMap(({ record }) => eventsIn(events, record.shortened)))
  const unitsOf = new Map<E, number>()
  for (const { record } of done)
    for (const event of eventsIn(events, record.trimmed))
      unitsOf.set(event, Math.min(record.trimmed?.units ?? Infinity, unitsOf.get(event) ?? Infinity))
  const asSent = (event: E): E => {
    const units = unitsOf.get(event)
    const step = short.has(event) ? shorterStep(event) : event
    return units === undefined ? step : trimmedProse(step, units)
  }
  const numberedEvents = events.filter(({ type }) => type !== 'summary')
  const rounds = roundsOf(numberedEvents.flatMap((event) => (coveredBy.has(event) ? [] : [asSent(event)])))
  const compacted = roundsOf(numberedEvents.filter((event) => coveredBy.has(event)))
  const summaries = done.flatMap(({ event, record }) =>
    record.state === 'summary' || record.listed ? [event] : [],
  )
  return {
    ...{ rounds, compacted, summaries },
    append: (event) => createHistory([...events, event]),
    view: (options) => viewOf({ rounds, compacted, summaries, coveredBy }, options),
  }
}

/** Events before the author's first message belong to no round. */
function roundsOf<E extends HistoryEvent>(events: readonly E[]): readonly Round<E>[] {
  const starts = events.flatMap(({ type }, index) => (type === 'user' ? [index] : []))
  return starts.map((start, index) => {
    const own = events.slice(start, starts[index + 1])
    return { events: own, finished: own.some(isAnswer) }
  })
}

const isAnswer = ({ type, content }: HistoryEvent) => type === 'assistant' && content.trim() !== ''
const isMessage = (event: HistoryEvent) => event.type === 'user' || isAnswer(event)

/** Whole finished rounds, the newest that fit together with the summaries. */
function viewOf<E extends HistoryEvent>(
  {
    rounds,
    compacted,
    summaries,
    coveredBy,
  }: Pick<History<E>, 'rounds' | 'compacted' | 'summaries'> & { readonly coveredBy: ReadonlyMap<E, E> },
  { budgetTokens: allTokens, count }: ViewOptions,
): View<E> {
  const { sent, tokens: summaryTokens } = newestSummaries(summaries, allTokens, count)
  const budgetTokens = allTokens - summaryTokens
  const before = compacted.filter(({ finished }) => finished).length
  const finished = rounds
    .filter((round) => round.finished)
    .map(({ events }, at) => {
      const messages = events.filter(isMessage).map((event) => ({
        event,
        role: event.type === 'user' ? ('user' as const) : ('assistant' as const),
        tokens: count(event.content),
        round: before + at,
      }))
      return { messages, tokens: messages.reduce((sum, { tokens }) => sum + tokens, 0) }
    })
  const { start, tokens: used } = newestRounds(
    finished.map(({ tokens }) => tokens),
    budgetTokens,
  )
  const behind = finished.slice(0, start).reduce((sum, { messages }) => sum + messages.length, 0)
  const unanswered = rounds.filter((round) => !round.finished).length
  const gone = compacted.flatMap(({ events, finished }) => (finished ? events.filter(isMessage) : []))
  const sentSummaries = new Set(sent)
  const compactedCount = gone.filter((event) => {
    const summary = coveredBy.get(event)
    return summary !== undefined && sentSummaries.has(summary)
  }).length
  return {
    messages: finished.slice(start).flatMap(({ messages }) => messages),
    ...(sent.length > 0 ? { summaries: sent } : {}),
    tokens: used + summaryTokens,
    leftOut: {
      // A summary that does not fit leaves what it replaces behind, too.
      overBudget: behind + gone.length - compactedCount,
      unanswered,
      ...(compactedCount > 0 ? { compacted: compactedCount } : {}),
    },
  }
}
