import { ErrorCode } from '../../../contract/errorCodes.ts'
import { isAppError } from '../../../lib/appError.ts'
import type { AssembledContext } from '../../context/index.ts'
import { historyTokens, type SendRequest } from './requests.ts'
import { readWholeChapter } from './wholeChapter.ts'
import type { Writing } from './writingPorts.ts'

/** Of what did not fit, so much is sent the second time. */
const smallerShare = 0.6

/**
 * Sends the request, and once more with less in it when the provider says that it is too long; the author is told.
 * A chapter that is read whole cannot be made smaller.
 */
export async function sendSmallerWhenTooLong(
  { runId, prepared, prepareAgain, publish }: Writing,
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
    publish({ type: 'warning', runId, warning: 'AI_CONTEXT_SHRUNK' })
    return send(shrunk)
  }
}

/** The request that the answer comes from; a chapter that is longer than the window has been read before it. */
export function assemble(writing: Writing, sendRequest: SendRequest): Promise<AssembledContext> {
  const { runId, prepared, publish } = writing
  const onWarmUp = () => publish({ type: 'waiting', runId, for: 'warmUp' })
  if (prepared.skill.reads !== 'chapter') return prepared.assemble(onWarmUp)
  return readWholeChapter(prepared, {
    onWarmUp,
    onPart: (part, parts) => publish({ type: 'reading', runId, part, parts }),
    async answer(assembled) {
      let text = ''
      for await (const part of sendRequest(assembled, '')) {
        if (part.type === 'text') text += part.delta
        else if (part.type === 'retrying') publish({ ...part, runId })
      }
      return text
    },
  })
}
