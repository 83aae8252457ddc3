import type { BlockCounter } from './blockCounter.ts'
import { fitLayer } from './layerFit.ts'
import { givesWay } from './shrink.ts'
import {
  type Chunk,
  chunkKey,
  type DetailLevel,
  drop,
  include,
  type Placed,
  shorten,
  shorterLevels,
} from './types.ts'

/** A rule of the previous selection. Plain JSON: it is stored in the session state. */
export interface StickyRule {
  readonly key: string
  readonly level: DetailLevel
  /** Of a full text that was cut: UTF-16 units that were left. */
  readonly units?: number
}

export interface RulesSelection {
  /** In the order of the layer; what was left out is there as dropped. */
  readonly placed: readonly Placed[]
  readonly overLine: boolean
}

export interface RulesInput {
  /** All of them whole, in the order of the layer. */
  readonly placed: readonly Placed[]
  readonly lineTokens: number
  /** Beyond the line rules that are shortened as far as they go may take so much, before one is left out. */
  readonly mostTokens: number
  readonly counter: BlockCounter
  /** What was chosen last time; absent on a first or stateless request. */
  readonly sticky?: readonly StickyRule[]
}

/**
 * When Rules exceed their line, the author's part stays whole and the automatic part is shortened by its shrink
 * steps. An entry that is only a name stays even beyond the line, and is dropped only where the window has no space
 * for its name. The previous choice stays while it takes no more tokens and shows every detected entry at least as
 * fully: an equal prefix saves more than a better choice among entries that are not mentioned.
 */
export function selectRules(input: RulesInput): RulesSelection {
  const { placed: all, lineTokens, mostTokens, counter } = input
  if (counter.layer('rules', all) <= lineTokens) return { placed: all, overLine: false }
  // Only the author's own rules: there is nothing to select.
  if (!all.some(({ chunk }) => givesWay(chunk.source))) return { placed: all, overLine: true }
  const shortened = fitLayer({
    layer: 'rules',
    placed: all,
    spaceTokens: lineTokens,
    counter,
    isAllowed: ({ step, cutOrder }) => step !== 'out' || cutOrder < firstEntryStep,
  })
  const best =
    shortened.tokens <= mostTokens
      ? shortened.placed
      : fitLayer({ layer: 'rules', placed: shortened.placed, spaceTokens: mostTokens, counter }).placed
  const leftOut = best.map((item) => (item.action === 'dropped' ? drop(item.chunk, 'not_selected') : item))
  return { placed: (input.sticky && stay(leftOut, input.sticky)) ?? leftOut, overLine: true }

  function stay(now: readonly Placed[], sticky: readonly StickyRule[]): readonly Placed[] | undefined {
    const before = new Map(sticky.map((rule) => [rule.key, rule]))
    const reused = now.map((item) => {
      const rule = item.chunk.source.required ? undefined : before.get(chunkKey(item.chunk))
      return rule === undefined ? item : (formOf(item.chunk, rule) ?? item)
    })
    const covers = now.every((item, at) => {
      const reusedItem = reused[at]
      return !isDetected(item.chunk) || (reusedItem !== undefined && rank(reusedItem) <= rank(item))
    })
    const allowedTokens = Math.max(lineTokens, counter.layer('rules', now))
    return covers && counter.layer('rules', reused) <= allowedTokens ? reused : undefined
  }
}

/** Constraints that the app derives leave before an entry is shortened: see the sources' ladders. */
const firstEntryStep = 2

/** Detected in the window or named in the request: a mention above the window scores less. */
const isDetected = ({ score = 0 }: Chunk) => score >= lowestDetected
const lowestDetected = 0.7

const levels: readonly DetailLevel[] = ['full', ...shorterLevels]
/** What a form leaves out, from 0; less than 1 for a text that is only cut, the shorter the more. */
const rank = ({ action, level = 'full', chunk, text }: Placed) =>
  action === 'dropped'
    ? levels.length
    : action === 'trimmed'
      ? 1 - text.length / chunk.text.length
      : levels.indexOf(level)

/** Undefined where the entry has no such form any more. */
function formOf(chunk: Chunk, { level, units }: StickyRule): Placed | undefined {
  if (units !== undefined) {
    // The entry may have been edited: no character is cut in two.
    const isWhole =
      units > 0 && units < chunk.text.length && !/[\uDC00-\uDFFF]/.test(chunk.text.charAt(units))
    const text = chunk.text.slice(0, units)
    return isWhole ? { ...include(chunk), text, action: 'trimmed', reason: 'over_budget' } : undefined
  }
  if (level === 'full') return include(chunk)
  const text = chunk.forms?.[level]
  return text === undefined ? undefined : shorten(chunk, level, text)
}
