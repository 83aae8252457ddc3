import { setImmediate as otherWork } from 'node:timers/promises'
import type { DocumentSummary } from '../contract/documents.ts'
import { ErrorCode } from '../contract/errorCodes.ts'
import type { Job } from '../contract/jobs.ts'
import type { ErrorPayload } from '../contract/result.ts'
import { AppError, isAppError, toPayload } from '../lib/appError.ts'
import { fakeModel, priceOf, type RunService } from '../services/ai/index.ts'
import type { ContextService } from '../services/context/index.ts'
import {
  createJobKinds,
  createJobRunner,
  type ItemResult,
  type JobItem,
  type JobLog,
  type SkillRequest,
} from '../services/jobs/index.ts'
import { blocksOf, toBookChapter } from '../services/manuscript/index.ts'
import type { Answers } from './answers.ts'
import type { Content } from './content.ts'
import type { Core } from './core.ts'
import type { Models } from './models.ts'

/** What jobs over the chapters of a book work with. */
interface JobsOptions {
  readonly core: Core
  readonly models: Models
  readonly content: Content
  readonly runs: Pick<RunService, 'start' | 'cancel'>
  readonly context: Pick<ContextService, 'prepare'>
  readonly log: JobLog
  /** The kind of job that drafts cards. */
  readonly drafts: Parameters<typeof createJobKinds>[0]['drafts']
  /** The kind of job that reads what changes in chapters. */
  readonly changes: Parameters<typeof createJobKinds>[0]['changes']
  readonly answers: Answers
  readonly wrote: (projectId: string, path: string) => Promise<void>
  readonly onChange: (projectId: string, job: Job) => void
}

/** More words than this are not all headings: such a chapter need not be read to know that it has a text. */
const mostHeadingWords = 100
/** Of a request, what is not its chapter, where that cannot be computed. */
const usualOverhead = 600

/** The jobs over the chapters of books: each of their requests is a run that leaves nothing but its answer. */
export function createBookJobs(options: JobsOptions) {
  const { core, models, content, runs, context, log, drafts, changes, answers, wrote, onChange } = options
  const { projects, redactor, settings, clock, logger } = core
  const { manuscript, synopses, volumeSynopses } = content
  const chapters = async (projectId: string) =>
    Promise.all(
      (await manuscript.list(projectId)).map(async (chapter) => ({
        ...chapter,
        hasText: chapter.kind === 'chapter' && (await hasText(projectId, chapter)),
      })),
    )

  /** A paragraph below its headings: a new chapter has its title only. */
  async function hasText(projectId: string, chapter: DocumentSummary): Promise<boolean> {
    if (chapter.words === 0 || chapter.words > mostHeadingWords) return chapter.words > 0
    const { text } = await manuscript.read(projectId, chapter.documentId)
    return blocksOf(toBookChapter(chapter, text), 'line').some(({ kind }) => kind === 'paragraph')
  }

  async function estimate(
    projectId: string,
    documentIds: readonly string[],
    { skillId, instruction, modelId }: SkillRequest,
    outputTokens: number,
  ): Promise<readonly JobItem[]> {
    const model = models.find(modelId)
    const tokenizer = await models.tokenizers.ofModel(model)
    const items: JobItem[] = []
    let overhead: number | undefined
    for (const documentId of documentIds) {
      const { text } = await manuscript.read(projectId, documentId)
      const own = tokenizer.count(text)
      overhead ??= await overheadOf(documentId, own)
      const inputTokens = own + overhead
      const usage = { inputTokens, cachedInputTokens: 0, outputTokens }
      items.push({
        documentId,
        inputTokens,
        outputTokens,
        price: priceOf(usage, model.cache, clock.now())?.total,
      })
      await otherWork()
    }
    return items

    async function overheadOf(documentId: string, own: number): Promise<number> {
      try {
        const prepared = await context.prepare({
          ...{ projectId, documentId, cursorPosition: 0, skillId, modelId, stateless: true },
          ...(instruction !== '' && { additionalInput: instruction }),
        })
        const { result } = await prepared.assemble()
        return Math.max(0, result.tokenCount - own)
      } catch (error) {
        if (!isAppError(error)) throw error
        return usualOverhead
      }
    }
  }

  async function run(
    projectId: string,
    documentId: string,
    { skillId, instruction, modelId }: SkillRequest,
    signal: AbortSignal,
  ): Promise<ItemResult> {
    let result: ItemResult = { documentId, text: '' }
    let error: ErrorPayload | undefined
    try {
      const { hash } = await manuscript.read(projectId, documentId)
      result = { ...result, documentHash: hash }
      const { runId, finished } = await runs.start(
        {
          ...{ projectId, documentId, cursorPosition: 0, skillId, modelId, stateless: true },
          ...(instruction !== '' && { additionalInput: instruction }),
        },
        (event) => {
          if (event.type === 'usage') {
            const { usage, price } = event
            result = { ...result, spending: { usage, ...(price && { price }) } }
          } else if (event.type === 'error')
            error = event.error as ErrorPayload // made by the same process
          else if (event.type === 'done') {
            if (event.cancelled) error = toPayload(new AppError(ErrorCode.CANCELLED))
            else if (event.reachedLimit) error = toPayload(new AppError(ErrorCode.AI_ANSWER_INCOMPLETE))
            else result = { ...result, text: event.text.trim() }
          }
        },
        signal,
      )
      const cancel = () => runs.cancel(runId)
      signal.addEventListener('abort', cancel, { once: true })
      if (signal.aborted) cancel()
      await finished.finally(() => signal.removeEventListener('abort', cancel))
      if (!error && result.text === '') error = toPayload(new AppError(ErrorCode.AI_EMPTY))
    } catch (failure) {
      if (!isAppError(failure)) throw failure
      error = toPayload(failure)
    }
    return error ? { ...result, text: '', error } : result
  }

  return createJobRunner({
    kinds: createJobKinds({
      synopses: {
        list: synopses.list,
        async save(projectId, synopsis) {
          await synopses.save(projectId, synopsis)
          await wrote(projectId, '.creonow/synopses')
        },
      },
      volumes: {
        list: volumeSynopses.list,
        async save(projectId, synopsis) {
          await volumeSynopses.save(projectId, synopsis)
          await wrote(projectId, '.creonow/synopses')
        },
        language: async (projectId) => (await projects.profile(projectId)).language,
        redact: async (projectId, text) => (await redactor.redact(text, 'manuscript', projectId)).text,
        ...answers,
      },
      skills: { estimate, run },
      ...{ drafts, changes },
    }),
    ports: {
      chapters,
      model(modelId) {
        const model = models.find(modelId ?? settings.current().jobModelId ?? undefined)
        models.providerOf(model)
        // The offline example would fill the book with its stand-ins.
        if (model.id === fakeModel.id) throw new AppError(ErrorCode.AI_PROVIDER_MISSING)
        return model.id
      },
    },
    log,
    onChange,
    clock,
    logger,
  })
}
