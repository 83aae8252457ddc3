import type { z } from 'zod'
import type { RunSpending } from '#contract/spending.ts'
import type { EditRound } from '../../edits/index.ts'
import type { ReadMemory } from './readMemory.ts'
import type { TodoList } from './todoList.ts'

export const toolNames = [
  'LS',
  'Glob',
  'Grep',
  'Read',
  'Search',
  'Codex',
  'Edit',
  'MultiEdit',
  'Write',
  'ForEach',
  'TodoWrite',
  'Bash',
] as const
export type ToolName = (typeof toolNames)[number]

/**
 * What a tool answers. `data` by tool, every text in it redacted: as in `resultShapes.ts`, and of those that no other
 * program may call TodoWrite `{recap, todos}` · ForEach `{instruction, chapters, answered, failed,
 * results: {path, text|error}[]}` · Bash `{exitCode, stdout, stderr, timedOut}`.
 */
export interface ToolResult {
  readonly status: 'success' | 'partial' | 'error'
  readonly data: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: string; readonly message: string }
  /** What the model reads as the observation, redacted. */
  readonly text: string
  /** What requests of the tool itself have cost. */
  readonly spending?: RunSpending
  readonly stats?: Readonly<Record<string, unknown>>
  readonly context?: Readonly<Record<string, unknown>>
}

export interface Tool {
  /** The name a model calls it by. */
  readonly name: ToolName
  /** Shape and bounds of the arguments. */
  readonly schema: z.ZodType
  /** What it does to the project: `shell` runs a command, `model` sends requests of its own. */
  readonly kind: 'read' | 'write' | 'todo' | 'shell' | 'model'
  /** For the prompt: what it does, its arguments with an example. */
  readonly describe: { readonly zh: string; readonly en: string }
  /** Never throws but CANCELLED, when the signal aborts; bad input is `error` with the expected shape. */
  run(input: unknown, context: ToolContext): Promise<ToolResult>
}

export interface ToolContext {
  /** The only project the call can reach. */
  readonly projectId: string
  /** Fires when the task is cancelled. */
  readonly signal: AbortSignal
  /** One per task. */
  readonly reads: ReadMemory
  /** Opened at the first write of the round, and the same until the round is done. */
  readonly round: () => EditRound
  /**
   * Requests an approval with the diff; not called for what the project's permissions allow. False: refused. True: all
   * but the uncertain places. Otherwise: the places with these ids, uncertain ones among them.
   */
  readonly approve: (change: ProposedChange) => Promise<boolean | ReadonlySet<number>>
  /** The task's list, shared by all its steps. */
  readonly todos: TodoList
  /** Absent: another program calls, without a model of ours. */
  readonly task?: { readonly conversationId: string; readonly modelId: string }
}

/** What the author approves. Not redacted: whoever shows it to anything else redacts it. */
export type ProposedChange =
  | {
      readonly kind: 'edit'
      readonly tool: 'Edit' | 'MultiEdit' | 'Write'
      readonly files: readonly ProposedFile[]
      /** Places that resemble the name, those in `files` among them; they stay unchanged unless they are approved. */
      readonly uncertain: readonly UncertainGroup[]
    }
  /** Not contained in the project. */
  | { readonly kind: 'shell'; readonly tool: 'Bash'; readonly command: string; readonly timeoutMs: number }
  /** Sends so many requests with this instruction. */
  | ({ readonly kind: 'spend'; readonly tool: 'ForEach'; readonly instruction: string } & SpendEstimate)

/** What many requests together would send. */
export interface SpendEstimate {
  /** Requests, one for each chapter that has no answer yet. */
  readonly total: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** US dollars; absent: no price is available. */
  readonly price?: number | undefined
}

export interface ProposedFile {
  readonly path: string
  /** In order; those that are not uncertain make all of `diff`. */
  readonly places: readonly ProposedPlace[]
  readonly isNew: boolean
  /** Lines. */
  readonly added: number
  readonly removed: number
  /**
   * Unified, with one line of context on each side, nothing hidden or left out; lines end with LF. A line of a file
   * that ends with CR only in places has its CR.
   */
  readonly diff: string
  /** The ends of all its lines, before and after; `mixed`: what is no LF is in `diff`. */
  readonly lineBreaks: 'crlf' | 'mixed'
  /**
   * The diff without what is hidden from other programs in its unchanged lines; undefined where changed lines have
   * hidden text that the program that writes did not give itself.
   */
  readonly redactedDiff: string | undefined
}

/** One change of a file, which can be approved by itself. Its lines end with LF where all of the file end with CRLF. */
export interface ProposedPlace {
  /** Unique in the proposal, from 0 in order. */
  readonly placeId: number
  /** Its first line in the text before, from 1. */
  readonly line: number
  /** The words in front of it on its line, at most 60 UTF-16 units. */
  readonly before: string
  /** What is removed, whole; empty: nothing. */
  readonly removed: string
  /** What is written, whole; empty: nothing. */
  readonly added: string
  /** The words behind it on its line, at most 60 UTF-16 units. */
  readonly after: string
  /** Present where the name may be part of another one: written only if the author chooses it. */
  readonly uncertain?: Pick<UncertainGroup, 'phrase' | 'why'>
}

/** Places where a name may be part of another one. */
export interface UncertainGroup {
  /** The name with the characters that make it uncertain: `林远山`. */
  readonly phrase: string
  /** `codex`: an entry has this longer name. `usage`: the book uses it like one. `variant`: another way to write it. */
  readonly why: 'codex' | 'usage' | 'variant'
  readonly count: number
  readonly places: readonly { readonly path: string; readonly line: number; readonly text: string }[]
}
