import { ErrorCode } from '../contract/errorCodes.ts'
import { AppError, isAppError, toPayload } from '../lib/appError.ts'
import { addSpending, distilSkill, generateText, priceOf, type WireUsage } from '../services/ai/index.ts'
import { createFold } from '../services/codex/index.ts'
import {
  createCardDrafts,
  createDraftDecisions,
  createDraftReading,
  type ReadingPorts,
} from '../services/drafts/index.ts'
import type { ItemResult, JobLog } from '../services/jobs/index.ts'
import type { Content } from './content.ts'
import type { Core } from './core.ts'
import type { Models } from './models.ts'

/** What drafts of cards work with. */
interface DraftsOptions {
  readonly core: Core
  readonly models: Models
  readonly content: Content
  readonly log: JobLog
}

/** Drafts of cards: the kind of job that reads the book for them, and the list that the author decides on. */
export function createDrafts({ core, models, content, log }: DraftsOptions) {
  const { projects, redactor, clock } = core
  const { manuscript, codex } = content
  const language = async (projectId: string) => (await projects.profile(projectId)).language
  const fold = createFold()

  const chapter: ReadingPorts['chapter'] = async (projectId, documentId) => {
    const { text, hash } = await manuscript.read(projectId, documentId)
    const listed = (await manuscript.list(projectId)).find((each) => each.documentId === documentId)
    return { documentId, title: listed?.title ?? '', text, hash }
  }

  /** The author's own names first; an entry that no model may see is not among them. */
  const names: ReadingPorts['names'] = async (projectId) => {
    const entries = (await codex.all(projectId)).filter(({ aiContextLevel }) => aiContextLevel !== 'never')
    const { items } = await codex.suggestions(projectId, { limit: 500 })
    return [
      ...entries.map(({ type, name, aliases }) => ({
        kind: type,
        names: [name, ...aliases.map((alias) => (typeof alias === 'string' ? alias : alias.name))],
      })),
      ...items
        .filter(({ of }) => of === undefined)
        .toSorted((a, b) => b.count - a.count)
        .map(({ kind, text, aliases }) => ({ kind, names: [text, ...aliases] })),
    ]
  }

  const generate: ReadingPorts['generate'] = async (projectId, modelId, prompt, signal) => {
    const model = models.find(modelId)
    let answer: Pick<ItemResult, 'text' | 'cutOff' | 'error' | 'spending'> = { text: '' }
    const use = (usage: WireUsage) => {
      const price = priceOf(usage, model.cache, clock.now())
      const { inputTokens, cachedInputTokens, outputTokens, writtenInputTokens, estimated } = usage
      const own = {
        ...{ inputTokens, cachedInputTokens, outputTokens },
        ...(writtenInputTokens !== undefined && { writtenInputTokens }),
        ...(estimated && { estimated }),
      }
      answer = { ...answer, spending: addSpending(answer.spending, { usage: own, ...(price && { price }) }) }
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
  }

  return {
    reading: createDraftReading({
      ...{ chapter, language, names, generate },
      redact: async (projectId, text) => (await redactor.redact(text, 'manuscript', projectId)).text,
      async model(modelId) {
        const model = models.find(modelId)
        const { count } = await models.tokenizers.ofModel(model)
        return {
          ...{ windowTokens: model.windowTokens, outputReserveTokens: model.outputReserveTokens, count },
          price: (usage) => priceOf({ ...usage, cachedInputTokens: 0 }, model.cache, clock.now())?.total,
        }
      },
    }),
    cardDrafts: createCardDrafts({
      ...{ log, codex, chapter, language },
      decisions: createDraftDecisions(projects.rootOf),
      order: async (projectId) => (await manuscript.list(projectId)).map(({ documentId }) => documentId),
      fold: (name) => fold(name).text,
    }),
  }
}
