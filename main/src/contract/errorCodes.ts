/** Every error code that may cross a process boundary. Zod-free: both sides branch on these. */
export const ErrorCode = {
  INTERNAL: 'INTERNAL',
  INVALID_ARGUMENT: 'INVALID_ARGUMENT',
  UNKNOWN_CHANNEL: 'UNKNOWN_CHANNEL',
  NOT_FOUND: 'NOT_FOUND',
  CONFLICT: 'CONFLICT',
  CANCELLED: 'CANCELLED',
  FORBIDDEN: 'FORBIDDEN',
  IO_ERROR: 'IO_ERROR',
  NODE_TOO_OLD: 'NODE_TOO_OLD',
  PORT_IN_USE: 'PORT_IN_USE',
  READ_ONLY: 'READ_ONLY',
  /** The windows of another host write this project. */
  OPEN_ELSEWHERE: 'OPEN_ELSEWHERE',
  PATH_OUTSIDE_PROJECT: 'PATH_OUTSIDE_PROJECT',
  PATH_INVALID: 'PATH_INVALID',
  /** `{path, line, column}`: the file stays as it is and is not written. */
  FILE_BROKEN: 'FILE_BROKEN',
  FILE_TOO_LARGE: 'FILE_TOO_LARGE',
  DOCUMENT_ENCODING: 'DOCUMENT_ENCODING',
  IMPORT_UNSUPPORTED: 'IMPORT_UNSUPPORTED',
  IMPORT_BROKEN: 'IMPORT_BROKEN',
  /** An import failed half-way and could not be undone at once; the next opening of the project does it. */
  IMPORT_NOT_UNDONE: 'IMPORT_NOT_UNDONE',
  /** A regular expression took too long in one chapter. */
  SEARCH_TOO_SLOW: 'SEARCH_TOO_SLOW',
  CONTEXT_INPUT_TOO_LARGE: 'CONTEXT_INPUT_TOO_LARGE',
  CONTEXT_SCOPE_VIOLATION: 'CONTEXT_SCOPE_VIOLATION',
  CONTEXT_INSPECT_FORBIDDEN: 'CONTEXT_INSPECT_FORBIDDEN',
  CONTEXT_BACKPRESSURE: 'CONTEXT_BACKPRESSURE',
  CONTEXT_BUDGET_CONFLICT: 'CONTEXT_BUDGET_CONFLICT',
  CONTEXT_BUDGET_INVALID_RATIO: 'CONTEXT_BUDGET_INVALID_RATIO',
  CONTEXT_BUDGET_INVALID_MINIMUM: 'CONTEXT_BUDGET_INVALID_MINIMUM',
  CONSTRAINT_VALIDATION_ERROR: 'CONSTRAINT_VALIDATION_ERROR',
  CONSTRAINT_NOT_FOUND: 'CONSTRAINT_NOT_FOUND',
  CONSTRAINT_CONFLICT: 'CONSTRAINT_CONFLICT',
  CONSTRAINT_LIMIT: 'CONSTRAINT_LIMIT',
  CONSTRAINT_READONLY: 'CONSTRAINT_READONLY',
  CONSTRAINT_FILE_BROKEN: 'CONSTRAINT_FILE_BROKEN',
  MEMORY_UNAVAILABLE: 'MEMORY_UNAVAILABLE',
  CODEX_ENTRY_BROKEN: 'CODEX_ENTRY_BROKEN',
  /** `{path}`: a place that nobody may write, or read, on the author's behalf. */
  AGENT_PATH_FORBIDDEN: 'AGENT_PATH_FORBIDDEN',
  /** The author has declined. */
  AGENT_REFUSED: 'AGENT_REFUSED',
  /** The project's permissions require an approval, and no window can give it. */
  APPROVAL_NEEDED: 'APPROVAL_NEEDED',
  /** A tool that is switched off here. */
  AGENT_TOOL_OFF: 'AGENT_TOOL_OFF',
  AGENT_TOOL_TIMEOUT: 'AGENT_TOOL_TIMEOUT',
  /** `{path}`: the edit would put a redaction's marker over the author's words. */
  AGENT_REDACTED: 'AGENT_REDACTED',
  /** A command or a text contains a key that is stored in the settings. */
  AGENT_STORED_KEY: 'AGENT_STORED_KEY',
  /** `{maxSteps}`: it made all the steps it was allowed to and has not finished. */
  AGENT_STEP_LIMIT: 'AGENT_STEP_LIMIT',
  /** `{times}`: the model has made the same call so many times in a row. */
  AGENT_REPEATS: 'AGENT_REPEATS',
  /** `{times}`: the model has written so many steps in a row that cannot be read as steps. */
  AGENT_UNREADABLE: 'AGENT_UNREADABLE',
  /** `{why: book | all, spent, limit}` in US dollars: a request that would pass the limit of the month was not sent. */
  SPENDING_LIMIT: 'SPENDING_LIMIT',
  /** `{host}`: the feed of new versions does not answer. */
  UPDATE_UNREACHABLE: 'UPDATE_UNREACHABLE',
  /** `{why: signature | damaged | place}`: what the feed has answered is not the owner's; nothing of it is used. */
  UPDATE_REFUSED: 'UPDATE_REFUSED',
  /** A new version was not fetched or not put in the place of this one. */
  UPDATE_NOT_INSTALLED: 'UPDATE_NOT_INSTALLED',
  AI_PROVIDER_MISSING: 'AI_PROVIDER_MISSING',
  /**
   * What a provider did, as `services/ai/providers/failures.ts` classifies it. All carry `{host, model, status?,
   * said?}`; `said` is the provider's message, redacted and capped. `AI_BUSY` may carry `seconds` until the next
   * attempt makes sense.
   */
  AI_ADDRESS_REFUSED: 'AI_ADDRESS_REFUSED',
  AI_ADDRESS_WRONG: 'AI_ADDRESS_WRONG',
  /** The service ended the answer itself before its end; what came before is part of the error's event. */
  AI_ANSWER_INCOMPLETE: 'AI_ANSWER_INCOMPLETE',
  AI_BALANCE: 'AI_BALANCE',
  AI_BUSY: 'AI_BUSY',
  AI_CONTENT_FILTER: 'AI_CONTENT_FILTER',
  AI_CONTEXT_TOO_LONG: 'AI_CONTEXT_TOO_LONG',
  AI_EMPTY: 'AI_EMPTY',
  /** The server, or a proxy, takes another version of HTTP than 1.1. */
  AI_HTTP_VERSION: 'AI_HTTP_VERSION',
  AI_KEY_ELSEWHERE: 'AI_KEY_ELSEWHERE',
  AI_KEY_FORBIDDEN: 'AI_KEY_FORBIDDEN',
  AI_KEY_MISSING: 'AI_KEY_MISSING',
  AI_KEY_REFUSED: 'AI_KEY_REFUSED',
  /** The request alone is larger than what the account may send in a minute. */
  AI_MINUTE_LIMIT: 'AI_MINUTE_LIMIT',
  AI_MODEL_NOT_FOUND: 'AI_MODEL_NOT_FOUND',
  /** `{host}` */
  AI_NO_MODEL_LIST: 'AI_NO_MODEL_LIST',
  AI_NO_STREAMING: 'AI_NO_STREAMING',
  AI_OFFLINE: 'AI_OFFLINE',
  AI_PROXY: 'AI_PROXY',
  AI_REQUEST_REFUSED: 'AI_REQUEST_REFUSED',
  /** Broken off in mid-stream; what came before is part of the error's event. */
  AI_STREAM_CUT: 'AI_STREAM_CUT',
  AI_THOUGHT_ONLY: 'AI_THOUGHT_ONLY',
  AI_TLS: 'AI_TLS',
  AI_UNREACHABLE: 'AI_UNREACHABLE',
  AI_PROVIDER_ERROR: 'AI_PROVIDER_ERROR',
  AI_PROVIDER_TIMEOUT: 'AI_PROVIDER_TIMEOUT',
  /** `{host, to}`: an address that sends requests on to another host; they are not sent on. */
  AI_PROVIDER_REDIRECT: 'AI_PROVIDER_REDIRECT',
  /** `{limit: bytes | frame | depth | characters, most}`; what came before is part of the error's event. */
  AI_RESPONSE_TOO_LARGE: 'AI_RESPONSE_TOO_LARGE',
} as const

/** The code of an error. */
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode]

/** What a provider did instead of writing. */
export type FailureCode = Exclude<
  Extract<ErrorCode, `AI_${string}`>,
  'AI_PROVIDER_MISSING' | 'AI_PROVIDER_REDIRECT' | 'AI_RESPONSE_TOO_LARGE'
>
