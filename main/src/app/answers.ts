import { ErrorCode } from '../contract/errorCodes.ts'
import { AppError, isAppError, toPayload } from '../lib/appError.ts'
import type { Clock } from '../lib/clock.ts'
import { addSpending, distilSkill, generateText, priceOf, type WireUsage } from '../services/ai/index.ts'
import type { ItemResult } from '../services/jobs/index.ts'
import type { Models } from './models.ts'

/** What came of one request of a job. */
type Answer = Pick<ItemResult, 'text' | 'cutOff' | 'error' | 'spending'>

/** Requests of jobs that are made of no chapter's context: their own two messages, and what they cost. */
export type Answers = ReturnType<typeof createAnswers>

export function createAnswers({ models, clock }: { readonly models: Models; readonly clock: Clock }) {
  return {
    /** A model as far as batches and prices depend on it. */
    async model(modelId: string) {
      const model = models.find(modelId)
      const { count } = await models.tokenizers.ofModel(model)
      return {
        ...{ windowTokens: model.windowTokens, outputReserveTokens: model.outputReserveTokens, count },
        price: (usage: { readonly inputTokens: number; readonly outputTokens: number }) =>
          priceOf({ ...usage, cachedInputTokens: 0 }, model.cache, clock.now())?.total,
      }
    },

    /** Sends a request. Never rejects for a failure of the service. */
    async generate(
      projectId: string,
      modelId: string,
      prompt: { readonly systemPrompt: string; readonly userContent: string },
      signal: AbortSignal,
    ): Promise<Answer> {
      const model = models.find(modelId)
      let answer: Answer = { text: '' }
      const use = (usage: WireUsage) => {
        const price = priceOf(usage, model.cache, clock.now())
        const { inputTokens, cachedInputTokens, outputTokens, writtenInputTokens, estimated } = usage
        const own = {
          ...{ inputTokens, cachedInputTokens, outputTokens },
          ...(writtenInputTokens !== undefined && { writtenInputTokens }),
          ...(estimated && { estimated }),
        }
        answer = {
          ...answer,
          spending: addSpending(answer.spending, { usage: own, ...(price && { price }) }),
        }
      }
      try {
        const text = await generateText(models.providerOf(model, projectId), model, {
          ...{ ...prompt, skill: distilSkill, signal, maxOutputTokens: model.outputReserveTokens },
          onPart: (part) => {
            if (part.type === 'usage') use(part.usage)
            else if (part.type === 'reachedLimit') answer = { ...answer, cutOff: true }
          },
        })
        if (text.trim() === '') throw new AppError(ErrorCode.AI_EMPTY)
        return { ...answer, text }
      } catch (failure) {
        if (!isAppError(failure)) throw failure
        return { ...answer, error: toPayload(failure) }
      }
    },
  }
}
