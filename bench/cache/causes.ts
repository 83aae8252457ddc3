import type { Request } from './caches.ts'
import type { Asked } from './session.ts'

/** Where tokens went that the request before did not begin with: how many requests, and their share of all tokens. */
export interface Cause {
  readonly name: string
  readonly requests: number
  readonly share: number
}

/**
 * Of the steps without an event, by what made Retrieved and the window anew, or, where both stood, by what is printed
 * behind the first difference. The shares are what the share of the common beginning lacks of 1.
 */
export function causesOf(requests: readonly Request[], asked: readonly Asked[]): Cause[] {
  const found = new Map<string, { requests: number; tokens: number }>()
  let sent = 0
  const add = (name: string, tokens: number) => {
    const before = found.get(name) ?? { requests: 0, tokens: 0 }
    found.set(name, { requests: before.requests + 1, tokens: before.tokens + tokens })
  }
  for (const [at, { event, result, rebase }] of asked.entries()) {
    const request = requests[at]
    if (event !== undefined || !request) continue
    sent += request.tokens
    const unread = request.tokens - (request.common[0] ?? 0)
    if (rebase !== undefined) {
      add(`re-base: ${rebase}`, unread)
      continue
    }
    const { firstChange, blocks } = result.delta
    if (firstChange && !firstChange.blockId.startsWith('immediate:textBefore')) {
      add(`first different: ${firstChange.blockId.split(':').slice(0, 2).join(':')}`, unread)
      continue
    }
    const late = blocks
      .filter(({ blockId }) => blockId.startsWith('late'))
      .reduce((sum, { tokens }) => sum + tokens, 0)
    if (late > 0) add('goes on: what came late', Math.min(late, unread))
    add('goes on: new text and what follows it', unread - Math.min(late, unread))
  }
  return [...found]
    .map(([name, { requests: count, tokens }]) => ({ name, requests: count, share: tokens / sent }))
    .toSorted((a, b) => b.share - a.share)
}
