import { textOf } from '../../context/index.ts'
import type { PromptBlock, ProviderPrompt } from '../providers/prompt.ts'

/** A part of a request as it goes over the wire: what a provider can find again, as one. */
export interface Segment {
  readonly role: 'system' | 'user' | 'assistant'
  /**
   * `stable`: instructions, rules and settings. `history`: a message of a finished round. `material`: retrieved
   * material. `frozen`: a part of the text before the cursor that stays as it is. `added`: what was found for a question
   * of a conversation. `unique`: of this run only.
   */
  readonly kind: 'stable' | 'history' | 'material' | 'frozen' | 'added' | 'unique'
  readonly text: string
  readonly tokens: number
  /** The first block in it. */
  readonly blockId: string
  /** Present: it is the turn of this number behind the messages, and `text` only identifies it. */
  readonly turn?: number
}

/**
 * Fewer tokens than the vendors' tokenizers make of it, two Chinese characters or four others a token: a minimum must
 * not be thought reached when it is not.
 */
function leastTokens(text: string): number {
  const otherUnits = text.replace(/\p{Script=Han}/gu, '').length
  return Math.floor((text.length - otherUnits) / 2 + otherUnits / 4)
}

/**
 * A prompt as few segments: what changes together is one. The text behind the last frozen part of the text before the
 * cursor (without any: behind the retrieved material) is unique; in a conversation all of that text is repeated.
 * Joined by messages (`inMessages`), they are the texts that are sent, byte for byte.
 */
export function segmentsOf({
  system,
  material,
  history,
  user,
  turns = [],
}: ProviderPrompt): readonly Segment[] {
  const appendedEnd = material.length > 0 ? firstOther(user, ({ appended }) => appended === true) : 0
  return [
    ...segment('system', 'stable', system),
    ...frontSegments(material, material.length),
    ...history.flatMap(({ role, content, added = [], heading }, at): readonly Segment[] => {
      const text = (heading?.text ?? '') + content
      return [
        ...segment('user', 'added', added),
        { role, kind: 'history', text, tokens: leastTokens(text), blockId: `history:${at}` },
      ]
    }),
    ...segment('user', 'added', user.slice(0, appendedEnd)),
    ...(material.length > 0 ? segment('user', 'unique', user.slice(appendedEnd)) : userSegments(user)),
    ...turns.map(({ tokens, blockId, ...turn }, at): Segment => {
      const text = JSON.stringify(turn)
      return { role: 'assistant', kind: 'frozen', text, tokens, blockId, turn: at }
    }),
  ]
}

/**
 * Segments by the messages that they are parts of. A finished round is a message of its own, with what was added to it.
 * Turns are left out: they are more than texts.
 */
export function inMessages(
  segments: readonly Segment[],
): readonly { readonly role: Segment['role']; readonly segments: readonly Segment[] }[] {
  const messages: { role: Segment['role']; segments: Segment[] }[] = []
  for (const segment of segments) {
    if (segment.turn !== undefined) continue
    const last = messages.at(-1)
    if (last?.role === segment.role && last.segments.at(-1)?.kind !== 'history') last.segments.push(segment)
    else messages.push({ role: segment.role, segments: [segment] })
  }
  return messages
}

const firstOther = (blocks: readonly PromptBlock[], isOne: (block: PromptBlock) => boolean): number => {
  const at = blocks.findIndex((block) => !isOne(block))
  return at < 0 ? blocks.length : at
}

function userSegments(user: readonly PromptBlock[]): readonly Segment[] {
  const materialEnd = firstOther(user, ({ layer }) => layer === 'retrieved')
  const uniqueFrom = Math.max(materialEnd, user.findLastIndex(({ part }) => part === 'frozen') + 1)
  return [...frontSegments(user, uniqueFrom), ...segment('user', 'unique', user.slice(uniqueFrom))]
}

/** Retrieved material and the parts of the text, up to the block `end`. */
function frontSegments(blocks: readonly PromptBlock[], end: number): readonly Segment[] {
  const materialEnd = Math.min(
    end,
    firstOther(blocks, ({ layer }) => layer === 'retrieved'),
  )
  const frozen: PromptBlock[][] = [[]]
  const text = blocks.slice(materialEnd, end)
  // Text before the first part (a heading, the end of the previous chapter) moves only with it, and what was appended
  // belongs to the part behind which it arrived: a breakpoint stays where the request before had one.
  for (const [at, block] of text.entries()) {
    frozen.at(-1)?.push(block)
    if (block.part === 'frozen' && text[at + 1]?.appended !== true) frozen.push([])
  }
  return [
    ...segment('user', 'material', blocks.slice(0, materialEnd)),
    ...frozen.flatMap((part) => segment('user', 'frozen', part)),
  ]
}

function segment(
  role: Segment['role'],
  kind: Segment['kind'],
  blocks: readonly PromptBlock[],
): readonly Segment[] {
  const text = textOf(blocks)
  const tokens = blocks.reduce((sum, block) => sum + block.tokens, 0)
  return text === '' ? [] : [{ role, kind, text, tokens, blockId: blocks[0]?.blockId ?? '' }]
}
