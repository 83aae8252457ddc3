import type { BlockCounter } from './blockCounter.ts'
import { headThatFits, partThatFits, type SentenceCut } from './cuts.ts'
import type { FitItem, FitStep } from './fit.ts'
import { limit } from './layers.ts'
import { isTail } from './print.ts'
import { isMarkerLine } from './template.ts'
import {
  type Chunk,
  type CutStep,
  drop,
  include,
  type Placed,
  type ShortenStep,
  type SourceFacts,
  type Step,
  shorten,
} from './types.ts'
import { chooseStart } from './window.ts'

/** A chunk in `fit`: the item has its shrink steps, `placed()` its result. */
export interface ShrinkPlan {
  readonly item: FitItem
  /** `lastStep` is the last step that `fit` took for the item; undefined: none. */
  placed(lastStep: number | undefined): Placed
}

/** Tokens that a step leaves at least. */
export type LeaveTokens = Record<NonNullable<CutStep['leave']>, number>

/** Which steps may be applied to a chunk. */
export type StepFilter = (step: Step, chunk: Chunk) => boolean

export interface ShrinkOptions {
  /** Its number in a numbered list. */
  readonly position?: number
  readonly counter: BlockCounter
  readonly leave?: LeaveTokens | undefined
  readonly isAllowed?: StepFilter | undefined
}

/** Behind every step that a source declares. */
const lastOrder = 100

/** A source without shrink steps is sent whole or not at all. */
const shrinkStepsOf = ({ shrinkSteps, required }: SourceFacts): readonly Step[] =>
  shrinkSteps.length === 0 && !required ? [{ step: 'out', cutOrder: lastOrder }] : shrinkSteps

/** Whether a source declares any step. */
export const givesWay = (source: SourceFacts) => shrinkStepsOf(source).length > 0

/** A chunk with the steps that its source declares, each with its price in tokens. */
export function planShrink(start: Placed, options: ShrinkOptions): ShrinkPlan {
  const { position = 0, counter, leave = { share: 0, nearest: 0 }, isAllowed } = options
  const { chunk } = start
  const { source, pinned = false } = chunk
  const outcomes: (Placed | undefined)[] = []
  // Most layers fit unchanged: a step is counted when it is first needed.
  let steps: readonly FitStep[] | undefined
  const makeSteps = () =>
    shrinkStepsOf(source).flatMap((step): FitStep[] => {
      if (isAllowed && !isAllowed(step, chunk)) return []
      if (isCut(step)) return [cutStep(step, outcomes.push(undefined) - 1)]
      const shortened = shortenStep(step, chunk, (text) => counter.block(chunk, text, position))
      if (!shortened) return []
      outcomes.push(shortened.outcome)
      return [shortened.step]
    })

  function cutStep(step: CutStep, at: number): FitStep {
    const { leastUnits = 0, slackTokens = Number.POSITIVE_INFINITY } = step
    const minTokens =
      leastUnits > 0 ? leastOf(chunk, leastUnits, counter) : step.leave ? leave[step.leave] : 0
    const cut = (space: number, needed: number): number => {
      // The start of the window is decided after everything else; here its tokens are released.
      if (source.anchored) return space
      const toHead = () =>
        cutEnd(start, space, step.boundary, counter, {
          tokens: Math.max(needed, space - slackTokens),
          units: leastUnits,
        })
      const result =
        step.step === 'tail'
          ? cutStart(chunk, space, counter)
          : ((step.step === 'around' ? cutAround(start, space, leastUnits, counter) : undefined) ?? toHead())
      outcomes[at] = result
      return tokensOf(result, counter)
    }
    return { cutOrder: step.cutOrder, leave: minTokens, cut }
  }

  return {
    item: {
      tokens: tokensOf(start, counter, position),
      rank: rankOf(chunk),
      pinned,
      group: source.name,
      get steps() {
        steps ??= makeSteps()
        return steps
      },
    },
    placed: (lastStep) => (lastStep === undefined ? start : (outcomes[lastStep] ?? start)),
  }
}

const isCut = (step: Step): step is CutStep =>
  step.step === 'head' || step.step === 'tail' || step.step === 'around'

function shortenStep(
  { step, cutOrder, sparedCount }: ShortenStep,
  chunk: Chunk,
  count: (text: string) => number,
): { readonly step: FitStep; readonly outcome: Placed } | undefined {
  const order = { cutOrder, ...(sparedCount === undefined ? {} : { sparedCount }) }
  if (step === 'out')
    return chunk.pinned ? undefined : { step: { ...order, tokens: 0 }, outcome: drop(chunk) }
  const text = chunk.forms?.[step]
  if (text === undefined) return undefined
  return { step: { ...order, tokens: count(text) }, outcome: shorten(chunk, step, text) }
}

/** What has less goes first: constraints by priority, settings by confidence, all else by score. */
function rankOf({ source, score = 0, confidence = 0, priority = 0 }: Chunk): number {
  if (source.print === 'numbered') return priority
  return source.layer === 'settings' ? confidence : score
}

