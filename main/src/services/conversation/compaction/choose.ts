import type { HistoryEvent, Round } from '../history.ts'
import { shorterStep, trimmedProse } from './shorterSteps.ts'

export interface Choice<E extends HistoryEvent> {
  /** Finished rounds that a summary will replace, oldest first. */
  readonly leaving: readonly Round<E>[]
  readonly retained: readonly Round<E>[]
  /** The first and the last event whose tool results are sent short. */
  readonly shortened?: { readonly from: string; readonly to: string }
  /** The first and the last event of which no more than so many UTF-16 units are sent. */
  readonly trimmed?: { readonly from: string; readonly to: string; readonly units: number }
  /** Tokens of the rest, as it will be sent. */
  readonly tokens: number
}

/**
 * Which rounds leave the history: whole finished ones, the oldest. The newest `protectedRounds` stay whatever they
 * take, and more of them while they fit into half of the target. When even these are more than the target, the
 * results of tools inside them are shortened, the oldest first, until they fit; a call and its result stay together.
 * When that is not enough and `trimProse` is true, messages are cut to their beginning and end, all to the same
 * length, the longest that fits: the rounds stay, and none of them is cut for the sake of another.
 */
export function chooseRounds<E extends HistoryEvent>(
  rounds: readonly Round<E>[],
  {
    protectedRounds,
    targetTokens,
    count,
    trimProse = false,
    sentTokens = Number.POSITIVE_INFINITY,
  }: {
    readonly protectedRounds: number
    readonly targetTokens: number
    readonly count: (text: string) => number
    readonly trimProse?: boolean
    /** What stays behind a summary can be sent only up to this: of the newest rounds too, the others leave. */
    readonly sentTokens?: number
  },
): Choice<E> {
  const tokensOf = (events: readonly E[]) => events.reduce((sum, { content }) => sum + count(content), 0)
  let start = rounds.length
  let tokens = 0
  while (start > 0) {
    const more = tokensOf(rounds[start - 1]?.events ?? [])
    if (rounds.length - start >= protectedRounds && tokens + more > targetTokens / 2) break
    if (tokens + more > sentTokens) break
    tokens += more
    start -= 1
  }
  const retained = rounds.slice(start)
  let [from, to] = ['', '']
  const sent: E[] = []
  for (const event of retained.flatMap(({ events }) => events)) {
    const shorter = tokens > targetTokens ? shorterStep(event) : event
    sent.push(shorter)
    if (shorter !== event) {
      tokens -= count(event.content) - count(shorter.content)
      from ||= event.id
      to = event.id
    }
  }
  const trimmed = trimProse && tokens > targetTokens ? trimTo(sent, targetTokens, tokensOf) : undefined
  return {
    ...{ leaving: rounds.slice(0, start), retained, tokens: trimmed?.tokens ?? tokens },
    ...(from === '' ? {} : { shortened: { from, to } }),
    ...(trimmed?.range ? { trimmed: trimmed.range } : {}),
  }
}

/** However little room there is, so much of each message stays. */
const leastUnits = 60
const mostUnits = 100_000

/** The largest number of units for which everything together fits, by bisection. */
function trimTo<E extends HistoryEvent>(
  events: readonly E[],
  targetTokens: number,
  tokensOf: (events: readonly E[]) => number,
) {
  const cut = (units: number) => events.map((event) => trimmedProse(event, units))
  let [units, tooMany] = [leastUnits, mostUnits]
  while (tooMany - units > leastUnits / 2) {
    const middle = Math.floor((units + tooMany) / 2)
    if (tokensOf(cut(middle)) <= targetTokens) units = middle
    else tooMany = middle
  }
  const [first, last] = [events[0], events.at(-1)]
  return {
    tokens: tokensOf(cut(units)),
    range: first && last ? { from: first.id, to: last.id, units } : undefined,
  }
}
