import type { RunSpending, RunUsage } from '#contract/spending.ts'
import type { PlannedRequest } from '../cache/cacheMemory.ts'
import { priceOf, sumPrices } from '../cache/price.ts'
import type { ResolvedModel } from '../models/models.ts'
import type { WireUsage } from '../providers/provider.ts'

/** What the requests of one run have cost together. `now`: milliseconds since the epoch. */
export function createAccount(model: ResolvedModel, now: () => number) {
  let total: RunSpending = { usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 } }
  let answers = 0
  let latest: RunSpending | undefined

  function add(usage: Omit<WireUsage, 'reportsCache'>, more: Partial<RunSpending>): void {
    const price = priceOf(usage, model.cache, now())
    const sum = answers === 0 ? price : sumPrices(total.price, price)
    answers += 1
    latest = { usage: ownOf(usage), ...more, ...(price ? { price } : {}) }
    total = { usage: added(total.usage, usage), ...more, ...(sum ? { price: sum } : {}) }
  }
  return {
    /** The usage of an answer, reported or estimated; `missed` when its cache did not work and that is news. */
    used(usage: WireUsage, request: PlannedRequest) {
      const { outcome, isNews } = request.recordUsage(usage)
      add(usage, { cache: outcome })
      return { spending: total, missed: isNews ? outcome.reason : undefined }
    },
    /** Requests that somebody else has sent and counted. Returns the sum. */
    add({ usage, price }: Pick<RunSpending, 'usage' | 'price'>): RunSpending {
      const { cache } = total
      const sum = addSpending(answers === 0 ? undefined : total, { usage, ...(price && { price }) })
      answers += 1
      total = { ...sum, ...(cache && { cache }) }
      return total
    },
    /** Of the answer since the previous call only; undefined when there was none. */
    takeLatest() {
      const spending = latest
      latest = undefined
      return spending
    },
    /** Undefined until there was any usage, reported or estimated. */
    total: () => (answers === 0 ? undefined : total),
  }
}

type Spent = Pick<RunSpending, 'usage' | 'price'>

/** Both together; without a price as soon as one of them has none. */
export function addSpending(a: Spent | undefined, b: Spent): Spent
export function addSpending(a: Spent | undefined, b: Spent | undefined): Spent | undefined
export function addSpending(a: Spent | undefined, b: Spent | undefined): Spent | undefined {
  if (!a || !b) return a ?? b
  const price = sumPrices(a.price, b.price)
  return { usage: added(a.usage, b.usage), ...(price && { price }) }
}

export type Account = ReturnType<typeof createAccount>

const ownOf = (usage: Omit<WireUsage, 'reportsCache'>): RunUsage =>
  added({ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }, usage)

function added(sum: Readonly<RunUsage>, usage: Omit<WireUsage, 'reportsCache'>): RunUsage {
  const written = (sum.writtenInputTokens ?? 0) + (usage.writtenInputTokens ?? 0)
  return {
    inputTokens: sum.inputTokens + usage.inputTokens,
    cachedInputTokens: sum.cachedInputTokens + usage.cachedInputTokens,
    ...(written === 0 ? {} : { writtenInputTokens: written }),
    outputTokens: sum.outputTokens + usage.outputTokens,
    ...(sum.estimated || usage.estimated ? { estimated: true } : {}),
  }
}
