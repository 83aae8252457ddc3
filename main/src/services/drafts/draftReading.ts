import { setImmediate as otherWork } from 'node:timers/promises'
import type { JobRequest } from '#contract/jobs.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError, toPayload } from '../../lib/appError.ts'
import { type ItemPart, type ItemResult, type JobItem, type JobKind, versionOf } from '../jobs/index.ts'
import { makeBatches, mostBatchUnits, rangeOfPart, textOfPart } from './batches.ts'
import { readAnswer } from './draftAnswer.ts'
import { type DraftPrompt, draftPrompt } from './draftPrompt.ts'
import { type HintName, hintTokens, nameHint } from './nameHint.ts'

export type DraftsRequest = Extract<JobRequest, { kind: 'drafts' }>

/** A chapter with its text. */
export interface DraftChapter {
  /** Its id. */
  readonly documentId: string
  readonly title: string
  readonly text: string
  /** Of its bytes. */
  readonly hash: string
}

/** What reading for drafts needs of the rest of the app. */
export interface ReadingPorts {
  /** A chapter as it is now. @throws AppError NOT_FOUND. */
  chapter(projectId: string, documentId: string): Promise<DraftChapter>
  /** Language of the book. */
  language(projectId: string): Promise<'zh' | 'en'>
  /** Names of codex and book that a model may see, the surest first. */
  names(projectId: string): Promise<readonly HintName[]>
  /** Without secrets: all of a text, or its part (UTF-16 offsets, `to` exclusive), of which the whole decides. */
  redact(
    projectId: string,
    text: string,
    part?: { readonly from: number; readonly to: number },
  ): Promise<string>
  /** Who answers. */
  model(modelId: string): Promise<DraftModel>
  /** Sends a request. Never rejects for a failure of the service. */
  generate(
    projectId: string,
    modelId: string,
    prompt: DraftPrompt,
    signal: AbortSignal,
  ): Promise<Pick<ItemResult, 'text' | 'cutOff' | 'error' | 'spending'>>
}

/** A model as far as batches and prices depend on it. */
interface DraftModel {
  readonly windowTokens: number
  readonly outputReserveTokens: number
  /** Tokens of a text. */
  count(text: string): number
  /** US dollars of one request; undefined: it has no price. */
  price(usage: { readonly inputTokens: number; readonly outputTokens: number }): number | undefined
}

/** Of the tokens of a text, what its rows have. */
const answerShare = 0.12
const shortestAnswer = 200
const leastBatchUnits = 1000
/** What a window has for text, in UTF-16 units for each of its tokens: Chinese has about one. */
const unitsPerToken = 0.8

