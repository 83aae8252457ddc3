import type { RunEvent as SentRunEvent } from '#contract/events.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { isAppError } from '../../lib/appError.ts'
import type { Logger } from '../../lib/logger.ts'
import { redactValues } from '../../lib/redactedValues.ts'
import type { AssembledContext, PreparedContext } from '../context/index.ts'
import { markerState, type Redacted, type Redactor, restoreRedacted } from '../redaction/index.ts'
import type { KnownModel } from './models.ts'
import type { Provider, Usage } from './provider.ts'
import type { RememberedRun } from './rememberedRuns.ts'
import { type ReviewOptions, reviewText } from './review.ts'
import { readWholeChapter } from './wholeChapter.ts'

export type RunEvent = DeepReadonly<SentRunEvent>

export interface WritingOptions extends ReviewOptions {
  readonly redactor: Pick<Redactor, 'redact'> & { readonly redactText: (text: string) => string }
  /** Roughly how many tokens a text has, for an answer whose provider did not say. */
  readonly estimateTokens?: (text: string) => number
  /** Told after each answer how many input tokens the provider counted in what was sent. */
  readonly learnUsage?: (model: KnownModel, prompt: string, inputTokens: number) => Promise<void>
  readonly logger: Logger
}

export interface Writing {
  readonly runId: string
  readonly model: KnownModel
  readonly provider: Provider
  readonly prepared: PreparedContext
  /** The same request for a smaller window, with a place of its own: as `prepare`. */
  readonly prepareAgain: (windowTokens: number) => Promise<PreparedContext>
  readonly signal: AbortSignal
  /** Never throws. */
  readonly tell: (event: RunEvent) => void
  /** What is found out is noted before the event that tells of it: the answer may come at once. */
  readonly note: (known: Partial<Pick<RememberedRun, 'receiptId' | 'written' | 'restored'>>) => void
}

/** Assembles, asks the model and reports; ends with exactly one `done` or `error` and lets go of the request. */
export async function write(options: WritingOptions, writing: Writing): Promise<void> {
  const { runId, model, prepared, signal, tell, note } = writing
  const { skill } = prepared
  const replaces = skill.output === 'replace'
  let text = ''
  let receiptId: string | null = null
  const spent = createSpent()
  let markersOf: (output: string) => Markers = () => ({})
  /** What was sent last, until the provider has told what it counted. */
  let unpriced: AssembledContext | undefined
  const tellEstimate = () => {
    if (!unpriced || text === '' || !options.estimateTokens) return
    const { estimate, templateTokens } = unpriced.result.budget
    const inputTokens = estimate.totalTokens + templateTokens
    const usage = { inputTokens, cachedInputTokens: 0, outputTokens: options.estimateTokens(text) }
    tell({ type: 'usage', runId, usage: { ...spent(usage), estimated: true } })
    unpriced = undefined
  }
  const ending = () => {
    const { restored, ...markers } = markersOf(text)
    note({ written: text, ...(restored !== undefined && { restored }) })
    return { text, ...markers }
  }
  try {
    tell({ type: 'started', runId, skillId: skill.id, modelId: model.id, output: skill.output })
    // As it stands in the prompt, so that the markers are the same.
    const selection = replaces ? await prepared.redactSelection(options.redactor) : nothing
    markersOf = (output) => markersIn(replaces ? prepared.selectedText : '', selection, output)
    let reachedLimit = false
    const selectedText = replaces ? selection.text : prepared.selectedText
    const send = async (assembled: AssembledContext) => {
      receiptId = assembled.result.receiptId
      note({ receiptId })
      tell({ type: 'context', runId, receiptId, context: withoutText(assembled) })
      for (const warning of assembled.result.warnings) tell({ type: 'warning', runId, warning })
      unpriced = assembled
      for await (const part of streamOf(writing, assembled, selectedText)) {
        if (part.type === 'usage') {
          unpriced = undefined
          inputTokens = part.usage.inputTokens
          tell({ type: 'usage', runId, usage: spent(part.usage) })
        } else if (part.type === 'text') {
          text += part.delta
          tell({ type: 'text', runId, delta: part.delta })
        } else if (part.type === 'reachedLimit') reachedLimit = true
        else tell({ ...part, runId })
      }
      return assembled
    }
    let inputTokens = 0
    const assembled = await sendSmallerWhenTooLong(writing, send, await assemble(writing, spent))
    tellEstimate()
    const { warnings, checked } = await reviewText(options, assembled, prepared, text)
    for (const warning of warnings) tell({ type: 'warning', runId, warning })
    const ends = { ...(reachedLimit ? { reachedLimit } : {}), ...ending() }
    tell({ type: 'done', runId, receiptId, cancelled: false, checked, ...ends })
    if (inputTokens > 0) await learn(options, model, assembled.result.prompt, inputTokens)
  } catch (error) {
    tellEstimate()
    if (signal.aborted) return tell({ type: 'done', runId, receiptId, cancelled: true, ...ending() })
    options.logger.warn({ runId, cause: error instanceof Error ? error.name : 'unknown' }, 'run failed')
    tell({ type: 'error', runId, error: errorPayload(error, options.redactor.redactText), ...ending() })
  } finally {
    prepared.release()
  }
}

