import { sha256Hex } from '../../../lib/hash.ts'
import type { Block } from '../../context/index.ts'

/** A piece of a prompt that changes as one; its texts joined are the message, byte for byte. */
export type PromptBlock = Pick<Block, 'blockId' | 'layer' | 'stability' | 'text' | 'tokens' | 'part'>

/** A message of a finished round of the conversation, whole and without the material that was sent with it. */
export interface HistoryMessage {
  /** Who wrote it. */
  readonly role: 'user' | 'assistant'
  /** As it is sent. */
  readonly content: string
}

/** What a provider gets, in the order of the wire: one system message, finished rounds, the current message. */
export interface ProviderPrompt {
  /** Blocks in order; the provider joins their texts. */
  readonly system: readonly PromptBlock[]
  /** Oldest first, between system prompt and user content. */
  readonly history: readonly HistoryMessage[]
  /** Blocks in order; the provider joins their texts. */
  readonly user: readonly PromptBlock[]
}

/** The blocks of one assembly, divided where its system prompt ends. */
export function promptOf(
  blocks: readonly PromptBlock[],
  history: readonly HistoryMessage[] = [],
): ProviderPrompt {
  const end = blocks.findIndex(({ layer }) => layer === 'retrieved' || layer === 'immediate')
  const at = end < 0 ? blocks.length : end
  return { system: blocks.slice(0, at), history, user: blocks.slice(at) }
}

/** A prompt that no assembly made: one block each, used once. */
export function plainPrompt(system: string, user: string): ProviderPrompt {
  const block = (blockId: string, layer: PromptBlock['layer'], text: string): PromptBlock => ({
    ...{ blockId, layer, text, tokens: 0 },
    stability: 'turn',
  })
  return {
    system: [block('system', null, system)],
    history: [],
    user: [block('user', 'immediate', user)],
  }
}

export const textOf = (blocks: readonly PromptBlock[]): string => blocks.map(({ text }) => text).join('')

/** Everything in it, in order. */
export const wholeText = ({ system, history, user }: ProviderPrompt): string =>
  [textOf(system), ...history.map(({ content }) => content), textOf(user)].join('')

/** What identifies a prompt: without history, and with every message that is sent. */
export interface PromptHashes {
  /** SHA-256 of system prompt and user content. */
  readonly promptHash: string
  /** SHA-256 of the JSON of `[role, text]` of every message, in the order of the wire. */
  readonly sentHash: string
}

/** As providers that divide a message into blocks get the same text, it does not depend on the service. */
export function hashesOf({ system, history, user }: ProviderPrompt): PromptHashes {
  const [systemText, userText] = [textOf(system), textOf(user)]
  const messages = [
    ['system', systemText],
    ...history.map(({ role, content }) => [role, content]),
    ['user', userText],
  ]
  return {
    promptHash: sha256Hex(systemText + userText),
    sentHash: sha256Hex(JSON.stringify(messages)),
  }
}
