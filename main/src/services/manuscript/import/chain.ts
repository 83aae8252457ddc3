import { endsSentence, isProse } from './headings.ts'
import type { Candidate } from './lines.ts'

/** A heading that was accepted, with the number it counts as. */
export interface Link {
  readonly candidate: Candidate
  /** Its own number, or, after a slip of the pen, the one that was due. */
  readonly counts: number
  readonly isSlip: boolean
}

export interface Chain {
  readonly links: readonly Link[]
  /** Some five for each heading in order; what does not count on costs. */
  readonly score: number
}

/** So many candidates that belong nowhere may stand between two headings. */
const reach = 40
const plainScore = 3
const inOrder = 2
/** A wrong number where the right one was due. */
const slipCost = 2.5
/** A heading right below another: a chapter of no words. */
const emptyCost = 3
/** Worth no chain can make good. */
const never = -20

/** The best way to end at a candidate, counted as `counts`; `before` is the state it continues. */
interface State {
  readonly candidate: Candidate
  readonly isSlip: boolean
  score: number
  counts: number
  before: State | undefined
}

/**
 * The best chain through the candidates of one family: numbers run on, or start over below a volume; a gap, a
 * repeat or a slip of the pen costs its own heading something and its neighbours nothing. Dynamic programming over
 * the last 40 candidates, so linear. `volumeOf` counts the volumes up to each candidate.
 */
export function bestChain(candidates: readonly Candidate[], volumeOf: ReadonlyMap<Candidate, number>): Chain {
  const candidateScores = candidateScoresOf(candidates)
  const volumes = candidates.map((candidate) => volumeOf.get(candidate))
  /** Two for each candidate: by its number, and as a slip. */
  const states: (readonly [State, State])[] = []
  let best: State | undefined
  for (const [at, candidate] of candidates.entries()) {
    const candidateScore = candidateScores[at] ?? 0
    const { number } = candidate
    const hasNoNumber = number === undefined
    const own: State = {
      candidate,
      isSlip: hasNoNumber,
      score: candidateScore + startScore(candidate),
      counts: number ?? 1,
      before: undefined,
    }
    const slip: State = {
      candidate,
      isSlip: true,
      score: Number.NEGATIVE_INFINITY,
      counts: 0,
      before: undefined,
    }
    const slipScore = inOrder - (isUnnumbered(candidate) ? 0 : slipCost)
    for (let before = Math.max(0, at - reach); before < at; before++) {
      const pair = states[before]
      if (!pair) continue
      const over = volumes[before] !== volumes[at]
      const base = candidateScore - (candidate.row === pair[0].candidate.row + 1 ? emptyCost : 0)
      for (const state of pair) {
        const score = hasNoNumber
          ? Number.NEGATIVE_INFINITY
          : state.score + base + step(state.counts, number, over)
        if (score > own.score) {
          own.score = score
          own.before = state
        }
        const slipped = state.score + base + slipScore
        if (slipped <= slip.score || number === state.counts + 1) continue
        slip.score = slipped
        slip.counts = state.counts + 1
        slip.before = state
      }
    }
    states.push([own, slip])
    for (const state of [own, slip]) if (state.score > (best?.score ?? 0)) best = state
  }
  const links: Link[] = []
  for (let state = best; state; state = state.before) links.push(state)
  return { links: links.reverse(), score: best?.score ?? 0 }
}

const isUnnumbered = ({ family }: Candidate) => !/[N一1I]/.test(family)

function startScore(candidate: Candidate): number {
  if (isUnnumbered(candidate) || candidate.number === 1 || candidate.number === 0) return 0
  return candidate.number === undefined ? -slipCost : -1.5
}

function step(last: number, number: number, over: boolean): number {
  if (number === last + 1) return inOrder
  if (number <= 1) return over ? inOrder : -2
  if (number > last) return Math.max(-8, -1 - Math.log2(number - last))
  return number === last ? -1.5 : -4 - Math.min(4, Math.log2(1 + last - number))
}

/** What each line is worth as a heading: less where it looks different from most of its family. */
function candidateScoresOf(candidates: readonly Candidate[]): number[] {
  const traits: readonly [(candidate: Candidate) => boolean, number][] = [
    [({ separated }) => separated, 2.5],
    [({ blankBefore }) => blankBefore, 0.7],
    [({ blankAfter }) => blankAfter, 0.7],
    [({ indented }) => indented, 1],
    [endsSentence, 2.5],
  ]
  const glued = candidates.filter(({ separated }) => !separated).length * 2 > candidates.length
  const scores = candidates.map((candidate) => {
    if (isProse(candidate, glued)) return never
    const long = Math.max(0, [...candidate.title].length - 40) / 40
    return plainScore - Math.min(2, long) - (candidate.interrupts ? 3 : 0) - (candidate.isEnd ? 2 : 0)
  })
  for (const [trait, cost] of traits) {
    const share = candidates.filter(trait).length / candidates.length
    const usual = share >= 0.7 ? true : share <= 0.3 ? false : undefined
    // A sentence's end speaks against a heading unless most have one; any other look must differ from most.
    const expected = trait === endsSentence ? share >= 0.7 : candidates.length < 4 ? undefined : usual
    for (const [index, candidate] of candidates.entries())
      if (expected !== undefined && trait(candidate) !== expected) scores[index] = (scores[index] ?? 0) - cost
  }
  return scores
}
