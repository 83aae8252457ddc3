import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import { ownModule } from '../../../lib/ownFile.ts'
import { untilAborted } from '../../../lib/until.ts'
import { createWorkerCaller } from '../../../lib/workerCall.ts'

/** A line that fits, and where in it the first find begins (UTF-16 units). */
export interface LineMatch {
  readonly index: number
  readonly at: number
}

/** The message to the thread. */
export interface LineQuestion {
  readonly source: string
  readonly flags: string
  readonly lines: readonly string[]
}

/** Which of some lines fit. */
export interface LineSearch {
  /** @throws AppError AGENT_TOOL_TIMEOUT. */
  in(lines: readonly string[]): Promise<readonly LineMatch[]>
  close(): void
}

/** The words exactly. */
export function createWordSearch(text: string): LineSearch {
  return {
    in: async (lines) =>
      lines.flatMap((line, index) => {
        const at = line.indexOf(text)
        return at < 0 ? [] : [{ index, at }]
      }),
    close: () => undefined,
  }
}

/**
 * A regular expression, in a thread that is ended when all of it takes longer than `timeoutMs`.
 * @throws AppError INVALID_ARGUMENT when it is none.
 */
export function createRegexSearch(
  source: string,
  {
    flags,
    timeoutMs,
    signal,
  }: { readonly flags: string; readonly timeoutMs: number; readonly signal: AbortSignal },
): LineSearch {
  requireRegex(source, flags)
  const file = ownModule('services/agent/tools/grepWorker')
  const thread = createWorkerCaller<LineQuestion, LineMatch[]>({ file })
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(tooSlow()), timeoutMs)
  const ended = AbortSignal.any([signal, timeout.signal])
  ended.addEventListener('abort', thread.stop, { once: true })

  return {
    in: (lines) => untilAborted(thread.request({ source, flags, lines }), ended),
    close() {
      clearTimeout(timer)
      ended.removeEventListener('abort', thread.stop)
      thread.stop()
    },
  }
}

function requireRegex(source: string, flags: string): void {
  try {
    new RegExp(source, flags)
  } catch (error) {
    throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'expression' }, { cause: error })
  }
}

function tooSlow(): AppError {
  return new AppError(ErrorCode.AGENT_TOOL_TIMEOUT, { why: 'search' })
}
