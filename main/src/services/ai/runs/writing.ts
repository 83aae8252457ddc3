import type { RunEvent as SentRunEvent } from '#contract/events.ts'
import type { FollowUp } from '#contract/judge.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { isAppError } from '../../../lib/appError.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import type { Logger } from '../../../lib/logger.ts'
import { redactValues } from '../../../lib/redactedValues.ts'
import type { AssembledContext, ContextService, PreparedContext } from '../../context/index.ts'
import { markerState, type Redacted, type Redactor, restoreRedacted } from '../../redaction/index.ts'
import type { CacheMemory } from '../cache/cacheMemory.ts'
import type { JudgeOptions } from '../judge/judgePorts.ts'
import { judgedRecordOf, judgeRun } from '../judge/judgeRun.ts'
import type { KnownModel } from '../models/models.ts'
import { type PromptBlock, promptOf, wholeText } from '../providers/prompt.ts'
import type { GenerationPart, Provider } from '../providers/provider.ts'
import { createAccount } from './account.ts'
import type { RememberedRun } from './rememberedRuns.ts'
import { readWholeChapter } from './wholeChapter.ts'

export type RunEvent = DeepReadonly<SentRunEvent>

export interface WritingOptions extends JudgeOptions {
  readonly redactor: Pick<Redactor, 'redact'> & { readonly redactText: (text: string) => string }
  /** Roughly how many tokens a text has, for an answer whose provider did not say. */
  readonly estimateTokens?: (text: string) => number
  /** Told after each answer how many input tokens the provider counted in what was sent. */
  readonly learnUsage?: (model: KnownModel, prompt: string, inputTokens: number) => Promise<void>
  /** What was sent before, and what of it a provider should find again. */
  readonly caches: CacheMemory
  /** Keeps with its receipt what a run has cost, and what the Judge said. */
  readonly recordRun?: ContextService['recordRun']
  /** Milliseconds since the epoch. */
  readonly now: () => number
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
  /** Stores what was answered in the conversation, before the end is told. Never throws. */
  readonly keepAnswer?: (answer: {
    readonly text: string
    readonly receiptId: string | null
    readonly tokens?: number | undefined
    /** All that the provider counted for the last request. */
    readonly usageTokens?: number | undefined
    readonly cutShort?: 'cancelled' | 'failed' | 'limit' | undefined
  }) => Promise<void>
  /** What is found out is noted before the event that tells of it: the answer may come at once. */
  readonly note: (known: Partial<Pick<RememberedRun, 'receiptId' | 'written' | 'restored'>>) => void
}

