import { ErrorCode } from '../../../contract/errorCodes.ts'
import type { ErrorPayload } from '../../../contract/result.ts'
import { noticeSentence } from '../../../contract/sentences/codedSentence.ts'
import { errorPayload } from '../../../contract/sentences/errorSentence.ts'
import { AppError, isAppError, toPayload } from '../../../lib/appError.ts'
import { redactedPayload } from '../../../lib/redactedValues.ts'
import {
  type AssembledContext,
  type ContextService,
  graphemeAtOrBefore,
  type PreparedContext,
  promptOf,
} from '../../context/index.ts'
import { markerState, type Redacted, restoreRedacted } from '../../redaction/index.ts'
import { judgedRecordOf, judgeRun } from '../judge/judgeRun.ts'
import type { InputCut } from '../models/calibration.ts'
import { textOfAnswer } from '../providers/generateText.ts'
import { wholeText } from '../providers/prompt.ts'
import { isRefusedForSize } from '../providers/providerFailure.ts'
import { createRequests, historyTokens, type SendRequest } from './requests.ts'
import type { RunEvent, Writing, WritingOptions } from './writingPorts.ts'

/** Assembles, sends the request and reports; ends with exactly one `done` or `error` and releases the request. */
export async function write(options: WritingOptions, writing: Writing): Promise<void> {
  const { runId, model, provider, prepared, signal, publish, note } = writing
  const { skill } = prepared
  const replaces = skill.output === 'replace'
  const requests = createRequests(options, writing)
  let text = ''
  let receiptId: string | null = null
  let record: ReturnType<typeof judgedRecordOf> = {}
  let markersOf: (output: string) => Markers = () => ({})
  let outputTokens: number | undefined
  let inputTokens = 0
  const addText = (delta: string) => {
    text += delta
    publish({ type: 'text', runId, delta })
  }
  const dropText = () => {
    text = ''
    publish({ type: 'thought', runId })
  }
  const ending = async (cutShort?: 'cancelled' | 'failed' | 'limit') => {
    const { restored, ...markers } = markersOf(text)
    note({ written: prepared.writtenSoFar + text, ...(restored !== undefined && { restored }) })
    const usageTokens = outputTokens === undefined ? undefined : inputTokens + outputTokens
    await writing.saveAnswer?.({ text, receiptId, tokens: outputTokens, usageTokens, cutShort })
    return { text, ...markers }
  }
  try {
    publish({ type: 'started', runId, skillId: skill.id, modelId: model.id, output: skill.output })
    // As it is in the prompt, so that the markers are the same.
    const selection = replaces ? await prepared.redactSelection(options.redactor) : nothing
    // The whole text counts: what was written before, and what has come since.
    markersOf = (output) =>
      markersIn(replaces ? prepared.selectedText : '', selection, prepared.writtenSoFar + output)
    let reachedLimit = false
    const selectedText = replaces ? selection.text : prepared.selectedText
    const send = async (assembled: AssembledContext) => {
      receiptId = assembled.result.receiptId
      note({ receiptId })
      publish({ type: 'context', runId, receiptId, context: withoutText(assembled) })
      for (const warning of assembled.result.warnings) publish({ type: 'warning', runId, warning })
      for await (const part of requests.streamText(assembled, selectedText)) {
        if (part.type === 'usage' && !part.usage.estimated) {
          inputTokens = part.usage.inputTokens
          outputTokens = part.usage.outputTokens
        } else if (part.type === 'text') addText(part.delta)
        else if (part.type === 'thought') dropText()
        else if (part.type === 'reachedLimit') reachedLimit = true
        else if (part.type === 'retrying') publish({ ...part, runId })
      }
      return assembled
    }
    const assembled = await sendSmallerWhenTooLong(
      options,
      writing,
      send,
      await assemble(writing, requests.sendRequest),
    )
    const written = await judgeRun(options, {
      ...{ assembled, prepared, text, signal, isExample: provider.id === 'fake' },
      async sendQuestion(tail, { signal: until }) {
        const after = { purpose: 'check', tail, signal: until } as const
        return textOfAnswer(requests.sendFollowUp(assembled, selectedText, after))
      },
      async writeAgain(tail) {
        text = ''
        const after = { purpose: 'rewrite', tail, signal } as const
        reachedLimit = false
        for await (const part of requests.sendFollowUp(assembled, selectedText, after))
          if (part.type === 'text') addText(part.delta)
          else if (part.type === 'thought') dropText()
          else if (part.type === 'reachedLimit') reachedLimit = true
        return text
      },
      soFar: () => text,
      onJudging: () => publish({ type: 'judging', runId }),
      onRewriting: (verdict) => publish({ type: 'rewriting', runId, text, judged: verdict }),
    })
    const { text: final, ...judged } = written
    text = final
    record = judgedRecordOf(written, prepared.writtenSoFar)
    const ends = {
      ...requests.followUps(),
      ...(reachedLimit ? { reachedLimit } : {}),
      ...(await ending(reachedLimit ? 'limit' : undefined)),
    }
    const cut =
      inputTokens > 0 ? await calibrateFromUsage(options, model, sentText(assembled), inputTokens) : undefined
    if (cut) publish({ type: 'warning', runId, ...inputCutWarning(cut) })
    publish({ type: 'done', runId, receiptId, cancelled: false, ...judged, ...ends })
  } catch (error) {
    if (signal.aborted)
      return publish({ type: 'done', runId, receiptId, cancelled: true, ...(await ending('cancelled')) })
    options.logger.warn({ runId, cause: error instanceof Error ? error.name : 'unknown' }, 'run failed')
    const payload = payloadOfFailure(error, options.redactor.redactText)
    publish({ type: 'error', runId, error: payload, ...(await ending('failed')) })
  } finally {
    prepared.release()
    await saveRunRecord(options, prepared.projectId, receiptId, { ...record, ...requests.record() })
  }
}

