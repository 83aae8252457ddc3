import type { Budget, Receipt, RedactionScope } from './types.ts'

/** Counts the tokens of texts as the model does, or estimates them. */
export interface Tokenizer {
  /** Names the way of counting; session state is not shared between tokenizers with different ids. */
  readonly id: string
  /** False when counts are estimates: they are multiplied by 1.15 before they are compared with a limit. */
  readonly exact: boolean
  /** True when the count of a text is the sum of the counts of its lines; the engine is faster then. */
  readonly additive?: boolean
  /** Tokens of a text, an integer ≥ 0. It may throw: the request goes on with an upper bound and a notice. */
  count(text: string): number
}

/** A span that was replaced. */
export interface Replacement {
  /** UTF-16 offset in the original text where the span begins. */
  readonly from: number
  /** UTF-16 offset in the original text where it ends, exclusive. */
  readonly to: number
  /** UTF-16 length of what is there now. */
  readonly length: number
  /** What was recognised, for evidence. */
  readonly patternId?: string
}

/** A text without its secrets. */
export interface RedactedText {
  /** The text as it may leave the program. */
  readonly text: string
  /** What was replaced, in order and apart; empty when nothing was. */
  readonly replacements: readonly Replacement[]
}

/** Hides what must not reach a model; every text of every source passes through it. */
export interface Redactor {
  /** Called with whole texts, before anything is cut; equal texts must give equal results within a `version`. */
  redact(text: string, scope: RedactionScope, projectId: string): Promise<RedactedText>
  /** Changes whenever the same text may come out differently; results are not cached across it. Absent: constant. */
  version?(): number
}

/** Time, as a dependency. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds that only grow, for durations. */
  monotonic(): number
}

/** A structured log. The engine passes ids, counts and codes, never text of a document or a prompt. */
export interface Logger {
  /** Details for whoever develops the program. */
  debug(fields: object, message: string): void
  /** What happens in normal operation. */
  info(fields: object, message: string): void
  /** A source failed, or Rules are over their limit. */
  warn(fields: object, message: string): void
  /** Something that should not happen. */
  error(fields: object, message: string): void
}

/** Stores the state that one request leaves for the next: small JSON values. Synchronous, as it is read at once. */
export interface SessionStore {
  /** The value written last, or undefined. Anything else than such a value is ignored. */
  read(projectId: string, key: string): unknown
  /** Replaces a value. */
  write(projectId: string, key: string, value: object): void
}

/** Stores how a project divides its input. */
export interface BudgetStore {
  /** Undefined: the default, 0.15, 0.1, 0.25 and 0.5 in the order of the layers. */
  read(projectId: string): Promise<Budget | undefined>
}

/** Stores the evidence of requests. */
export interface ReceiptStore {
  /** Called once per request that is no preview. A failure is logged; the request is answered all the same. */
  add(receipt: Receipt): Promise<void>
}

/** Where an engine stores things; what is absent is in memory (sessions), the default (budget) or nowhere (receipts). */
export interface Stores {
  /** Reused between requests and, when it outlives the process, between starts. */
  readonly sessions?: SessionStore
  /** Read for each request that brings no budget of its own. */
  readonly budgets?: BudgetStore
  /** Written after each request. */
  readonly receipts?: ReceiptStore
}
