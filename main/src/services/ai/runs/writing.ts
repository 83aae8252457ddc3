import type { AssembledContext } from '../../context/index.ts'
import { judgedRecordOf, judgeRun } from '../judge/judgeRun.ts'
import { promptOf, wholeText } from '../providers/prompt.ts'
import { errorPayload, type Markers, markersIn, nothing, withoutText } from './answerEvents.ts'
import { assemble, sendSmallerWhenTooLong } from './fittingRequest.ts'
import { createRequests } from './requests.ts'
import { calibrateFromUsage, saveRunRecord } from './runRecord.ts'
import type { Writing, WritingOptions } from './writingPorts.ts'

/** Assembles, asks the model and reports; ends with exactly one `done` or `error` and lets go of the request. */
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
  const ending = async (cutShort?: 'cancelled' | 'failed' | 'limit') => {
    const { restored, ...markers } = markersOf(text)
    note({ written: prepared.writtenSoFar + text, ...(restored !== undefined && { restored }) })
    const usageTokens = outputTokens === undefined ? undefined : inputTokens + outputTokens
    await writing.saveAnswer?.({ text, receiptId, tokens: outputTokens, usageTokens, cutShort })
    return { text, ...markers }
  }
  try {
    publish({ type: 'started', runId, skillId: skill.id, modelId: model.id, output: skill.output })
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
      publish({ type: 'context', runId, receiptId, context: withoutText(assembled) })
      for (const warning of assembled.result.warnings) publish({ type: 'warning', runId, warning })
      for await (const part of requests.streamText(assembled, selectedText)) {
        if (part.type === 'usage') {
          inputTokens = part.usage.inputTokens
          outputTokens = part.usage.outputTokens
        } else if (part.type === 'text') addText(part.delta)
        else if (part.type === 'reachedLimit') reachedLimit = true
        else publish({ ...part, runId })
      }
      return assembled
    }
    const assembled = await sendSmallerWhenTooLong(
      writing,
      send,
      await assemble(writing, requests.sendRequest),
    )
    requests.publishEstimate(text)
    const written = await judgeRun(options, {
      ...{ assembled, prepared, text, signal, isExample: provider.id === 'fake' },
      async sendQuestion(tail, { signal: until }) {
        let answer = ''
        const after = { purpose: 'check', tail, signal: until } as const
        await requests.sendFollowUp(assembled, selectedText, after, (delta) => {
          answer += delta
        })
        return answer
      },
      async writeAgain(tail) {
        text = ''
        const after = { purpose: 'rewrite', tail, signal } as const
        reachedLimit = await requests.sendFollowUp(assembled, selectedText, after, addText)
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
    publish({ type: 'done', runId, receiptId, cancelled: false, ...judged, ...ends })
    if (inputTokens > 0) await calibrateFromUsage(options, model, sentText(assembled), inputTokens)
  } catch (error) {
    requests.publishEstimate(text)
    if (signal.aborted)
      return publish({ type: 'done', runId, receiptId, cancelled: true, ...(await ending('cancelled')) })
    options.logger.warn({ runId, cause: error instanceof Error ? error.name : 'unknown' }, 'run failed')
    const payload = errorPayload(error, options.redactor.redactText)
    publish({ type: 'error', runId, error: payload, ...(await ending('failed')) })
  } finally {
    prepared.release()
    await saveRunRecord(options, prepared.projectId, receiptId, { ...record, ...requests.record() })
  }
}

/** What the provider counts: the history stands between system prompt and user content. */
const sentText = ({ assembly }: AssembledContext) =>
  wholeText(promptOf(assembly.blocks, assembly.history?.messages))
