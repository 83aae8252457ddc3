import type { HistoryEvent, Round } from '../history.ts'
import { shorterStep } from './shorterSteps.ts'

export interface Choice<E extends HistoryEvent> {
  /** Finished rounds that a summary will stand for, oldest first. */
  readonly leaving: readonly Round<E>[]
  readonly kept: readonly Round<E>[]
  /** The first and the last event whose tool results are sent short. */
  readonly shortened?: { readonly from: string; readonly to: string }
  /** Of what is kept, as it will be sent. */
  readonly tokens: number
}

/**
 * What leaves the history: whole finished rounds, the oldest. The newest `keepRounds` stay whatever they take, and
 * more of them while half of the target holds them. When even these are more than the target, the results of tools
 * inside them are shortened, the oldest first, until they fit; a call and its result stay together.
 */
export function chooseRounds<E extends HistoryEvent>(
  rounds: readonly Round<E>[],
  {
    keepRounds,
    targetTokens,
    count,
  }: { readonly keepRounds: number; readonly targetTokens: number; readonly count: (text: string) => number },
): Choice<E> {
  const tokensOf = (events: readonly E[]) => events.reduce((sum, { content }) => sum + count(content), 0)
  let start = rounds.length
  let tokens = 0
  while (start > 0) {
    const more = tokensOf(rounds[start - 1]?.events ?? [])
    if (rounds.length - start >= keepRounds && tokens + more > targetTokens / 2) break
    tokens += more
    start -= 1
  }
  const kept = rounds.slice(start)
  let [from, to] = ['', '']
  for (const event of kept.flatMap(({ events }) => events)) {
    if (tokens <= targetTokens) break
    const shorter = shorterStep(event)
    if (shorter !== event) {
      tokens -= count(event.content) - count(shorter.content)
      from ||= event.id
      to = event.id
    }
  }
  const leaving = rounds.slice(0, start)
  return { leaving, kept, tokens, ...(from === '' ? {} : { shortened: { from, to } }) }
}
