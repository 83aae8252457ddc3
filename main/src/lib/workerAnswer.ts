import { parentPort } from 'node:worker_threads'
import { systemCode } from './appError.ts'

/** Messages of the caller, `close` excepted. */
export interface WorkerCall {
  readonly call: number
  readonly question: unknown
  /** Not 0 when the call is cancelled: a busy thread reads no messages, but it can read shared memory. */
  readonly cancelled: Int32Array
}
export type WorkerReply =
  | { readonly notice: unknown }
  | { readonly call: number; readonly answer: unknown }
  | {
      readonly call: number
      readonly failed: { readonly message: string; readonly code: string | undefined }
    }

/** The thread's side of `createWorkerCaller`: answers one question after the other until the caller closes. */
export function answerCalls<Question, Answer>(
  answer: (question: Question, isCancelled: () => boolean) => Answer | Promise<Answer>,
  onClose: () => void,
): void {
  let last = Promise.resolve()
  parentPort?.on('message', (message: WorkerCall | 'close') => {
    last = last.then(() => take(message))
  })

  async function take(message: WorkerCall | 'close'): Promise<void> {
    if (message === 'close') {
      onClose()
      parentPort?.close()
      return
    }
    const { call, cancelled } = message
    try {
      const question = message.question as Question // what the caller of this thread sends
      send({ call, answer: await answer(question, () => Atomics.load(cancelled, 0) !== 0) })
    } catch (error) {
      send({
        call,
        failed: { message: error instanceof Error ? error.message : String(error), code: systemCode(error) },
      })
    }
  }
}

/** Sends the caller a message that answers no call. */
export const notify = (notice: unknown): void => send({ notice })

function send(reply: WorkerReply): void {
  parentPort?.postMessage(reply)
}
