import { setImmediate as otherWork } from 'node:timers/promises'
import type { JobRequest } from '#contract/jobs.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError, toPayload } from '../../lib/appError.ts'
import { type JobItem, type JobKind, versionOf } from '../jobs/index.ts'
import { makeBatches, rangeOfPart, textOfPart } from './batches.ts'
import { readChanges } from './changeAnswer.ts'
import { changePrompt } from './changePrompt.ts'
import { batchUnits, type ReadingPorts } from './draftReading.ts'
import { hintTokens, nameHint } from './nameHint.ts'

/** Of the tokens of a text, what its changes have. */
const answerShare = 0.05
const shortestAnswer = 150

/** The kind of job that reads what changes in chapters: one request for each, and for each part of a long one. */
export function createChangeReading(ports: ReadingPorts): JobKind<Extract<JobRequest, { kind: 'changes' }>> {
  return {
    async plan(projectId, ids, _request, modelId) {
      const model = await ports.model(modelId)
      const language = await ports.language(projectId)
      const empty = changePrompt({ language, hint: '', title: '', text: '' })
      const overhead = model.count(empty.systemPrompt) + model.count(empty.userContent) + hintTokens
      const items: JobItem[] = []
      for (const documentId of ids) {
        const { text } = await ports.chapter(projectId, documentId)
        const batches = makeBatches([{ documentId, units: text.length }], batchUnits(model, overhead))
        for (const reads of batches) {
          const own = reads.reduce((sum, part) => sum + model.count(textOfPart(text, part)), 0)
          const usage = {
            inputTokens: own + overhead,
            outputTokens: Math.max(shortestAnswer, Math.round(own * answerShare)),
          }
          const itemId = `${documentId}-${reads[0]?.part ?? 0}`.slice(-128)
          items.push({ documentId, itemId, reads, ...usage, price: model.price(usage) })
        }
        await otherWork()
      }
      return items
    },

    async run(projectId, { documentId, itemId = '', reads = [] }, { modelId }, signal) {
      const result = { documentId, itemId, text: '' }
      try {
        const chapter = await ports.chapter(projectId, documentId)
        const documentHash = versionOf({ documentId, reads }, new Map([[documentId, chapter.hash]]))
        const ranges = reads.map((part) => rangeOfPart(chapter.text, part))
        const text = ranges.map(({ from, to }) => chapter.text.slice(from, to)).join('')
        const safe = await Promise.all(ranges.map((range) => ports.redact(projectId, chapter.text, range)))
        const { count } = await ports.model(modelId)
        const hint = nameHint(await ports.names(projectId), (name) => text.includes(name), count)
        const prompt = changePrompt({
          language: await ports.language(projectId),
          hint: await ports.redact(projectId, hint),
          title: await ports.redact(projectId, chapter.title),
          text: safe.join(''),
        })
        const answer = await ports.generate(projectId, modelId, prompt, signal)
        if (answer.error || readChanges(answer.text).hasList)
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
