import { ErrorCode } from '../../contract/errorCodes.ts'

/** What a script can tell from how a command ended; `creonow help` lists them. */
export const exitCode = {
  done: 0,
  failed: 1,
  wrongUse: 2,
  notThere: 3,
  changedElsewhere: 4,
  service: 5,
  file: 6,
  refused: 7,
  stopped: 130,
} as const

const wrongUse = new Set<string>([
  ErrorCode.INVALID_ARGUMENT,
  ErrorCode.UNKNOWN_CHANNEL,
  ErrorCode.CONTEXT_INPUT_TOO_LARGE,
  ErrorCode.CONTEXT_BUDGET_INVALID_RATIO,
  ErrorCode.CONTEXT_BUDGET_INVALID_MINIMUM,
  ErrorCode.CONSTRAINT_VALIDATION_ERROR,
])
const changedElsewhere = new Set<string>([ErrorCode.OPEN_ELSEWHERE])
const refused = new Set<string>([
  ErrorCode.FORBIDDEN,
  ErrorCode.APPROVAL_NEEDED,
  ErrorCode.CONTEXT_INSPECT_FORBIDDEN,
  ErrorCode.CONTEXT_SCOPE_VIOLATION,
  ErrorCode.CONSTRAINT_READONLY,
  ErrorCode.AGENT_PATH_FORBIDDEN,
  ErrorCode.AGENT_REDACTED,
  ErrorCode.AGENT_REFUSED,
  ErrorCode.AGENT_STORED_KEY,
  ErrorCode.AGENT_TOOL_OFF,
])
const files = /^(?:FILE|IMPORT|DOCUMENT|PATH|IO)_|_BROKEN$|^READ_ONLY$/

/** The exit code of a command that failed with this error code. */
export function exitCodeOf(code: string): number {
  if (code === ErrorCode.CANCELLED) return exitCode.stopped
  if (wrongUse.has(code)) return exitCode.wrongUse
  if (changedElsewhere.has(code) || code.endsWith('CONFLICT')) return exitCode.changedElsewhere
  if (code.startsWith('AI_') || code === ErrorCode.SPENDING_LIMIT) return exitCode.service
  if (code.endsWith('NOT_FOUND')) return exitCode.notThere
  if (files.test(code)) return exitCode.file
  if (refused.has(code)) return exitCode.refused
  return exitCode.failed
}
