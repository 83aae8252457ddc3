import type { ConversationEvent } from '#contract/creonow.ts'
import type { PromptBlock, ProviderPrompt, ToolDefinition } from '../ai/index.ts'
import type { HistoryMessage, Language } from '../context/index.ts'
import type { Compaction, HistoryManager } from '../conversation/index.ts'
import { agentHistory, messagesOf } from './agentHistory.ts'
import { agentPrompt } from './agentPrompt.ts'
import { agentWords } from './prompts.ts'

export interface CompactBefore {
  readonly history: HistoryManager
  /** The log without the round that is open, redacted. */
  readonly events: readonly ConversationEvent[]
  readonly language: Language
  readonly system: string
  /** In front of it; empty: steps are written as text. */
  readonly tools: readonly ToolDefinition[]
  readonly projectInstructions: string
  readonly input: string
  readonly modelId: string
  readonly windowTokens: number
  /** The most that history takes of a request. */
  readonly historyTokens: number
  readonly protectedRounds: number
  readonly count: (text: string) => number
  readonly signal: AbortSignal
  /** One request for a summary, with the beginning that steps have. */
  readonly generate: (prompt: ProviderPrompt, signal: AbortSignal) => Promise<string>
  readonly onCompacting: () => void
}

/** Compaction leaves this share of the window in use. */
const leftShare = 0.5
/** Of the window, for the rounds that one summary is made of. */
const pieceShare = 0.5
/** A summary with its skeleton, at most. */
export const summaryTokens = 4000
const skeletonTokens = 1500

/**
 * Compacts the finished rounds of a conversation before the first step of a task, so that at most half of the window
 * is in use. Undefined: nothing could leave. @throws CANCELLED, and what the request for the summary throws.
 */
export function compactBefore(options: CompactBefore): Promise<Compaction | undefined> {
  const { history, events, language, system, tools, projectInstructions, input, count, windowTokens } =
    options
  const currentHistory = agentHistory(events, options.historyTokens, count, agentWords[language].done)
  const sizeOf = (blocks: readonly Pick<PromptBlock, 'tokens'>[]) =>
    blocks.reduce((sum, { tokens }) => sum + tokens, 0)
  const promptWith = (messages: readonly HistoryMessage[], inputText: string) =>
    agentPrompt(
      {
        language,
        system,
        tools,
        projectInstructions,
        history: messages,
        input: inputText,
        scratchpad: [],
        todo: '',
      },
      count,
    )
  const empty = promptWith([], input)
  const freeTokens = Math.floor(windowTokens * leftShare) - sizeOf([...tools, ...empty.system, ...empty.user])
  return history.compact({
    ...{ language, count, signal: options.signal, modelId: options.modelId },
    ...{ protectedRounds: options.protectedRounds, trimProse: true },
    targetTokens: Math.max(
      0,
      Math.min(options.historyTokens, freeTokens) -
        summaryTokens -
        skeletonTokens -
        currentHistory.summaryTokens,
    ),
    pieceTokens: Math.floor(windowTokens * pieceShare),
    generate({ rounds, instruction }, until) {
      options.onCompacting()
      // The history as the last step had it is cached; it is sent unless some of what leaves is not in it, or short.
      const leaving = messagesOf(rounds.flatMap((round) => round.events))
      const isWhole =
        currentHistory.leftOutRounds === 0 &&
        leaving.every(({ content }) => currentHistory.messages.some((sent) => sent.content.endsWith(content)))
      const messages = isWhole ? currentHistory.messages : leaving
      const block = { blockId: 'summary', layer: 'immediate', stability: 'turn', text: instruction } as const
      return options.generate(
        { ...promptWith(messages, ''), user: [{ ...block, tokens: count(instruction) }] },
        until,
      )
    },
  })
}
