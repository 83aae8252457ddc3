import type { AgentEvent, AgentHead, AgentTask } from '#contract/agent.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Provider, ResolvedModel, SentStore } from '../ai/index.ts'
import type { Language } from '../context/index.ts'
import type { ConversationStore, HistoryManager, Turns } from '../conversation/index.ts'
import type { ProjectInstructions } from './projectInstructions.ts'
import type { ApprovalAnswer, Toolbox } from './toolbox.ts'

export interface AgentInput {
  readonly projectId: string
  readonly conversationId?: string | undefined
  readonly documentId?: string | undefined
  readonly input: string
  readonly modelId?: string | undefined
  readonly maxSteps?: number | undefined
}

export interface AgentOptions {
  readonly model: (modelId: string | undefined) => ResolvedModel
  /** @throws AI_PROVIDER_MISSING. */
  readonly provider: (model: ResolvedModel, projectId: string) => Provider
  /** Counts a text in the model's tokens, never too few. */
  readonly counter: (model: ResolvedModel) => Promise<(text: string) => number>
  /** Returns that the service has read less than was sent. */
  readonly calibrateTokenizer?: (
    model: ResolvedModel,
    prompt: string,
    inputTokens: number,
  ) => Promise<object | undefined>
  /** Store of recently sent requests, so that the cache is judged correctly for the first step after a restart too. */
  readonly sent: SentStore
  readonly language: (projectId: string) => Promise<Language>
  /** The author's preferences for a task's prompt, redacted; empty while there are none. */
  readonly author: (projectId: string, language: Language) => Promise<string>
  /** The preferences' part of the agent's profile. */
  readonly authorTokens: (maxInputTokens: number) => number
  readonly projectInstructions: (projectId: string) => Promise<ProjectInstructions | undefined>
  readonly openToolbox: (about: {
    readonly projectId: string
    readonly conversationId: string
    readonly modelId: string
    readonly label: string
    readonly language: Language
    /** The tools that the model gets; absent: those that are switched on. */
    readonly listed?: readonly string[] | undefined
  }) => Promise<Toolbox>
  /** Every later write to this project is allowed. */
  readonly allowWrites: (projectId: string) => Promise<void>
  /** The author's words as the model gets them: with resolved mentions, redacted. */
  readonly prepareInput: (projectId: string, text: string) => Promise<string>
  readonly conversations: Pick<ConversationStore, 'append' | 'create' | 'read' | 'show' | 'list'>
  readonly turns: Turns
  /** Tokens of history by the agent's profile; the author's history budget does not apply. */
  readonly historyTokens: (maxInputTokens: number, rounds: number) => number
  readonly compaction: {
    readonly historyOf: (projectId: string, conversationId: string) => HistoryManager
    /** Rounds that are never compacted. */
    readonly protectedRounds: () => number
  }
  readonly redact: (text: string, projectId: string) => Promise<string>
  readonly redactText: (text: string) => string
  readonly saveOutput: (
    projectId: string,
    conversationId: string,
    name: string,
    text: string,
  ) => Promise<string>
  /** Called after each event is stored. */
  readonly onStored: (projectId: string) => Promise<void>
  /** Of a task that names none; undefined: as far as there is progress. */
  readonly maxSteps: () => number | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly logger: Logger
}

export interface AgentService {
  /**
   * Checks the request, stores the author's words, then works in the background and reports through `emit`. Rejects
   * with NOT_FOUND, CONFLICT {why: answering | working}, AI_PROVIDER_MISSING. `finished` never rejects.
   */
  start(
    input: AgentInput,
    emit: (event: AgentEvent) => void,
  ): Promise<{ readonly taskId: string; readonly conversationId: string; readonly finished: Promise<void> }>
  /** False when the task has ended. */
  cancel(taskId: string): boolean
  /**
   * False when the approval is no longer pending. @throws AppError FORBIDDEN for `always` and a command,
   * INVALID_ARGUMENT for a place that the approval does not have.
   */
  approve(taskId: string, approvalId: string, answer: ApprovalAnswer): Promise<boolean>
  /** Newest first; those at work among them. */
  list(projectId: string): Promise<readonly AgentHead[]>
  /** @throws AppError NOT_FOUND. */
  read(projectId: string, taskId: string): Promise<AgentTask>
  /** No approval can be given any more: pending and later ones are declined. Resolves when no task is running. */
  drain(): Promise<void>
  /** Whether a task is at work, or waits for an answer of the author. */
  isWorking(): boolean
  /** Ends running tasks and resolves after their last write. */
  dispose(): Promise<void>
}
