import { bestChain, type Chain } from './chain.ts'
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

/** A volume's line stands for itself: set off by a space, or right above a heading of the level below. */
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

/** How many of these stand above a row, by halving. */
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

/** A heading without a name repeats only the one right before it; one with a name any since the volume began. */
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
