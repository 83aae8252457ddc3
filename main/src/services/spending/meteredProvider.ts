import { type GenerationPart, type Provider, priceOf, type ResolvedModel, wholeText } from '../ai/index.ts'
import type { SpendingBook } from './spendingBook.ts'

/** Answers are mostly far shorter than they may be. */
const maxAnswerTokens = 2000

/** A provider whose requests about one book are entered, and are not sent where a limit would be passed. */
export function createMeteredProvider(
  provider: Provider,
  options: {
    readonly model: Pick<ResolvedModel, 'id' | 'cache'>
    readonly projectId: string
    readonly book: Pick<SpendingBook, 'enter' | 'reserve'>
    /** Roughly how many tokens a text has. */
    readonly count: (text: string) => number
    /** Milliseconds since the epoch. */
    readonly now: () => number
  },
): Provider {
  const { model, projectId, book, count, now } = options
  const priceFor = (inputTokens: number, outputTokens: number) =>
    priceOf({ inputTokens, cachedInputTokens: 0, outputTokens }, model.cache, now())?.total ?? 0
  if (!model.cache.price) return provider
  return {
    id: provider.id,
    async *stream(request): AsyncIterable<GenerationPart> {
      let counted: number | undefined
      const inputTokens = () => (counted ??= count(wholeText(request.prompt)))
      const answerTokens = Math.min(request.maxOutputTokens, maxAnswerTokens)
      const release = book.reserve(projectId, () => priceFor(inputTokens(), answerTokens))
      let answer = ''
      let cost: number | undefined
      try {
        for await (const part of provider.stream(request)) {
          if (part.type === 'text') answer += part.delta
          if (part.type === 'usage') {
            // Of an answer that broke off some services report only the beginning.
            const outputTokens = Math.max(part.usage.outputTokens, part.brokeOff ? count(answer) : 0)
            cost = (cost ?? 0) + (priceOf({ ...part.usage, outputTokens }, model.cache, now())?.total ?? 0)
          }
          yield part
        }
      } finally {
        if (cost === undefined && answer !== '') cost = priceFor(inputTokens(), count(answer))
        await book.enter(projectId, model.id, cost ?? 0)
        release()
      }
    },
  }
}
