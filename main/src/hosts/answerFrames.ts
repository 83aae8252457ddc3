import { ErrorCode } from '../contract/errorCodes.ts'
import { type AnswerFrame, readRequest, writeFrame } from '../contract/frames.ts'
import { fail } from '../contract/result.ts'
import { errorPayload } from '../contract/sentences/errorSentence.ts'
import { createCallsUnderWay, type Dispatch } from './callsUnderWay.ts'
import { admitFrame } from './frameLimits.ts'

export interface FrameAnswers {
  /** Reads one frame, as text or as its UTF-8; its request is dispatched before this returns. */
  receive(frame: string | Buffer): void
  /** Resolves when every frame read so far is answered. */
  drain(): Promise<void>
}

/**
 * The one protocol of the web socket and of `rpc`: `{id, channel, input}` is answered with `{id, ok, data|error}`
 * as soon as it is ready, `{cancel: id}` aborts a request, anything else gets INVALID_ARGUMENT.
 */
export function answerFrames(options: {
  readonly dispatch: Dispatch
  readonly send: (text: string) => void
  /** Requests that may be under way at once. */
  readonly maxInFlight?: number
  /** The answer as it is sent; as it is when absent. */
  readonly inWords?: (answer: AnswerFrame) => AnswerFrame
}): FrameAnswers {
  const { dispatch, send, inWords = (answer) => answer } = options
  const calls = createCallsUnderWay(dispatch, options.maxInFlight)
  const pending = new Set<Promise<void>>()

  function refuse(id: AnswerFrame['id'], why: 'frame' | 'frameLarge' | 'frameValues'): void {
    send(textOf(inWords({ id, ...fail(errorPayload(ErrorCode.INVALID_ARGUMENT, { why })) })))
  }

  function receive(sent: string | Buffer): void {
    const admission = admitFrame(sent)
    if ('refused' in admission) {
      refuse(admission.id, admission.refused)
      return
    }
    const frame = readRequest(admission.text)
    if ('cancel' in frame) {
      calls.cancel(frame.cancel)
      return
    }
    if ('broken' in frame) {
      refuse(frame.broken, 'frame')
      return
    }
    if (admission.channel !== undefined && admission.channel !== frame.channel) {
      refuse(frame.id, 'frameLarge')
      return
    }
    const answered = calls
      .answer(frame)
      .then((envelope) => send(textOf(inWords({ id: frame.id, ...envelope }))))
      .finally(() => pending.delete(answered))
    pending.add(answered)
  }

  return {
    receive,
    async drain() {
      await Promise.all(pending)
    },
  }
}

/** An answer too large for one text becomes an error, so that the caller gets one. */
function textOf(answer: AnswerFrame): string {
  try {
    return writeFrame(answer)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return writeFrame({ id: answer.id, ...fail(errorPayload(ErrorCode.INTERNAL, { why: 'answer' })) })
  }
}
