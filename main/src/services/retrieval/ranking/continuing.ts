import { bm25, createMovingBm25 } from './bm25.ts'
import type { BookTerms } from './bookTerms.ts'
import { greatest, nthGreatest } from './greatest.ts'
import { type Activation, isWord, type Past, type TellingTerms } from './past.ts'

/** The terms of the last so many UTF-16 units of the window by their ids; later ones are nearer. */
export type TermsOfLast = (units: number) => ReadonlySet<number>

export interface Continuing {
  /** Of each passage of the past what the story is likely to need of it; 0 where it is about something else. */
  readonly worth: Float64Array
  /** How far it holds the rarest terms of the last lines. */
  readonly echo: Float64Array
  /** What a term is worth by its id; 0 when the window shows it. */
  readonly ahead: (id: number) => number
}

const likeUnits = 1000
const stageUnits = 300
const echoUnits = [50, 100]
/** Rarity to this power: one rare thing named again weighs more than all common ones together. */
const echoPower = 4
/** So many passages most like the window and its people tell what belongs to it. */
const likePassages = 100
/** So many of them, with age forgotten to this power, are about what is going on now; as many behind them less and less. */
const aboutPassages = 60
const forgetting = 0.3
/** What a term is worth for activation alone. */
const alone = 0.002
const shares = { ahead: 0.85, stage: 0.1, like: 0.05 }
/** What is joined is divided by the mean of so many of its best. */
const levelOf = 50
/** The author's window goes on a sentence at a time. */
const likeness = createMovingBm25()

/**
 * What the next page is likely to need: of the passages that are about what is going on now, those that hold most of
 * what comes next. About it: like the last 1,000 characters (BM25), and of the people, places and things of the last 300
 * (BM25, where a term weighs as much as it is rare and clumps), lately rather than long ago. What comes next: activation
 * of what the book has been about lately and what stands beside such scenes; the first counts a little itself. Apart:
 * echoes of single rare terms of the last lines.
 */
export function rankContinuing(
  book: BookTerms,
  past: Past,
  { holders, clumping, telling }: Activation,
  termsOfLast: TermsOfLast,
): Continuing {
  const total = past.terms.length
  const rarity = (held: number) => Math.log(1 + (total - held + 0.5) / (held + 0.5))
  const rarities = (units: number, power: number, weights: Map<number, number>) => {
    for (const id of termsOfLast(units)) {
      const held = holders[id] ?? 0
      if (held > 0) weights.set(id, (weights.get(id) ?? 0) + rarity(held) ** power)
    }
    return weights
  }
  const like = levelled(likeness(past, rarities(likeUnits, 1, new Map())))
  const onStage = new Map<number, number>()
  for (const id of termsOfLast(stageUnits)) {
    const weight = (clumping[id] ?? 0) * rarity(holders[id] ?? 0)
    if (weight > 0 && isWord(book, id)) onStage.set(id, weight)
  }
  const people = levelled(bm25(past, onStage))
  const lines = new Map<number, number>()
  for (const units of echoUnits) rarities(units, echoPower, lines)
  const echo = bm25(past, lines)
  const near = like.map((it, at) => it + (people[at] ?? 0))
  const ahead = lookAhead(telling, near, termsOfLast(Number.POSITIVE_INFINITY))
  const active = levelled(sumsOf(telling, ahead))
  const worth = new Float64Array(total)
  const about = near.map((it, at) => it * (total - at) ** -forgetting)
  for (const [place, at] of bestOf(about, 2 * aboutPassages).entries())
    worth[at] =
      Math.min(1, 2 - place / aboutPassages) *
      (shares.ahead * (active[at] ?? 0) + shares.stage * (people[at] ?? 0) + shares.like * (like[at] ?? 0))
  return { worth, echo, ahead: (id) => ahead[telling.placeOf[id] ?? -1] ?? 0 }
}

/** value(term) = activation × (its share among the passages nearest to the window + 0.002)^½, unless it is shown. */
function lookAhead(
  { values, placeOf, starts, places }: TellingTerms,
  nearness: Float64Array,
  shown: ReadonlySet<number>,
): Float64Array {
  const nearest = bestOf(nearness, likePassages)
  const top = nearness[nearest[0] ?? 0] || 1
  const near = new Float64Array(values.length)
  for (const at of nearest) {
    const share = (nearness[at] ?? 0) / top / likePassages
    const to = starts[at + 1] ?? 0
    for (let i = starts[at] ?? 0; i < to; i++) {
      const place = places[i] ?? 0
      near[place] = (near[place] ?? 0) + share
    }
  }
  const ahead = values.map((value, place) => value * Math.sqrt((near[place] ?? 0) + alone))
  for (const id of shown) {
    const place = placeOf[id] ?? -1
    if (place >= 0) ahead[place] = 0
  }
  return ahead
}

/** What the terms of each passage are worth together. */
function sumsOf({ starts, places }: TellingTerms, worth: Float64Array): Float64Array {
  const sums = new Float64Array(starts.length - 1)
  for (let at = 0; at < sums.length; at++) {
    const to = starts[at + 1] ?? 0
    let sum = 0
    for (let i = starts[at] ?? 0; i < to; i++) sum += worth[places[i] ?? 0] ?? 0
    sums[at] = sum
  }
  return sums
}

function levelled(scores: Float64Array): Float64Array {
  const best = greatest(scores, levelOf).sort()
  const mean = best.reduce((sum, it) => sum + it, 0) / Math.max(1, best.length) || 1
  return scores.map((it) => it / mean)
}

/** Places of the best, best first; of equals the later one, which is nearer. */
export function bestOf(scores: ArrayLike<number>, k: number): number[] {
  const least = nthGreatest(scores, k)
  const places: number[] = []
  for (let at = scores.length - 1; at >= 0; at--) if ((scores[at] ?? 0) >= least) places.push(at)
  return places.sort((x, y) => (scores[y] ?? 0) - (scores[x] ?? 0) || y - x).slice(0, k)
}