/** What the provider counts: the history is between system prompt and user content. */
const sentText = ({ assembly }: AssembledContext) =>
  wholeText(promptOf(assembly.blocks, assembly.history?.messages))

/** The events have it already: a receipt that cannot be written is no failure of the run. */
async function saveRunRecord(
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

/** The text is there and paid for: a failed calibration is no failure of the run. */
async function calibrateFromUsage(
  { calibrateTokenizer, logger }: WritingOptions,
  ...usage: Parameters<NonNullable<WritingOptions['calibrateTokenizer']>>
) {
  try {
    return await calibrateTokenizer?.(...usage)
  } catch (error) {
    logger.warn({ cause: error instanceof Error ? error.name : 'unknown' }, 'usage was not learnt from')
  }
}

/** A sentence for a terminal, and what the page translates. */
function inputCutWarning({ readTokens: read, sentTokens: sent }: InputCut) {
  const notice = { code: 'AI_INPUT_CUT', params: { read, sent } } as const
  return { warning: `${notice.code}: ${noticeSentence(notice, 'zh')}`, notice }
}

/** The payload of an `error` event, without secrets. */
function payloadOfFailure(error: unknown, redact: (text: string) => string): ErrorPayload {
  const payload = isAppError(error) ? toPayload(error) : errorPayload(ErrorCode.INTERNAL, { why: 'run' })
  return redactedPayload(payload, redact)
}

/** The payload of a `context` event: the request without its text. */
function withoutText({ result }: AssembledContext): Extract<RunEvent, { type: 'context' }>['context'] {
  const { prompt: _prompt, systemPrompt: _system, userContent: _user, ...rest } = result
  return rest
}

type Selection = Pick<Redacted, 'text' | 'replacements'>
/** Of a skill that replaces nothing. */
const nothing: Selection = { text: '', replacements: [] }
interface Markers {
  readonly markers?: 'restorable' | 'unmatched'
  readonly restored?: string
}

/** The state of the markers that replace secrets in a selection; `restored`: the output with the originals. */
function markersIn(original: string, selection: Selection, output: string): Markers {
  const markers = output === '' ? 'none' : markerState(selection, output)
  if (markers === 'none') return {}
  const restored = markers === 'restorable' ? restoreRedacted(original, selection, output) : undefined
  return restored === undefined ? { markers } : { markers, restored }
}

/** Of what did not fit, so much is sent the second time. */
const smallerShare = 0.6

/**
 * Sends the request, and once more with less in it when the provider refuses it as too long; the author is informed.
 * A chapter that is read whole cannot be made smaller.
 */
async function sendSmallerWhenTooLong(
  options: Pick<WritingOptions, 'calibrateRefusal'>,
  { runId, model, prepared, prepareAgain, publish }: Writing,
  send: (assembled: AssembledContext) => Promise<AssembledContext>,
  assembled: AssembledContext,
): Promise<AssembledContext> {
  try {
    return await send(assembled)
  } catch (error) {
    if (!isRefusedForSize(error) || prepared.skill.reads === 'chapter') throw error
    // What an account may send in a minute tells nothing of the model.
    if (isAppError(error, ErrorCode.AI_CONTEXT_TOO_LONG))
      await options.calibrateRefusal?.(model, sentText(assembled))
    const { maxInputTokens, outputReserveTokens, estimate, templateTokens } = assembled.result.budget
    const sent = Math.min(maxInputTokens, estimate.totalTokens + templateTokens + historyTokens(assembled))
    const smaller = await prepareAgain(outputReserveTokens + Math.floor(sent * smallerShare))
    const shrunk = await smaller.assemble().catch((failure: unknown) => {
      // What cannot be left out is too long by itself.
      throw isAppError(failure, ErrorCode.CONTEXT_INPUT_TOO_LARGE) ? error : failure
    })
    publish({ type: 'warning', runId, warning: 'AI_CONTEXT_SHRUNK' })
    return send(shrunk)
  }
}

/** The request that the answer comes from; a chapter that is longer than the window has been read before it. */
function assemble(writing: Writing, sendRequest: SendRequest): Promise<AssembledContext> {
  const { runId, prepared, publish } = writing
  const onWarmUp = () => publish({ type: 'waiting', runId, for: 'warmUp' })
  if (prepared.skill.reads !== 'chapter') return prepared.assemble(onWarmUp)
  return readWholeChapter(prepared, {
    onWarmUp,
    onPart: (part, parts) => publish({ type: 'reading', runId, part, parts }),
    answer: (assembled) =>
      textOfAnswer(sendRequest(assembled, ''), (part) => {
        if (part.type === 'retrying') publish({ ...part, runId })
      }),
  })
}

interface ChapterReading {
  /** The project was just opened and is still being read. */
  readonly onWarmUp: () => void
  /** Before each part; `parts` is what is expected so far. */
  readonly onPart: (part: number, parts: number) => void
  /** Runs the model on one part; its answer goes into the request of the next part. */
  readonly answer: (assembled: AssembledContext) => Promise<string>
}

/** Less of a chapter than this in a request is no reading. */
const leastUnits = 400
/** Of what fitted into the first request: the synopsis of the parts before needs room too. */
const share = 0.85

/**
 * The request that completes the reading of a chapter: all of it when it fits, else its last part together with
 * the synopsis of the parts before, which the model has written one after the other. Every character of the
 * chapter has then been in one of the requests.
 * @throws AppError CONTEXT_INPUT_TOO_LARGE, and what assembling and the model throw.
 */
async function readWholeChapter(
  prepared: PreparedContext,
  reading: ChapterReading,
): Promise<AssembledContext> {
  const { text } = prepared.document
  const whole = await prepared.assemble(reading.onWarmUp, ({ readFrom }) => readFrom === 0)
  if (whole.readFrom === 0) return whole
  let units = evenly(text.length, (text.length - whole.readFrom) * share)
  let from = 0
  let soFar = ''
  for (let part = 1; ; part += 1) {
    const next = await readPart()
    if (next.to === text.length) return next.assembled
    soFar = (await reading.answer(next.assembled)).trim()
    if (soFar === '') throw new AppError(ErrorCode.AI_PROVIDER_ERROR, { why: 'part', part })
    from = next.to

    /** Smaller until the part fits with everything else in the prompt. */
    async function readPart() {
      while (units >= leastUnits) {
        const start = from
        const to = endOfPart(text, start, units)
        const parts = part - 1 + Math.ceil((text.length - start) / units)
        reading.onPart(part, Math.max(parts, part))
        const instruction = partInstruction(prepared.language, { part, isLast: to === text.length, soFar })
        const request = prepared.part({ to, instruction })
        const assembled = await request.assemble(undefined, ({ readFrom }) => readFrom <= start)
        if (assembled.readFrom <= start) return { to, assembled }
        units = Math.floor((to - assembled.readFrom) * share)
      }
      throw new AppError(ErrorCode.CONTEXT_INPUT_TOO_LARGE, { why: 'parts' })
    }
  }
}

/** Parts of the same length, none longer than `maxLength`. */
const evenly = (length: number, maxLength: number) => Math.ceil(length / Math.ceil(length / maxLength))

/** At the end of a paragraph where there is one in the second half of the part. */
function endOfPart(text: string, from: number, units: number): number {
  if (from + units >= text.length) return text.length
  const lineEnd = text.lastIndexOf('\n', from + units - 1) + 1
  return lineEnd > from + units / 2 ? lineEnd : Math.max(from + 1, graphemeAtOrBefore(text, from + units))
}

const wordingByLanguage = {
  zh: {
    part: (part: number) => `这一章比窗口长，要分几次读，这是第 ${part} 次，「光标之前」的末尾是这次的正文。`,
    soFar: '到上一次为止的梗概：',
    last: '把它和这次的正文合成整章的梗概。',
    more: '写出从章首到这里的梗概，供下一次接着读。',
  },
  en: {
    part: (part: number) =>
      `The chapter is longer than the window and read in parts; this is part ${part}, at the end of the text before the cursor.`,
    soFar: 'Synopsis of the parts before:',
    last: 'Join it and this part into the synopsis of the whole chapter.',
    more: 'Write the synopsis from the start of the chapter up to here, for the next part.',
  },
} as const

function partInstruction(
  language: PreparedContext['language'],
  { part, isLast, soFar }: { readonly part: number; readonly isLast: boolean; readonly soFar: string },
): string {
  const wording = wordingByLanguage[language]
  const before = soFar === '' ? [] : [wording.soFar, soFar]
  return [wording.part(part), ...before, isLast ? wording.last : wording.more].join('\n')
}
