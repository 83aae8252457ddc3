/** What rounds are made of: an event of the log, or a message made of one. */
export interface HistoryEvent {
  readonly id: string
  readonly type: string
  readonly content: string
}

/** One turn: what the author said and everything that followed until the author's next word. */
export interface Round<E extends HistoryEvent> {
  readonly events: readonly E[]
  /** The model has said something: a round that is open, or that failed, is never sent. */
  readonly finished: boolean
}

export interface ViewedMessage<E extends HistoryEvent> {
  readonly event: E
  readonly role: 'user' | 'assistant'
  readonly tokens: number
}

/** The part of a conversation that goes along with a request. */
export interface View<E extends HistoryEvent> {
  readonly messages: readonly ViewedMessage<E>[]
  readonly tokens: number
  /** Messages that stay behind: older than what fits, and words that were never answered. */
  readonly leftOut: { readonly overBudget: number; readonly unanswered: number }
}

export interface ViewOptions {
  /** Tokens of all messages together. */
  readonly budgetTokens: number
  readonly count: (text: string) => number
}

/** A conversation as rounds. Immutable: `append` gives another one. */
export interface History<E extends HistoryEvent> {
  readonly rounds: readonly Round<E>[]
  append(event: E): History<E>
  view(options: ViewOptions): View<E>
}

/** After an overflow so much of the budget may be in use, so that the turns after it only append. */
const shareAfterOverflow = 0.75

export function createHistory<E extends HistoryEvent>(events: readonly E[]): History<E> {
  const rounds = roundsOf(events)
  return {
    rounds,
    append: (event) => createHistory([...events, event]),
    view: (options) => viewOf(rounds, options),
  }
}

/** What stands before the author's first word belongs to no round. */
function roundsOf<E extends HistoryEvent>(events: readonly E[]): readonly Round<E>[] {
  const starts = events.flatMap(({ type }, index) => (type === 'user' ? [index] : []))
  return starts.map((start, index) => {
    const own = events.slice(start, starts[index + 1])
    return { events: own, finished: own.some(isAnswer) }
  })
}

const isAnswer = ({ type, content }: HistoryEvent) => type === 'assistant' && content.trim() !== ''
const isMessage = (event: HistoryEvent) => event.type === 'user' || isAnswer(event)

/**
 * Whole finished rounds, the newest. Where they start is found by going through the log from its beginning: when a
 * round is too much, the oldest leave until at most 75 % are in use (the newest stays if it fits at all). So it
 * depends on nothing but the log, and between two overflows the messages only grow at the end.
 */
function viewOf<E extends HistoryEvent>(
  rounds: readonly Round<E>[],
  { budgetTokens, count }: ViewOptions,
): View<E> {
  const finished = rounds.flatMap((round) => {
    if (!round.finished) return []
    const messages = round.events.filter(isMessage).map((event) => ({
      event,
      role: event.type === 'user' ? ('user' as const) : ('assistant' as const),
      tokens: count(event.content),
    }))
    return [{ messages, tokens: messages.reduce((sum, { tokens }) => sum + tokens, 0) }]
  })
  let start = 0
  let used = 0
  for (const [index, { tokens }] of finished.entries()) {
    used += tokens
    if (used <= budgetTokens) continue
    while (start <= index && used > budgetTokens * shareAfterOverflow) {
      if (start === index && used <= budgetTokens) break
      used -= finished[start]?.tokens ?? 0
      start += 1
    }
  }
  const behind = finished.slice(0, start).reduce((sum, { messages }) => sum + messages.length, 0)
  const unanswered = rounds.filter((round) => !round.finished).length
  return {
    messages: finished.slice(start).flatMap(({ messages }) => messages),
    tokens: used,
    leftOut: { overBudget: behind, unanswered },
  }
}
