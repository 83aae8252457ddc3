import type { CacheFacts } from './cacheFacts.ts'
import type { Segment } from './segments.ts'

/** A position up to which the provider is instructed to cache the prompt. */
export interface Mark {
  /** The segment at whose end it is. */
  readonly at: number
  readonly ttlSeconds: number
}

export interface Habits {
  /** Nothing like this request will follow: the selection is rewritten once. */
  readonly once: boolean
  /** Short-lived entries usually expire before the next request, which comes after this time. */
  readonly pauses: boolean
  /** The last message is sent again with more behind it, in a conversation too: an agent's next step. */
  readonly goesOn?: boolean
  /** Tokens in front of the first segment, no more than the vendor counts; absent: none. */
  readonly frontTokens?: number
  /** The last segment that this request repeats up to a mark of an earlier one; absent: none. */
  readonly markedBefore?: number | undefined
}

/** Of the blocks that a provider compares backwards, this many are used: the latest mark and the text move on. */
const usedOf = (lookbackBlocks: number) => lookbackBlocks - 2

/**
 * Positions of the marks, in the order of the text: end of the stable part, end of the retrieved material, last
 * frozen part of the text, and on the way there one at least every 18 blocks while marks are left. Breakpoints match
 * only where an earlier request had one: the last frozen part has one, and the place of that earlier one, else the part
 * before; in a conversation the last two messages of the user. None below the provider's minimum, none on text of this
 * run only, never more than it accepts.
 * In a conversation the next turn repeats the material in front of the rounds, the rounds, and what was found for the
 * current question. Only the stable part lives long, which is written once a session, unless the author pauses:
 * Anthropic refuses a request in which a mark that lives longer comes behind one that lives shorter.
 */
export function placeMarks(
  segments: readonly Segment[],
  facts: Pick<CacheFacts, 'kind' | 'minimumTokens' | 'maxMarks' | 'lookbackBlocks' | 'ttlSeconds'>,
  { once, pauses, goesOn = false, frontTokens = 0, markedBefore }: Habits,
): readonly Mark[] {
  const { kind, maxMarks, minimumTokens, ttlSeconds, lookbackBlocks = 20 } = facts
  if (maxMarks === 0) return []
  const upTo = cumulative(segments, frontTokens)
  const lastOf = (segmentKind: Segment['kind']) =>
    segments.findLastIndex((segment) => segment.kind === segmentKind)
  const stable = [lastOf('stable')]
  const rounds = segments.flatMap(({ kind: own }, at) => (own === 'history' || own === 'added' ? [at] : []))
  const lastRounds = kind === 'breakpoints' ? breakpointsInRounds(segments) : rounds.slice(-1)
  const isFront = ({ kind: own }: Segment) => own === 'material' || own === 'frozen'
  const front = segments.slice(0, rounds[0] ?? 0).findLastIndex(isFront)
  const frozen = segments.flatMap((segment, at) => (segment.kind === 'frozen' ? [at] : []))
  const isCacheable = (at: number) => at >= 0 && (upTo[at] ?? 0) >= minimumTokens

  const middle = rounds.length > 0 ? [front, ...lastRounds] : [lastOf('material')]
  const newest = kind === 'breakpoints' ? newestTwo(frozen, markedBefore) : frozen.slice(-1)
  const ends = rounds.length > 0 && !goesOn ? [] : newest
  const candidates = (once ? stable : [...stable, ...middle, ...ends]).filter(isCacheable)
  const limited =
    candidates.length > maxMarks ? [...candidates.slice(0, 1), ...candidates.slice(1 - maxMarks)] : candidates
  const positions =
    kind === 'marks'
      ? withStepsBetween(limited, maxMarks, usedOf(lookbackBlocks)).filter(isCacheable)
      : limited

  const [short = 0] = ttlSeconds
  const longest = ttlSeconds.at(-1) ?? 0
  return positions.map((at) => ({ at, ttlSeconds: pauses || stable.includes(at) ? longest : short }))
}

/** A request may add several parts at once: the part before the last may not be where an earlier one ended. */
function newestTwo(frozen: readonly number[], markedBefore: number | undefined): readonly number[] {
  const last = frozen.at(-1)
  if (markedBefore === undefined || markedBefore === last || !frozen.includes(markedBefore))
    return frozen.slice(-2)
  return [markedBefore, ...frozen.slice(-1)]
}

/**
 * The last place that the current turn repeats in the next one, and that of the turn before, where its request had a
 * breakpoint: what was found for the question, else the question before it. OpenAI accepts none on its own messages.
 */
function breakpointsInRounds(segments: readonly Segment[]): readonly number[] {
  const questions = segments.flatMap(({ kind, role }, at) =>
    kind === 'history' && role === 'user' ? [at] : [],
  )
  const placeBefore = (question: number) =>
    segments[question - 1]?.kind === 'added' ? question - 1 : questions.findLast((at) => at < question)
  const current = segments.at(-1)?.kind === 'unique' ? segments.length - 1 : segments.length
  return [placeBefore(questions.at(-1) ?? 0), placeBefore(current)].filter((at) => at !== undefined)
}

/** Marks on the way to those that would lie too far behind the one before, counted from there. */
function withStepsBetween(positions: readonly number[], maxCount: number, step: number): readonly number[] {
  const steps = positions.flatMap((at, index) => {
    const before = positions[index - 1] ?? -1
    return Array.from({ length: Math.ceil((at - before) / step) - 1 }, (_, n) => before + (n + 1) * step)
  })
  const spare = steps.slice(Math.max(0, steps.length - (maxCount - positions.length)))
  return [...positions, ...(maxCount > positions.length ? spare : [])].toSorted((a, b) => a - b)
}

function cumulative(segments: readonly Segment[], frontTokens: number): readonly number[] {
  let sum = frontTokens
  return segments.map(({ tokens }) => {
    sum += tokens
    return sum
  })
}
