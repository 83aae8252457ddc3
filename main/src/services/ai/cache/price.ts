import type { RunPrice } from '#contract/spending.ts'
import type { WireUsage } from '../providers/provider.ts'
import type { CacheFacts, ModelPrice } from './cacheFacts.ts'

const million = 1_000_000

/**
 * Price of an answer in dollars, as its provider has billed it, else by the table; undefined when the model has none.
 * `at`: milliseconds since the epoch.
 */
export function priceOf(
  usage: Omit<WireUsage, 'reportsCache'>,
  { price, read, write, asOf }: Pick<CacheFacts, 'price' | 'read' | 'write' | 'asOf'>,
  at: number,
): RunPrice | undefined {
  if (usage.cost !== undefined) {
    const unknown = { plain: 0, read: 0, written: 0, output: 0 }
    const month = new Date(at).toISOString().slice(0, 7)
    return { currency: 'USD', ...unknown, total: usage.cost, asOf: month, billed: true }
  }
  if (!price) return undefined
  const { inputTokens, cachedInputTokens, writtenInputTokens = 0, writtenLongTokens = 0 } = usage
  const over = price.above && inputTokens > price.above.tokens ? price.above : { input: 1, output: 1 }
  const peak = price.peak !== undefined && isPeak(new Date(at)) ? price.peak : 1
  const { input: perInput, output: perOutput } = rateAt(price, at)
  const input = (perInput * over.input * peak) / million
  const [shortWrite = 1] = write
  const longWrite = write.at(-1) ?? 1
  const amounts = {
    plain: Math.max(0, inputTokens - cachedInputTokens - writtenInputTokens) * input,
    read: cachedInputTokens * input * read,
    written: ((writtenInputTokens - writtenLongTokens) * shortWrite + writtenLongTokens * longWrite) * input,
    output: (usage.outputTokens * perOutput * over.output * peak) / million,
  }
  const total = amounts.plain + amounts.read + amounts.written + amounts.output
  return { currency: 'USD', ...amounts, total, asOf }
}

/** At that time, in milliseconds since the epoch. */
const rateAt = ({ later, ...price }: ModelPrice, at: number): Pick<ModelPrice, 'input' | 'output'> =>
  later && at >= Date.parse(later.from) ? later : price

/** What reading so many tokens anew costs more than a cache hit; undefined when there is no price. */
export const priceOfBreak = (
  missedTokens: number,
  { price, read, write }: Pick<CacheFacts, 'price' | 'read' | 'write'>,
): number | undefined => price && (missedTokens * ((write[0] ?? 1) - read) * price.input) / million

/** On working days from 01 to 04 and from 06 to 10 UTC. */
function isPeak(at: Date): boolean {
  const [day, hour] = [at.getUTCDay(), at.getUTCHours()]
  return day >= 1 && day <= 5 && ((hour >= 1 && hour < 4) || (hour >= 6 && hour < 10))
}

export function sumPrices(a: RunPrice | undefined, b: RunPrice | undefined): RunPrice | undefined {
  if (!a || !b) return undefined
  const { billed, ...last } = b
  return {
    ...last,
    ...(a.billed && billed ? { billed } : {}),
    plain: a.plain + b.plain,
    read: a.read + b.read,
    written: a.written + b.written,
    output: a.output + b.output,
    total: a.total + b.total,
  }
}