/** Of what did not fit, so much is sent the second time. */
const smallerShare = 0.6

/**
 * Sends the request, and once more with less in it when the provider says that it is too long; the author is told.
 * A chapter that is read whole cannot be made smaller.
 */
async function sendSmallerWhenTooLong(
  { runId, prepared, prepareAgain, tell }: Writing,
  send: (assembled: AssembledContext) => Promise<AssembledContext>,
  assembled: AssembledContext,
): Promise<AssembledContext> {
  try {
    return await send(assembled)
  } catch (error) {
    if (!isAppError(error, ErrorCode.AI_CONTEXT_TOO_LONG) || prepared.skill.reads === 'chapter') throw error
    const { maxInputTokens, outputReserveTokens, estimate, templateTokens } = assembled.result.budget
    const sent = Math.min(maxInputTokens, estimate.totalTokens + templateTokens)
    const smaller = await prepareAgain(outputReserveTokens + Math.floor(sent * smallerShare))
    const shrunk = await smaller.assemble().catch((failure: unknown) => {
      // What cannot be left out is too long by itself.
      throw isAppError(failure, ErrorCode.CONTEXT_INPUT_TOO_LARGE) ? error : failure
    })
    tell({ type: 'warning', runId, warning: 'AI_CONTEXT_SHRUNK' })
    return send(shrunk)
  }
}

/** The request that the answer comes from; a chapter that is longer than the window has been read before it. */
function assemble(writing: Writing, spent: (usage: Usage) => Usage): Promise<AssembledContext> {
  const { runId, prepared, tell } = writing
  const onWaiting = () => tell({ type: 'waiting', runId, for: 'warmUp' })
  if (prepared.skill.reads !== 'chapter') return prepared.assemble(onWaiting)
  return readWholeChapter(prepared, {
    onWaiting,
    onPart: (part, parts) => tell({ type: 'reading', runId, part, parts }),
    async answer(assembled) {
      let text = ''
      for await (const part of streamOf(writing, assembled, '')) {
        if (part.type === 'usage') tell({ type: 'usage', runId, usage: spent(part.usage) })
        else if (part.type === 'text') text += part.delta
        else if (part.type === 'retrying') tell({ ...part, runId })
      }
      return text
    },
  })
}

/** Adds up what the requests of one run have used. */
function createSpent(): (usage: Usage) => Usage {
  let sum: Usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }
  return ({ inputTokens, cachedInputTokens, outputTokens }) => {
    sum = {
      inputTokens: sum.inputTokens + inputTokens,
      cachedInputTokens: sum.cachedInputTokens + cachedInputTokens,
      outputTokens: sum.outputTokens + outputTokens,
    }
    return sum
  }
}

type Selection = Pick<Redacted, 'text' | 'replacements'>
const nothing: Selection = { text: '', replacements: [] }
interface Markers {
  readonly markers?: 'restorable' | 'unmatched'
  readonly restored?: string
}

function markersIn(original: string, selection: Selection, output: string): Markers {
  const markers = output === '' ? 'none' : markerState(selection, output)
  if (markers === 'none') return {}
  const restored = markers === 'restorable' ? restoreRedacted(original, selection, output) : undefined
  return restored === undefined ? { markers } : { markers, restored }
}

function streamOf(
  { model, provider, prepared, signal }: Writing,
  { result }: AssembledContext,
  selectedText: string,
) {
  return provider.stream({
    modelName: model.id.slice(model.id.indexOf('/') + 1),
    systemPrompt: result.systemPrompt,
    userContent: result.userContent,
    // What was kept free for the answer in this request, which may have said so itself.
    maxOutputTokens: result.budget.outputReserveTokens || model.outputReserveTokens,
    skill: prepared.skill,
    selectedText,
    signal,
  })
}

/** The text is there and paid for: a failure to learn from it is no failure of the run. */
async function learn(
  { learnUsage, logger }: WritingOptions,
  ...usage: Parameters<NonNullable<WritingOptions['learnUsage']>>
) {
  try {
    await learnUsage?.(...usage)
  } catch (error) {
    logger.warn({ cause: error instanceof Error ? error.name : 'unknown' }, 'usage was not learnt from')
  }
}

function errorPayload(
  error: unknown,
  redact: (text: string) => string,
): Extract<RunEvent, { type: 'error' }>['error'] {
  if (!isAppError(error))
    return { code: ErrorCode.INTERNAL, message: '程序内部出错，稿子没有改动。详情已写入日志。' }
  const { code, message, data } = error
  return {
    ...{ code, message: redact(message) },
    ...(data === undefined ? {} : { details: redactValues(data, redact) }),
  }
}

function withoutText({ result }: AssembledContext): Extract<RunEvent, { type: 'context' }>['context'] {
  const { prompt: _prompt, systemPrompt: _system, userContent: _user, ...rest } = result
  return rest
}
