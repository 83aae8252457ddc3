import { type Family, rowsAbove } from './families.ts'
import { chapterRank, plainRank } from './headings.ts'

/** The chapters' family, and those whose lines open volumes above them. */
export interface Choice {
  readonly chapters: Family | undefined
  readonly volumes: readonly Family[]
}

/** A heading that says what it is counts more than one that is only a number. */
const chapterBonus = 1.5
const minPlainHeadings = 3

/**
 * Chooses the family that divides the book best: one that says what it is before bare numbers and set-off lines,
 * and never one that starts over below each heading of another (those are parts of its chapters). `wanted`: a
 * person's choice.
 */
export function chooseFamily(families: readonly Family[], textLength: number, requested?: string): Choice {
  const forced = families.find(({ id }) => id === requested)
  const sound = families.filter((family) => isSound(family, textLength))
  const chapters = forced ?? best(sound)
  const rank = chapters?.rank ?? 0
  const volumes = sound.filter(
    (family) => family !== chapters && family.rank < Math.min(rank, chapterRank + 1),
  )
  return {
    chapters,
    volumes: rank > chapterRank ? volumes : volumes.filter((each) => each.rank < chapterRank),
  }
}

function best(sound: readonly Family[]): Family | undefined {
  const whole = sound.filter((family) => !sound.some((outer) => isPartOf(family, outer)))
  const explicit = largest(whole.filter(({ rank }) => rank >= chapterRank && rank < plainRank))
  const plain = largest(whole.filter(({ rank }) => rank >= plainRank))
  const volume = largest(whole.filter(({ rank }) => rank < chapterRank))
  const rival = [plain, volume].find((other) => explicit && other && isStray(explicit, other))
  if (explicit) return rival ?? explicit
  if (!volume) return plain
  return plain && plain.links.length > volume.links.length && plain.effectiveParts > volume.effectiveParts
    ? plain
    : volume
}

/** Two or three lines that look like headings in a book whose headings are of another kind. */
function isStray(few: Family, many: Family): boolean {
  return few.links.length <= 3 && many.links.length > 7 && many.effectiveParts > 4 * few.effectiveParts
}

const familyScore = ({ effectiveParts, rank }: Family) =>
  effectiveParts * (rank === chapterRank ? chapterBonus : 1)

function largest(families: readonly Family[]): Family | undefined {
  return families.toSorted((a, b) => familyScore(b) - familyScore(a))[0]
}

/** 第一节 that comes again below every 第N章. */
function isPartOf(family: Family, outer: Family): boolean {
  if (outer.rank !== chapterRank || outer.rank >= family.rank) return false
  const above = rowsAbove(outer.links.map(({ candidate }) => candidate))
  let starts = 0
  let below = 0
  for (const [index, { candidate, counts }] of family.links.entries()) {
    const before = family.links[index - 1]
    if (!before || counts > before.counts) continue
    starts += 1
    if (above(before.candidate.row) !== above(candidate.row)) below += 1
  }
  return starts > 0 && below * 2 >= starts
}

function isSound(
  { rank, links, score, effectiveParts, empty, candidates, id }: Family,
  textLength: number,
): boolean {
  const first = links[0]?.candidate
  if (!first) return false
  if (rank < plainRank) {
    if (links.length === 1) return score > 0 && (first.separated || first.number === 1)
    return score >= 1.5 * links.length
  }
  if (links.length < minPlainHeadings || score < 2.5 * links.length || empty > 0.2) return false
  if (first.from > textLength * 0.35) return false
  if (/[一1I]/.test(id)) return effectiveParts > 0.4 * (links.length + 1)
  const setOff = links.filter(({ candidate }) => candidate.blankBefore && candidate.blankAfter)
  return setOff.length > 0.8 * candidates.length && effectiveParts > 0.55 * (links.length + 1)
}
