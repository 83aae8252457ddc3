import type { PromptBlock, ProviderPrompt, ToolDefinition, ToolTurn } from '../ai/index.ts'
import type { HistoryMessage, Language } from '../context/index.ts'
import { agentWords } from './prompts.ts'

/** The prompt of one step, its parts in the order of the fields. */
export interface AgentContext {
  readonly language: Language
  /** The system prompt. */
  readonly system: string
  /** Rules of the project for the agent, redacted; empty: there are none. */
  readonly projectInstructions: string
  /** Finished rounds. */
  readonly history: readonly HistoryMessage[]
  /** The author's words of this round, with resolved mentions. */
  readonly input: string
  readonly scratchpad: readonly PromptBlock[]
  readonly todo: string
  /** In front of all; empty or absent: steps are written as text. */
  readonly tools?: readonly ToolDefinition[]
  /** Behind all; absent: none. */
  readonly turns?: readonly ToolTurn[]
}

/**
 * System prompt and project instructions are the one system message, finished rounds are messages, and the round
 * itself is the last one: the author's words, a block for each step, and at the very end what changes with each step. With tools
 * nothing is behind the turns: some services accept no words of the author behind a result.
 */
export function agentPrompt(context: AgentContext, count: (text: string) => number): ProviderPrompt {
  const { language, system, projectInstructions, history, input, scratchpad, todo } = context
  const { tools = [], turns = [] } = context
  const isNative = tools.length > 0
  const wording = agentWords[language]
  const block = (
    blockId: string,
    text: string,
    more: Pick<PromptBlock, 'layer' | 'stability'> & Partial<Pick<PromptBlock, 'part'>>,
  ): PromptBlock => ({ blockId, text, tokens: count(text), ...more })
  const ofTurn = { layer: 'immediate', stability: 'turn' } as const
  const steps = scratchpad.length === 0 ? '' : `${wording.done}\n`
  const recap = todo === '' ? '' : `${wording.todo}\n${todo}\n\n`
  return {
    system: [
      block('agent:system', system, { layer: null, stability: 'frozen' }),
      ...(projectInstructions === ''
        ? []
        : [
            block('agent:law', `${wording.projectInstructions}\n${projectInstructions.trim()}\n\n`, {
              layer: 'rules',
              stability: 'book',
            }),
          ]),
    ],
    material: [],
    history,
    user: [
      block('agent:input', `${wording.request}\n${input}\n\n`, { ...ofTurn, part: 'frozen' }),
      ...(steps === '' ? [] : [block('agent:steps', steps, ofTurn)]),
      ...scratchpad,
      ...(isNative ? [] : [block('agent:next', `${recap}${wording.next}`, ofTurn)]),
    ],
    ...(isNative && { tools, turns }),
  }
}
