import {
  type GenerationPart,
  type GenerationRequest,
  type Provider,
  priceOf,
  type ResolvedModel,
  type WireUsage,
  wholeText,
} from '../ai/index.ts'
import type { SpendingBook } from './spendingBook.ts'

/** Answers are mostly far shorter than they may be. */
const maxAnswerTokens = 2000

/**
 * A provider for the requests about one book. Its usage is always known: where the service reports none, or of an
 * answer that broke off only the beginning, it is estimated. What a request costs is entered, and one that would pass
 * a limit is not sent.
 */
export function createMeteredProvider(
  provider: Provider,
  options: {
    readonly model: Pick<ResolvedModel, 'id' | 'cache'>
    readonly projectId: string
    readonly book: Pick<SpendingBook, 'enter' | 'reserve'>
    /** The tokens of a text, as this model counts them. */
    readonly count: (text: string) => Promise<number>
    /** Milliseconds since the epoch. */
    readonly now: () => number
  },
): Provider {
  const { model, projectId, book, count, now } = options
  const costOf = (usage: Omit<WireUsage, 'reportsCache'>) => priceOf(usage, model.cache, now())?.total ?? 0

  async function mostCost(request: GenerationRequest): Promise<number> {
    const inputTokens = await count(wholeText(request.prompt))
    const outputTokens = Math.min(request.maxOutputTokens, maxAnswerTokens)
    return costOf({ inputTokens, cachedInputTokens: 0, outputTokens })
  }

  async function estimate({ prompt, cache }: GenerationRequest, answer: string): Promise<WireUsage> {
    const inputTokens = await count(wholeText(prompt))
    const shareOf = (share = 0) => Math.round(inputTokens * share)
    const [written, writtenLong] = [shareOf(cache?.expected.written), shareOf(cache?.expected.writtenLong)]
    return {
      ...{ inputTokens, cachedInputTokens: shareOf(cache?.expected.read), outputTokens: await count(answer) },
      ...(written > 0 ? { writtenInputTokens: written } : {}),
      ...(writtenLong > 0 ? { writtenLongTokens: writtenLong } : {}),
      ...{ reportsCache: false, estimated: true },
    }
  }

  async function* stream(request: GenerationRequest): AsyncIterable<GenerationPart> {
    const isPriced = model.cache.price !== undefined
    const release = isPriced ? await book.reserve(projectId, () => mostCost(request)) : () => undefined
    /** Of this attempt, thinking included. */
    let answer = ''
    let isCounted = false
    let cost = 0
    const isEstimateDue = () => !isCounted && answer !== ''
    async function* estimated(): AsyncIterable<GenerationPart> {
      if (!isEstimateDue()) return
      const usage = await estimate(request, answer)
      isCounted = true
      cost += costOf(usage)
      yield { type: 'usage', usage }
    }
    try {
      try {
        for await (const part of provider.stream(request)) {
          if (part.type === 'text' || part.type === 'thinking') answer += part.delta
          if (part.type === 'thinking') continue
          if (part.type === 'calls') answer += part.calls.map((call) => call.name + call.arguments).join('')
          if (part.type === 'retrying') {
            yield* estimated()
            isCounted = false
            answer = ''
          }
          if (part.type !== 'usage') yield part
          else {
            const came = part.brokeOff ? await count(answer) : 0
            const isShort = came > part.usage.outputTokens
            const usage = isShort
              ? { ...part.usage, outputTokens: came, estimated: true as const }
              : part.usage
            isCounted = true
            cost += costOf(usage)
            yield { ...part, usage }
          }
        }
      } catch (error) {
        yield* estimated()
        throw error
      }
      yield* estimated()
    } finally {
      // Whoever stops reading has paid all the same.
      if (isEstimateDue()) cost += costOf(await estimate(request, answer))
      if (isPriced || cost > 0) await book.enter(projectId, model.id, cost)
      release()
    }
  }

  return { id: provider.id, stream }
}
