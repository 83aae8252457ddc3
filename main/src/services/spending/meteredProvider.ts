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

/**
 * Whether a report can be a count of this request: no token is shorter than a byte, what a cache did is part of the
 * input, and what came was written. Definitions of tools and hidden thinking have room beside it.
 */
function isPlausible(usage: WireUsage, { prompt, maxOutputTokens }: GenerationRequest, cameTokens: number) {
  const { inputTokens, cachedInputTokens, writtenInputTokens = 0, outputTokens } = usage
  const mostInput = maxBytesOfUnit * wholeText(prompt).length + maxUnseenTokens
  return (
    inputTokens <= mostInput &&
    cachedInputTokens + writtenInputTokens <= inputTokens &&
    outputTokens >= cameTokens / leastShare &&
    outputTokens <= 4 * maxOutputTokens + maxUnseenTokens
  )
}

/** UTF-8 bytes of one UTF-16 unit, at most. */
const maxBytesOfUnit = 3
/** Tokens that a service counts and nobody here sees. */
const maxUnseenTokens = 100_000
/** A vendor's tokenizer may count as many times less. */
const leastShare = 4

/** Answers are mostly far shorter than they may be. */
const maxAnswerTokens = 2000

/**
 * A provider for the requests about one book. Its usage is always known: where the service reports none, what cannot
 * be a count, or of an answer that broke off only the beginning, it is estimated. What a request costs is entered, and
 * one that would pass a limit is not sent.
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

  /** What a service reports of an answer, or an estimate of what it leaves out or cannot have counted. */
  async function checked(
    { usage, brokeOff }: Extract<GenerationPart, { type: 'usage' }>,
    request: GenerationRequest,
    answer: string,
  ): Promise<WireUsage> {
    const came = await count(answer)
    const isShort = came > usage.outputTokens * (brokeOff ? 1 : leastShare)
    const whole = isShort ? { ...usage, outputTokens: came, estimated: true as const } : usage
    if (isPlausible(whole, request, came)) return whole
    const { cost } = usage
    return { ...(await estimate(request, answer)), ...(cost !== undefined && { cost }) }
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
            const usage = await checked(part, request, answer)
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
