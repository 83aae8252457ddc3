import { candidateKey } from './contents.ts'
import { chapterRank, endsSentence, isProse } from './headings.ts'
import type { Candidate } from './lines.ts'

/** One family of headings with the best chain through its candidates. */
export interface Family extends Chain {
  readonly id: string
  readonly rank: number
  /** Without end marks and repeats. */
  readonly candidates: readonly Candidate[]
  /** The same heading once more: body text, the head of a printed page. */
  readonly repeats: readonly Candidate[]
  /** Into how many pieces of equal length the chain cuts the text: nearly all of them when lengths are alike. */
  readonly effectiveParts: number
  /** Share of headings with nothing below them. */
  readonly empty: number
}

/** Every family of the text but 楔子 and the like, which belong to each of them. */
export function familiesOf(allCandidates: readonly Candidate[], textLength: number): readonly Family[] {
  const volumes = allCandidates.filter(({ rank }) => rank <= chapterRank)
  const families: Family[] = []
  for (const [id, all] of Map.groupBy(allCandidates, ({ family }) => family)) {
    const rank = all[0]?.rank ?? 0
    if (id === '') continue
    const rows = new Set(all.map(({ row }) => row))
    const volumeOf = volumesAbove(
      all,
      volumes.filter((each) => each.rank < rank && opens(each, rows)),
    )
    const { candidates, repeats } = withoutRepeats(all, volumeOf)
    const chain = bestChain(candidates, volumeOf)
    families.push({ id, rank, candidates, repeats, ...chain, ...evenness(chain, textLength) })
  }
  return families
}

/** A volume's line is recognisable by itself: set off by a space, or right above a heading of the level below. */
function opens(volume: Candidate, below: ReadonlySet<number>): boolean {
  if (isProse(volume) || endsSentence(volume) || volume.interrupts || volume.isEnd) return false
  return volume.separated || below.has(volume.row + 1)
}

/** Counts the volumes up to each candidate: those that lines open, and those that its own line names. */
function volumesAbove(
  all: readonly Candidate[],
  volumes: readonly Candidate[],
): ReadonlyMap<Candidate, number> {
  const above = rowsAbove(volumes)
  let named = 0
  return new Map(
    all.map((candidate, index) => {
      const last = all[index - 1]?.volume
      if (candidate.volume && last?.number !== candidate.volume.number) named += 1
      return [candidate, above(candidate.row) + named]
    }),
  )
}

/** How many of these are above a row, by halving. */
export function rowsAbove(candidates: readonly Candidate[]): (row: number) => number {
  const rows = candidates.map(({ row }) => row).sort((a, b) => a - b)
  return (row) => {
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((rows[middle] ?? 0) < row) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** A heading without a name repeats only the one right before it; one with a name any since the volume started. */
function withoutRepeats(all: readonly Candidate[], volumeOf: ReadonlyMap<Candidate, number>) {
  const candidates: Candidate[] = []
  const repeats: Candidate[] = []
  const latestByKey = new Map<string, Candidate>()
  let last: Candidate | undefined
  for (const candidate of all) {
    const key = candidateKey(candidate)
    const before =
      candidate.name === '' ? (last && candidateKey(last) === key ? last : undefined) : latestByKey.get(key)
    // The end of what is open; 第一百章 终 behind 第九十九章 is a chapter.
    if (candidate.isEnd && (last?.number === candidate.number || candidate.name === '')) continue
    if (before && volumeOf.get(before) === volumeOf.get(candidate)) repeats.push(candidate)
    else {
      candidates.push(candidate)
      latestByKey.set(key, candidate)
      last = candidate
    }
  }
  return { candidates, repeats }
}

function evenness({ links }: Chain, textLength: number) {
  const cuts = [0, ...links.map(({ candidate }) => candidate.from), textLength]
  let squares = 0
  for (const [index, cut] of cuts.entries()) squares += ((cuts[index + 1] ?? cut) - cut) ** 2
  const neighbours = links.filter(
    ({ candidate }, index) => links[index + 1]?.candidate.row === candidate.row + 1,
  )
  return {
    effectiveParts: textLength ** 2 / Math.max(1, squares),
    empty: neighbours.length / Math.max(1, links.length),
  }
}

/** A heading that was accepted, with the number it counts as. */
interface Link {
  readonly candidate: Candidate
  /** Its own number, or, after a slip of the pen, the one that was due. */
  readonly counts: number
  readonly isSlip: boolean
}

interface Chain {
  readonly links: readonly Link[]
  /** Some five for each heading in order; what does not count on costs. */
  readonly score: number
}

/** The most candidates without a place between two headings. */
const reach = 40
const plainScore = 3
const inOrder = 2
/** A wrong number where the right one was due. */
const slipCost = 2.5
/** A heading right below another: a chapter of no words. */
const emptyCost = 3
/** A score that no chain can make good. */
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
function bestChain(candidates: readonly Candidate[], volumeOf: ReadonlyMap<Candidate, number>): Chain {
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

/** Score of each line as a heading: less where it differs from most of its family. */
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
    // A sentence's end is evidence against a heading unless most have one; any other feature must differ from most.
    const expected = trait === endsSentence ? share >= 0.7 : candidates.length < 4 ? undefined : usual
    for (const [index, candidate] of candidates.entries())
      if (expected !== undefined && trait(candidate) !== expected) scores[index] = (scores[index] ?? 0) - cost
  }
  return scores
}
