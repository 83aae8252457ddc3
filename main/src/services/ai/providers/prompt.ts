import { sha256Hex } from '../../../lib/hash.ts'
import { type Block, messagesOf, type SentPrompt, textOf } from '../../context/index.ts'
import { observedText, type ToolDefinition, type ToolTurn, toolsText, writtenText } from './toolTurns.ts'

/** A piece of a prompt that changes as one; its texts joined are the message, byte for byte. */
export type PromptBlock = Pick<
  Block,
  'blockId' | 'layer' | 'stability' | 'text' | 'tokens' | 'part' | 'appended' | 'round'
>

/** What a provider gets, in the order of the wire: tools, system, material and history, the message, turns. */
export interface ProviderPrompt extends SentPrompt<PromptBlock> {
  /** Tools that the model may call in its provider's own form; absent: none. */
  readonly tools?: readonly ToolDefinition[]
  /** What followed the current message, oldest first; absent: nothing. */
  readonly turns?: readonly ToolTurn[]
}

/** A prompt that no assembly made: one block each, used once. */
export function plainPrompt(system: string, user: string): ProviderPrompt {
  const block = (blockId: string, layer: PromptBlock['layer'], text: string): PromptBlock => ({
    ...{ blockId, layer, text, tokens: 0 },
    stability: 'turn',
  })
  return {
    system: [block('system', null, system)],
    material: [],
    history: [],
    user: [block('user', 'immediate', user)],
  }
}

/** Everything in it, in order. */
export const wholeText = (prompt: ProviderPrompt): string =>
  [
    toolsText(prompt.tools),
    textOf(prompt.system),
    ...messagesOf(prompt).map(({ content }) => content),
    ...(prompt.turns ?? []).flatMap((turn) => [
      ...turn.thinking.map(({ text }) => text),
      writtenText(turn),
      observedText(turn),
    ]),
  ].join('')

/** What identifies a prompt: without history, and with every message that is sent. */
export interface PromptHashes {
  /** SHA-256 of system prompt and user content. */
  readonly promptHash: string
  /** SHA-256 of the JSON of `[role, text]` of every message, in the order of the wire. */
  readonly sentHash: string
}

/** As providers that divide a message into blocks get the same text, it does not depend on the service. */
export function hashesOf(prompt: ProviderPrompt): PromptHashes {
  const systemText = textOf(prompt.system)
  const added = prompt.history.flatMap(({ added = [], heading }) => (heading ? [...added, heading] : added))
  const userText = textOf([...prompt.material, ...added, ...prompt.user])
  const turns = (prompt.turns ?? []).flatMap((turn) => [
    ['assistant', writtenText(turn)],
    ['user', observedText(turn)],
  ])
  const messages = [
    ['system', systemText],
    ...messagesOf(prompt).map(({ role, content }) => [role, content]),
    ...turns,
  ]
  return {
    promptHash: sha256Hex(systemText + userText + turns.map(([, text]) => text).join('')),
    sentHash: sha256Hex(JSON.stringify(messages)),
  }
}