/** Assembles, asks the model and reports; ends with exactly one `done` or `error` and lets go of the request. */
export async function write(options: WritingOptions, writing: Writing): Promise<void> {
  const { runId, model, provider, prepared, signal, tell, note } = writing
  const { skill } = prepared
  const replaces = skill.output === 'replace'
  let text = ''
  let receiptId: string | null = null
  let record: ReturnType<typeof judgedRecordOf> = {}
  const account = createAccount(model, options.now)
  const ask: Ask = (assembled, selectedText, after) =>
    streamOf(options, writing, assembled, selectedText, account, after)
  let markersOf: (output: string) => Markers = () => ({})
  /** What was sent last, until the provider has told what it counted. */
  let unpriced: AssembledContext | undefined
  const tellEstimate = () => {
    if (unpriced && text !== '') guess(unpriced, '', text)
    unpriced = undefined
  }
  const guess = (assembled: AssembledContext, tail: string, answer: string) => {
    if (!options.estimateTokens) return
    const { estimate, templateTokens } = assembled.result.budget
    const sent = estimate.totalTokens + templateTokens + historyTokens(assembled)
    const inputTokens = sent + options.estimateTokens(tail)
    tell({ type: 'usage', runId, ...account.guessed(inputTokens, options.estimateTokens(answer)) })
  }
  const followUps: FollowUp[] = []
  /** The same request with more after it. What it is told of goes to `onText`; true: it was cut at its limit. */
  const askMore = async (assembled: AssembledContext, selectedText: string, after: After, onText: OnText) => {
    let [wasCut, isPriced, answer] = [false, false, '']
    account.takeLatest()
    try {
      for await (const part of ask(assembled, selectedText, after)) {
        if (part.type === 'usage') isPriced = true
        else if (part.type === 'reachedLimit') wasCut = true
        else if (part.type === 'retrying') tell({ ...part, runId })
        else {
          answer += part.delta
          onText(part.delta)
        }
      }
    } finally {
      if (!isPriced && answer !== '') guess(assembled, after.tail, answer)
      const spending = account.takeLatest()
      followUps.push({ purpose: after.purpose, question: after.tail, ...(spending && { spending }) })
    }
    return wasCut
  }
  let outputTokens: number | undefined
  let inputTokens = 0
  const ending = async (cutShort?: 'cancelled' | 'failed' | 'limit') => {
    const { restored, ...markers } = markersOf(text)
    note({ written: prepared.writtenSoFar + text, ...(restored !== undefined && { restored }) })
    const usageTokens = outputTokens === undefined ? undefined : inputTokens + outputTokens
    await writing.keepAnswer?.({ text, receiptId, tokens: outputTokens, usageTokens, cutShort })
    return { text, ...markers }
  }
  try {
    tell({ type: 'started', runId, skillId: skill.id, modelId: model.id, output: skill.output })
    // As it stands in the prompt, so that the markers are the same.
    const selection = replaces ? await prepared.redactSelection(options.redactor) : nothing
    // What is taken is the whole: what was written before, and what has come since.
    markersOf = (output) =>
      markersIn(replaces ? prepared.selectedText : '', selection, prepared.writtenSoFar + output)
    let reachedLimit = false
    const selectedText = replaces ? selection.text : prepared.selectedText
    const send = async (assembled: AssembledContext) => {
      receiptId = assembled.result.receiptId
      note({ receiptId })
      tell({ type: 'context', runId, receiptId, context: withoutText(assembled) })
      for (const warning of assembled.result.warnings) tell({ type: 'warning', runId, warning })
      unpriced = assembled
      for await (const part of ask(assembled, selectedText)) {
        if (part.type === 'usage') {
          unpriced = undefined
          inputTokens = part.usage.inputTokens
          outputTokens = part.usage.outputTokens
        } else if (part.type === 'text') {
          text += part.delta
          tell({ type: 'text', runId, delta: part.delta })
        } else if (part.type === 'reachedLimit') reachedLimit = true
        else tell({ ...part, runId })
      }
      return assembled
    }
    const assembled = await sendSmallerWhenTooLong(writing, send, await assemble(writing, ask))
    tellEstimate()
    const written = await judgeRun(options, {
      ...{ assembled, prepared, text, signal, isExample: provider.id === 'fake' },
      async ask(tail, { signal: until }) {
        let answer = ''
        await askMore(assembled, selectedText, { purpose: 'check', tail, signal: until }, (delta) => {
          answer += delta
        })
        return answer
      },
      async writeAgain(tail) {
        text = ''
        reachedLimit = await askMore(
          assembled,
          selectedText,
          { purpose: 'rewrite', tail, signal },
          (delta) => {
            text += delta
            tell({ type: 'text', runId, delta })
          },
        )
        return text
      },
      soFar: () => text,
      onJudging: () => tell({ type: 'judging', runId }),
      onRewriting: (found) => tell({ type: 'rewriting', runId, text, judged: found }),
    })
    const { text: final, ...judged } = written
    text = final
    record = judgedRecordOf(written, prepared.writtenSoFar)
    const ends = {
      ...(followUps.length > 0 ? { followUps } : {}),
      ...(reachedLimit ? { reachedLimit } : {}),
      ...(await ending(reachedLimit ? 'limit' : undefined)),
    }
    tell({ type: 'done', runId, receiptId, cancelled: false, ...judged, ...ends })
    if (inputTokens > 0) await learn(options, model, sentText(assembled), inputTokens)
  } catch (error) {
    tellEstimate()
    if (signal.aborted)
      return tell({ type: 'done', runId, receiptId, cancelled: true, ...(await ending('cancelled')) })
    options.logger.warn({ runId, cause: error instanceof Error ? error.name : 'unknown' }, 'run failed')
    tell({
      type: 'error',
      runId,
      error: errorPayload(error, options.redactor.redactText),
      ...(await ending('failed')),
    })
  } finally {
    prepared.release()
    const spending = account.total()
    const asked = followUps.map(({ question, ...one }) => ({ ...one, questionHash: sha256Hex(question) }))
    await keepRecord(options, prepared.projectId, receiptId, {
      ...{ ...record, ...(spending && { spending }), ...(asked.length > 0 && { followUps: asked }) },
    })
  }
}

