import { type PromptBlock, type ProviderPrompt, textOf } from '../providers/prompt.ts'

/** A part of a request as it goes over the wire: what a provider can find again, as one. */
export interface Segment {
  readonly role: 'system' | 'user' | 'assistant'
  /**
   * `stable`: instructions, rules and settings. `history`: a message of a finished round. `material`: retrieved
   * material. `frozen`: a part of the text before the cursor that stays as it is. `unique`: of this run only.
   */
  readonly kind: 'stable' | 'history' | 'material' | 'frozen' | 'unique'
  readonly text: string
  readonly tokens: number
  /** The first block in it. */
  readonly blockId: string
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
 * cursor (without any: behind the retrieved material) is unique. Joined, the segments of the system and those of the
 * user are the prompt's two strings, byte for byte.
 */
export function segmentsOf({ system, history, user }: ProviderPrompt): readonly Segment[] {
  const firstNotRetrieved = user.findIndex(({ layer }) => layer !== 'retrieved')
  const materialEnd = firstNotRetrieved < 0 ? user.length : firstNotRetrieved
  const uniqueFrom = Math.max(materialEnd, user.findLastIndex(({ part }) => part === 'frozen') + 1)
  const frozen: PromptBlock[][] = [[]]
  // Text before the first part (a heading, the end of the previous chapter) moves only with it.
  for (const block of user.slice(materialEnd, uniqueFrom)) {
    frozen.at(-1)?.push(block)
    if (block.part === 'frozen') frozen.push([])
  }
  return [
    ...segment('system', 'stable', system),
    ...history.map(
      ({ role, content }, at): Segment => ({
        ...{ role, kind: 'history', text: content, tokens: leastTokens(content), blockId: `history:${at}` },
      }),
    ),
    ...segment('user', 'material', user.slice(0, materialEnd)),
    ...frozen.flatMap((blocks) => segment('user', 'frozen', blocks)),
    ...segment('user', 'unique', user.slice(uniqueFrom)),
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
