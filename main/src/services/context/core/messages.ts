import type { Block } from './print.ts'

/** What of a block decides where it is sent. */
type Sendable = Pick<Block, 'layer' | 'stability' | 'text' | 'part' | 'appended' | 'round'>

/** A message of a finished round, whole. */
export interface HistoryMessage {
  /** Who wrote it. */
  readonly role: 'user' | 'assistant'
  /** As it is sent. */
  readonly content: string
}

/** Such a message with what is sent in front of it. */
interface SentRoundMessage<B> extends HistoryMessage {
  /** The material that was found for the question. */
  readonly added?: readonly B[]
  /** The line between material and the question. */
  readonly heading?: B
}

/** A prompt in the order of the wire: one system message, what stays through a conversation, its rounds, the rest. */
export interface SentPrompt<B extends Pick<Block, 'text'>> {
  /** Blocks in order, joined to one text. */
  readonly system: readonly B[]
  /** In a conversation: what its turns have in common, in front of the first round; else nothing. */
  readonly material: readonly B[]
  /** Finished rounds, oldest first. */
  readonly history: readonly SentRoundMessage<B>[]
  /** Blocks of the current message in order, joined to one text. */
  readonly user: readonly B[]
}

/**
 * The blocks of one assembly in the order of the wire. Without `history` the request belongs to no conversation. In
 * one, the material of its turns is in front of all rounds and later finds are with their questions, so that each turn
 * repeats the one before and only appends.
 */
export function promptOf<B extends Sendable>(
  blocks: readonly B[],
  history?: readonly (HistoryMessage & { readonly round?: number })[],
): SentPrompt<B> {
  const end = blocks.findIndex(({ layer }) => layer === 'retrieved' || layer === 'immediate')
  const systemEnd = end < 0 ? blocks.length : end
  const system = blocks.slice(0, systemEnd)
  const content = blocks.slice(systemEnd)
  if (history === undefined) return { system, material: [], history: [], user: content }
  const materialEnd = lastingEnd(content)
  const rest = content.slice(materialEnd)
  return {
    system,
    material: content.slice(0, materialEnd),
    history: history.map(({ role, content: text, round }) => {
      const own = role === 'user' && round !== undefined ? rest.filter((block) => block.round === round) : []
      const added = own.filter(({ appended }) => appended)
      const heading = own.find(({ appended }) => !appended)
      return { role, content: text, ...(added.length > 0 && { added }), ...(heading && { heading }) }
    }),
    user: rest.filter(({ round }) => round === undefined),
  }
}

/** The end of the text before the cursor; without one, of what does not change from turn to turn. */
function lastingEnd(content: readonly Sendable[]): number {
  const textEnd = content.findLastIndex(({ part }) => part !== undefined) + 1
  if (textEnd > 0) return textEnd
  const changing = content.findIndex(({ stability, appended }) => stability === 'turn' || appended === true)
  return changing < 0 ? content.length : changing
}

/** The texts of blocks, joined. */
export const textOf = (blocks: readonly Pick<Block, 'text'>[]): string =>
  blocks.map(({ text }) => text).join('')

/** The messages behind the system prompt, as a service gets them that takes one text for each. */
export function messagesOf({
  material,
  history,
  user,
}: Omit<SentPrompt<Sendable>, 'system'>): HistoryMessage[] {
  const front = textOf(material)
  const [first] = history
  if (!first) return [{ role: 'user', content: front + textOf(user) }]
  const rounds = history.map(({ role, content, added = [], heading }, at) => ({
    role,
    content: (at === 0 && role === 'user' ? front : '') + textOf(added) + (heading?.text ?? '') + content,
  }))
  const isOwn = front !== '' && first.role !== 'user'
  return [
    ...(isOwn ? [{ role: 'user' as const, content: front }] : []),
    ...rounds,
    { role: 'user', content: textOf(user) },
  ]
}
