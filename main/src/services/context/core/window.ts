import { tailThatFits } from './cuts.ts'
import { limit } from './layers.ts'

export interface WindowInput {
  /** The chapter up to the cursor. */
  readonly text: string
  /** Tokens left for it after all else is placed. */
  readonly space: number
  /** Start of the previous window, already mapped onto the present text; undefined on a first request. */
  readonly anchor?: number
  /** Tokens of the block that contains `text.slice(start)`. */
  readonly count: (start: number) => number
  /** Tokens that the window has at least, even when it moves and leaves slack. */
  readonly minimumTokens: number
  /** True: no memory of earlier requests, so no slack either. */
  readonly fresh: boolean
  /** It stays where it is while that fits, even where the whole text would. */
  readonly staysAtAnchor?: boolean
  /** It may move now at no cost of its own, and should leave room to write on. */
  readonly leavesRoom?: boolean
}

/** UTF-16 offset where the text before the cursor starts; `text.length` when nothing fits. */
export function chooseStart(input: WindowInput): number {
  const { text, space, anchor, count, fresh } = input
  if (space <= 0 || text.length === 0) return text.length
  const stays = input.leavesRoom ? (1 - limit.leastSlack) * space : space
  const hasAnchor = anchor !== undefined && anchor < text.length
  if (input.staysAtAnchor && hasAnchor && count(anchor) <= space) return anchor
  // On a first request there is no sign that others follow.
  if (count(0) <= (fresh ? space : stays)) return 0
  if (hasAnchor && count(anchor) <= stays) return anchor
  const slack = fresh ? 0 : limit.slack
  const minimum = Math.min(space, input.minimumTokens)
  const allowed = Math.max((1 - slack) * space, minimum)
  // A boundary that leaves more than half of the space unused, or the layer below its floor, is too coarse.
  const enough = Math.max(allowed / 2, minimum - limit.sentenceTokens)
  return tailThatFits(
    text,
    (start) => count(start) <= allowed,
    (start) => count(start) >= enough,
  )
}