/** The events have told it already: a receipt that does not take it is no failure of the run. */
async function keepRecord(
  { recordRun, logger }: WritingOptions,
  projectId: string,
  receiptId: string | null,
  record: Parameters<ContextService['recordRun']>[2],
) {
  if (receiptId === null || Object.keys(record).length === 0) return
  try {
    await recordRun?.(projectId, receiptId, record)
  } catch (error) {
    logger.warn({ receiptId, cause: error instanceof Error ? error.name : 'unknown' }, 'run not kept')
  }
}

const historyTokens = ({ assembly }: AssembledContext) => assembly.history?.tokens ?? 0

/** What the provider counts: the history stands between system prompt and user content. */
const sentText = ({ assembly }: AssembledContext) =>
  wholeText(promptOf(assembly.blocks, assembly.history?.messages))

/** What follows a request that was sent before, and what ends it. */
interface After extends Pick<FollowUp, 'purpose'> {
  readonly tail: string
  readonly signal: AbortSignal
}
type OnText = (delta: string) => void
type Ask = (assembled: AssembledContext, selectedText: string, after?: After) => AsyncIterable<GenerationPart>

/** What is asked of a written text comes last: everything before it is what the service has read already. */
const lastBlock = (text: string): PromptBlock => ({
  ...{ blockId: 'judge', layer: 'immediate', stability: 'turn', tokens: 0 },
  text: `\n\n${text}`,
})

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
    const sent = Math.min(maxInputTokens, estimate.totalTokens + templateTokens + historyTokens(assembled))
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
function assemble(writing: Writing, ask: Ask): Promise<AssembledContext> {
  const { runId, prepared, tell } = writing
  const onWaiting = () => tell({ type: 'waiting', runId, for: 'warmUp' })
  if (prepared.skill.reads !== 'chapter') return prepared.assemble(onWaiting)
  return readWholeChapter(prepared, {
    onWaiting,
    onPart: (part, parts) => tell({ type: 'reading', runId, part, parts }),
    async answer(assembled) {
      let text = ''
      for await (const part of ask(assembled, '')) {
        if (part.type === 'text') text += part.delta
        else if (part.type === 'retrying') tell({ ...part, runId })
      }
      return text
    },
  })
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

/** Asks the model; what it cost is told when it comes, and a cache that did not work, once. */
async function* streamOf(
  { caches }: WritingOptions,
  { runId, model, provider, prepared, tell, ...writing }: Writing,
  { result, assembly }: AssembledContext,
  selectedText: string,
  account: ReturnType<typeof createAccount>,
  after?: After,
): AsyncIterable<GenerationPart> {
  const { projectId, skill } = prepared
  const { signal } = after ?? writing
  const blocks = after ? [...assembly.blocks, lastBlock(after.tail)] : assembly.blocks
  const prompt = promptOf(blocks, assembly.history?.messages)
  const planned = caches.plan({ projectId, model, prompt, once: skill.output === 'replace' })
  const parts = provider.stream({
    ...{ modelName: model.id.slice(model.id.indexOf('/') + 1), prompt, cache: planned.wish },
    ...(model.thinking ? { thinking: model.thinking } : {}),
    ...(model.effort ? { effort: model.effort } : {}),
    // What was kept free for the answer in this request, which may have said so itself.
    maxOutputTokens: result.budget.outputReserveTokens || model.outputReserveTokens,
    ...{ skill, selectedText, writtenSoFar: prepared.writtenSoFar, signal },
  })
  for await (const part of parts) {
    if (part.type === 'usage') {
      const { spending, missed } = account.told(part.usage, planned)
      tell({ type: 'usage', runId, ...spending })
      const warning = missed === 'changed' ? 'AI_CACHE_BROKEN' : 'AI_CACHE_MISSED'
      if (missed) tell({ type: 'warning', runId, warning })
    }
    yield part
  }
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
