import type { z } from 'zod'
import type { AgentApproval, AgentTodo, Decision } from '#contract/agent.ts'
import type { ToolDescription } from './prompts.ts'
import type { ToolName, ToolResult } from './tools/tool.ts'

/** What a tool is about to do, as the author approves it. */
export type ApprovalRequest = Omit<AgentApproval, 'approvalId'>

/** The author's answer to an approval. */
export interface ApprovalAnswer {
  readonly decision: Decision
  /** The places to write; undefined: all that are not uncertain. */
  readonly placeIds?: readonly number[] | undefined
}

/** Requests an approval. @throws AppError CANCELLED when the task ends before the decision. */
export type RequestApproval = (request: ApprovalRequest) => Promise<ApprovalAnswer>

/** The tools of one task, with what they share: what was read, the plan, the round of the journal. */
export interface Toolbox {
  /** In the order in which the prompt lists them. */
  readonly tools: readonly (ToolDescription & {
    /** The argument that a fenced block behind the action gives. */
    readonly block?: string
    /** Shape and bounds of the arguments. */
    readonly schema: z.ZodType
    /** Runs of it change nothing and need no order among themselves. */
    readonly isReading: boolean
  })[]
  /** The exact name of a tool, in whatever case it was written; also of one that is switched off. */
  has(name: string): ToolName | undefined
  /** Never throws but CANCELLED: what goes wrong is a result with an error. */
  run(
    name: ToolName,
    input: unknown,
    call: { readonly signal: AbortSignal; readonly requestApproval: RequestApproval },
  ): Promise<ToolResult>
  todos(): readonly AgentTodo[]
  /** The plan in a few lines; empty without one. */
  recap(): string
  /** What was written: undefined while nothing was. */
  written(): { readonly editId: string; readonly files: readonly string[] } | undefined
  /** The round of the journal is whole. */
  close(): Promise<void>
}