/** The kind of job that drafts cards: chapters in batches, up to three readings of each. */
export function createDraftReading(ports: ReadingPorts): JobKind<DraftsRequest> {
  /** Those that have one of the names; without names, all. */
  async function chaptersOf(projectId: string, ids: readonly string[], { names = [] }: DraftsRequest) {
    const searched = names.length === 0 ? [] : await allNamesOf(projectId, names)
    const chapters: DraftChapter[] = []
    for (const documentId of ids) {
      const chapter = await ports.chapter(projectId, documentId)
      if (searched.length === 0 || searched.some((name) => chapter.text.includes(name)))
        chapters.push(chapter)
      await otherWork()
    }
    return chapters
  }

  async function allNamesOf(projectId: string, names: readonly string[]): Promise<readonly string[]> {
    const requested = new Set(names)
    const own = (await ports.names(projectId)).filter((each) =>
      each.names.some((name) => requested.has(name)),
    )
    return [...new Set([...names, ...own.flatMap((each) => each.names)])]
  }

  /** The names that occur in a text, as far as they fit. */
  async function hintOf(projectId: string, text: string, model: DraftModel, { names = [] }: DraftsRequest) {
    const requested = names.length === 0 ? undefined : new Set(names)
    const isRequested = (name: string) => (requested ? requested.has(name) : text.includes(name))
    return nameHint(await ports.names(projectId), isRequested, model.count)
  }

  return {
    async plan(projectId, ids, request, modelId) {
      const model = await ports.model(modelId)
      const chapters = await chaptersOf(projectId, ids, request)
      const texts = new Map(chapters.map((chapter) => [chapter.documentId, chapter.text]))
      const language = await ports.language(projectId)
      const empty = draftPrompt({ language, hint: '', names: [], chapters: [], reading: 1, readings: 1 })
      const overhead = model.count(empty.systemPrompt) + model.count(empty.userContent) + hintTokens
      const sizes = chapters.map(({ documentId, text }) => ({ documentId, units: text.length }))
      const items: JobItem[] = []
      for (const [index, reads] of makeBatches(sizes, batchUnits(model, overhead)).entries()) {
        const own = reads.reduce(
          (sum, part) => sum + model.count(textOfPart(texts.get(part.documentId) ?? '', part)),
          0,
        )
        const usage = {
          inputTokens: own + overhead,
          outputTokens: Math.max(shortestAnswer, Math.round(own * answerShare)),
        }
        const documentId = reads[0]?.documentId ?? ''
        items.push({ documentId, itemId: `1-${index}`, reads, ...usage, price: model.price(usage) })
        await otherWork()
      }
      return Array.from({ length: request.readings ?? 1 }, (_, reading) =>
        items.map((item, index) => ({ ...item, itemId: `${reading + 1}-${index}` })),
      ).flat()
    },

    async run(projectId, { documentId, itemId = '', reads = [] }, { request, modelId }, signal) {
      const result = { documentId, itemId, text: '' }
      try {
        const parts = await partsOf(ports, projectId, reads)
        const hashes = new Map(parts.map(({ chapter }) => [chapter.documentId, chapter.hash]))
        const documentHash = versionOf({ documentId, reads }, hashes)
        const model = await ports.model(modelId)
        const texts = parts.map(({ chapter, range }) => chapter.text.slice(range.from, range.to))
        const chapters = await Promise.all(
          parts.map(async ({ chapter, range, number }) => ({
            number,
            title: await ports.redact(projectId, chapter.title),
            text: await ports.redact(projectId, chapter.text, range),
          })),
        )
        const prompt = draftPrompt({
          language: await ports.language(projectId),
          hint: await ports.redact(projectId, await hintOf(projectId, texts.join('\n'), model, request)),
          names: request.names ?? [],
          chapters,
          reading: Number.parseInt(itemId, 10),
          readings: request.readings ?? 1,
        })
        const answer = await ports.generate(projectId, modelId, prompt, signal)
        if (answer.error || readAnswer(answer.text).hasRows)
          return { ...result, documentHash, ...answer, ...(answer.error && { text: '' }) }
        const error = toPayload(new AppError(ErrorCode.AI_ANSWER_INCOMPLETE))
        return { ...result, documentHash, ...answer, text: '', error }
      } catch (failure) {
        if (!isAppError(failure)) throw failure
        return { ...result, error: toPayload(failure) }
      }
    },
  }
}

/** UTF-16 units of the text that one request has room for. */
export function batchUnits({ windowTokens, outputReserveTokens }: DraftModel, overhead: number): number {
  const space = Math.floor((windowTokens - outputReserveTokens - overhead) * unitsPerToken)
  return Math.min(mostBatchUnits, Math.max(leastBatchUnits, space))
}

/** What there is of an item's chapters, with their numbers in the request. @throws AppError NOT_FOUND: none. */
async function partsOf(ports: ReadingPorts, projectId: string, reads: readonly ItemPart[]) {
  const parts: {
    readonly chapter: DraftChapter
    readonly range: ReturnType<typeof rangeOfPart>
    readonly number: number
  }[] = []
  for (const [index, part] of reads.entries()) {
    try {
      const chapter = await ports.chapter(projectId, part.documentId)
      parts.push({ chapter, range: rangeOfPart(chapter.text, part), number: index + 1 })
    } catch (error) {
      if (!isAppError(error, ErrorCode.NOT_FOUND)) throw error
    }
  }
  if (parts.length === 0) throw new AppError(ErrorCode.NOT_FOUND, { why: 'chapter' })
  return parts
}
