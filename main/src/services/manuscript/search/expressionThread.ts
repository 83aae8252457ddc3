import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import { ownModule } from '../../../lib/ownFile.ts'
import { untilAborted } from '../../../lib/until.ts'
import { createWorkerCaller } from '../../../lib/workerCall.ts'
import { type ExpressionQuestion, flagsOf } from './expression.ts'
import type { BookQuery, Find, Match } from './match.ts'

const restMs = 10_000
const nothing = { source: '.', flags: flagsOf(false), replacement: '', text: '' }

/** Runs regular expressions in a thread, where they block nothing. `limitMs`: for one chapter. */
export function createExpressionThread({ limitMs = 2000 }: { readonly limitMs?: number } = {}) {
  const thread = createWorkerCaller<ExpressionQuestion, Match[]>({
    file: ownModule('services/manuscript/search/expressionWorker'),
    idleMs: restMs,
  })

  /** Starting a thread on a busy machine may take longer than a chapter may. */
  const started = () => (thread.isRunning() ? undefined : thread.request(nothing))

  async function inTime(question: ExpressionQuestion): Promise<Match[]> {
    await started()
    const over = new AbortController()
    const timer = setTimeout(() => {
      over.abort(tooSlow())
      thread.stop()
    }, limitMs).unref()
    try {
      return await untilAborted(thread.request(question), over.signal)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    /** @throws AppError INVALID_ARGUMENT {why: 'expression', said}; the returned function throws SEARCH_TOO_SLOW. */
    find({ text: source, fold }: BookQuery, replacement: string): Find {
      const flags = flagsOf(fold)
      try {
        new RegExp(source, flags)
      } catch (cause) {
        throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'expression' }, { cause })
      }
      return (text) => inTime({ source, flags, replacement, text })
    },
    dispose: thread.close,
  }
}

export type ExpressionThread = ReturnType<typeof createExpressionThread>

const tooSlow = () => new AppError(ErrorCode.SEARCH_TOO_SLOW)