function tokensOf({ chunk, text, start, action }: Placed, counter: BlockCounter, position = 0): number {
  if (action === 'dropped') return 0
  return isTail(chunk) ? counter.tail(chunk)(start) : counter.block(chunk, text, position)
}

/** Tokens of the smallest permitted form of a chunk; a text that is no longer is not cut. */
function leastOf(chunk: Chunk, units: number, counter: BlockCounter): number {
  return chunk.text.length > units
    ? counter.block(chunk, chunk.text.slice(0, units))
    : Number.POSITIVE_INFINITY
}

/** As much of the beginning as fits; a boundary that leaves less than what is needed is too coarse. */
function cutEnd(
  item: Placed,
  space: number,
  boundary: CutStep['boundary'],
  counter: BlockCounter,
  needed: { readonly tokens: number; readonly units: number },
): Placed {
  const { chunk, text } = item
  const cost = (to: number) => counter.block(chunk, text.slice(0, to))
  const fits = (to: number) => cost(to) <= space
  const isFull = (to: number) => to >= needed.units && cost(to) >= needed.tokens
  const bySentence = boundary === 'sentence'
  // The first sentence that does not fit may be as long as the text: it is cut where it would leave much unused.
  const sentenceEnd = bySentence ? headThatFits(text, fits, 'sentence', () => false) : 0
  const isEnough = cost(sentenceEnd) >= Math.max(needed.tokens, space - limit.longSentenceTokens)
  const finest = boundary === 'paragraph' && needed.tokens <= 0 ? 'paragraph' : 'grapheme'
  const end =
    bySentence && isEnough ? sentenceEnd : headThatFits(text, fits, finest, bySentence ? () => false : isFull)
  if (end === 0) return drop(chunk)
  return { ...item, text: text.slice(0, end), action: 'trimmed', reason: 'over_budget' }
}

/** From the coarsest; rather less of a passage in whole sentences than more of it that begins or ends inside of one. */
const sentenceCuts: readonly (readonly [finest: SentenceCut, share: number])[] = [
  ['whole', 1],
  ['whole', 0.6],
  ['sentence', 1],
  ['clause', 1],
]

/**
 * Whole sentences with most of the words that its reason names, or clauses where a sentence is too long; undefined where
 * no run of them fits.
 */
function cutAround(
  item: Placed,
  space: number,
  leastUnits: number,
  counter: BlockCounter,
): Placed | undefined {
  const { chunk, text } = item
  const { terms } = chunk.reason.params as { readonly terms?: readonly string[] } // of any code
  const fits = (from: number, to: number) => counter.block(chunk, text.slice(from, to)) <= space
  for (const [finest, share] of sentenceCuts) {
    const part = partThatFits(text, fits, terms ?? [], Math.floor(leastUnits * share), finest)
    if (!part) continue
    const { from, to } = part
    return { ...item, text: text.slice(from, to), start: from, action: 'trimmed', reason: 'over_budget' }
  }
  return undefined
}

/**
 * A chunk as it is appended within the text. A source that may be cut around what its chunk was found for brings the
 * sentences with most of those words, or the clauses where a sentence is too long; one that may be cut at its end brings
 * its beginning. All else is whole.
 */
export function excerptOf(
  chunk: Chunk,
  bounds: { readonly excerptTokens: number; readonly excerptUnits: number; readonly headTokens: number },
  counter: BlockCounter,
): Placed {
  const item = include(chunk)
  const { shrinkSteps } = chunk.source
  const wholeTokens = counter.block(chunk, chunk.text)
  const asReserve = (part: Placed): Placed => ({ ...part, reason: 'reserve' })
  if (shrinkSteps.some(({ step }) => step === 'around')) {
    const { excerptTokens, excerptUnits } = bounds
    if (wholeTokens <= excerptTokens) return item
    const part = cutAround(item, excerptTokens, excerptUnits, counter)
    return part ? asReserve(part) : item
  }
  const head = shrinkSteps.filter(isCut).find(({ step }) => step === 'head')
  if (!head || wholeTokens <= bounds.headTokens) return item
  const { leastUnits = 0, slackTokens = bounds.headTokens } = head
  const tokens = bounds.headTokens - slackTokens
  return asReserve(cutEnd(item, bounds.headTokens, head.boundary, counter, { tokens, units: leastUnits }))
}

/** As much of the end as fits. */
function cutStart(chunk: Chunk, space: number, counter: BlockCounter): Placed {
  const { text } = chunk
  return placeFrom(
    chunk,
    chooseStart({ text, space, count: counter.tail(chunk), minimumTokens: 0, fresh: true }),
  )
}

/** The text from an offset on; a line of which the rest would resemble one of our markers is left out whole. */
export function placeFrom(chunk: Chunk, from: number): Placed {
  if (from === 0) return include(chunk)
  const rest = chunk.text.slice(from)
  const line = /^[^\r\n]*(?:\r\n|[\r\n])?/.exec(rest)?.[0] ?? ''
  const start = isMarkerLine(line.trimEnd()) ? from + line.length : from
  const text = chunk.text.slice(start)
  return text ? { chunk, text, start, action: 'trimmed', reason: 'over_budget' } : drop(chunk)
}
