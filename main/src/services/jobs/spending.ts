import { sumPrices } from '../ai/index.ts'
import type { ItemResult } from './job.ts'

type Spending = ItemResult['spending']

/** Both together; without a price as soon as one of them has none. */
export function addSpending(a: Spending, b: Spending): Spending {
  if (!a || !b) return a ?? b
  const written = (a.usage.writtenInputTokens ?? 0) + (b.usage.writtenInputTokens ?? 0)
  const price = sumPrices(a.price, b.price)
  return {
    usage: {
      inputTokens: a.usage.inputTokens + b.usage.inputTokens,
      cachedInputTokens: a.usage.cachedInputTokens + b.usage.cachedInputTokens,
      ...(written > 0 && { writtenInputTokens: written }),
      outputTokens: a.usage.outputTokens + b.usage.outputTokens,
      ...((a.usage.estimated || b.usage.estimated) && { estimated: true as const }),
    },
    ...(price && { price }),
  }
}
