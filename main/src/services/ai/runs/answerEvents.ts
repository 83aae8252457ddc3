import { ErrorCode } from '../../../contract/errorCodes.ts'
import { isAppError } from '../../../lib/appError.ts'
import { redactValues } from '../../../lib/redactedValues.ts'
import type { AssembledContext } from '../../context/index.ts'
import { markerState, type Redacted, restoreRedacted } from '../../redaction/index.ts'
import type { RunEvent } from './writingPorts.ts'

/** What an `error` event tells of a failure, without secrets. */
export function errorPayload(
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

/** What a `context` event tells of a request: all but its text. */
export function withoutText({ result }: AssembledContext): Extract<RunEvent, { type: 'context' }>['context'] {
  const { prompt: _prompt, systemPrompt: _system, userContent: _user, ...rest } = result
  return rest
}

type Selection = Pick<Redacted, 'text' | 'replacements'>
/** Of a skill that replaces nothing. */
export const nothing: Selection = { text: '', replacements: [] }
export interface Markers {
  readonly markers?: 'restorable' | 'unmatched'
  readonly restored?: string
}

/** What became of the markers that stand for secrets in a selection; `restored`: the output with the originals. */
export function markersIn(original: string, selection: Selection, output: string): Markers {
  const markers = output === '' ? 'none' : markerState(selection, output)
  if (markers === 'none') return {}
  const restored = markers === 'restorable' ? restoreRedacted(original, selection, output) : undefined
  return restored === undefined ? { markers } : { markers, restored }
}
