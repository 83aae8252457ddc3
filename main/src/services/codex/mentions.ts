import { characterEnd } from '../../lib/text.ts'
import { isSignalled, isTitleAt, isWholeWord } from './boundaries.ts'
import { countPlace, createCounts, edgeOr, type NeighbourCounts } from './characterUse.ts'
import type { Folded } from './fold.ts'
import { isName, isStart, type Name, type NamedEntry, type NameIndex, type Owner } from './nameIndex.ts'

export interface Mention<Entry extends NamedEntry = NamedEntry> {
  readonly entry: Entry
  /** The name or alias that matched, as the codex writes it. */
  readonly key: string
  /** UTF-16 offsets in the text as given, `to` exclusive. */
  readonly from: number
  readonly to: number
  /** 1, divided by the number of entries that share the name. */
  readonly confidence: number
}

/**
 * Names and aliases in a text, leftmost first and the longest at each place, over entries of every level: a name that
 * is hidden from the model still covers a shorter one inside it. A match that an entry excludes covers nothing. Time
 * is linear in the text; per place it is bounded by the distinct lengths of one bucket.
 */
export function findMentions(text: string, index: NameIndex): Mention[] {
  const folded = index.fold(text, index.hasCase)
  const { units } = folded
  const { kinds } = index
  const end = units.length
  const mentions: Mention[] = []
  let at = 0
  while (at < end) {
    const match = kinds[units[at] ?? 0] === 0 ? undefined : longestAt(folded, at, index)
    if (!match) {
      at += 1
      continue
    }
    const to = at + match.name.folded.length
    for (const { entry, key } of match.owners) {
      mentions.push({
        entry,
        key,
        from: folded.starts[at] ?? 0,
        to: endOf(text, folded, to),
        confidence: 1 / match.owners.length,
      })
    }
    at = to
  }
  return mentions
}

/**
 * Names called by `@` in an instruction (`@许三娘`, `＠许三娘`): the longest name at that place. An `@` behind a
 * Latin letter or digit belongs to an address and calls nobody.
 */
export function findCalledNames(text: string, index: NameIndex): Mention[] {
  const folded = index.fold(text, index.hasCase)
  const mentions: Mention[] = []
  for (let at = folded.text.indexOf('@'); at >= 0; at = folded.text.indexOf('@', at + 1)) {
    if (/[a-z0-9]/.test(folded.text[at - 1] ?? '')) continue
    const match = longestAt(folded, at + 1, index, true)
    if (!match) continue
    const to = at + 1 + match.name.folded.length
    for (const { entry, key } of match.owners) {
      const from = folded.starts[at + 1] ?? 0
      mentions.push({
        entry,
        key,
        from,
        to: endOf(text, folded, to),
        confidence: 1 / match.owners.length,
      })
    }
  }
  return mentions
}

/** Neighbours of the longer names of a text, and of the single characters that are names, untitled ones. */
export function countNeighbours(text: string, index: NameIndex): NeighbourCounts {
  const folded = index.fold(text, index.hasCase)
  const { units } = folded
  const counts = createCounts(index.single.keys())
  for (let at = 0; at < units.length; ) {
    const kind = index.kinds[units[at] ?? 0] ?? 0
    const match = (kind & isStart) === 0 ? undefined : longestAt(folded, at, index)
    const isLong = match !== undefined && !match.name.oneCharacter
    const place = isLong ? counts.names : counts.characters.get(units[at] ?? 0)
    const to = at + (isLong ? match.name.folded.length : 1)
    if (place && (isLong || !isTitleAt(folded.text, to)))
      countPlace(place, edgeOr(units[at - 1]), edgeOr(units[to]))
    at = to
  }
  return counts
}

interface Match {
  readonly name: Name
  readonly owners: readonly Owner[]
}

function longestAt(folded: Folded, at: number, index: NameIndex, called = false): Match | undefined {
  const { text, units } = folded
  const first = units[at] ?? 0
  const kind = index.kinds[first] ?? 0
  if (kind === 0 || !isCharacterStart(folded, at)) return undefined
  const bucket = (kind & isStart) === 0 ? undefined : index.buckets.get(first, units[at + 1] ?? 0)
  if (bucket) {
    for (const length of bucket.thirds.has(units[at + 2] ?? 0) ? bucket.lengths : bucket.short) {
      const name = bucket.names.get(text.slice(at, at + length))
      const match = name && accept(folded, at, name, called, index)
      if (match) return match
    }
  }
  const single = (kind & isName) === 0 ? undefined : index.single.get(first)
  return single && accept(folded, at, single, called, index)
}

/** Whether a character that is a name is used as one here: by its use in the book, else by its neighbours. */
function isUsedAsName({ text, units }: Folded, at: number, to: number, { uses }: NameIndex): boolean {
  const use = to - at === 1 ? uses?.get(units[at] ?? 0) : undefined
  if (!use) return isSignalled(text, at, to)
  return use(edgeOr(units[at - 1]), edgeOr(units[to]), isTitleAt(text, to))
}

function accept(
  folded: Folded,
  at: number,
  name: Name,
  called: boolean,
  index: NameIndex,
): Match | undefined {
  const { text, cased } = folded
  const to = at + name.folded.length
  if (!isCharacterStart(folded, to)) return undefined
  if (!isWholeWord(text, at, to)) return undefined
  if (name.oneCharacter && !called && !isUsedAsName(folded, at, to, index)) return undefined
  const owners = name.owners.filter(
    (owner) =>
      (owner.cased === undefined || cased.startsWith(owner.cased, at)) &&
      !owner.excluded.some(({ phrase, offset }) => text.startsWith(phrase, at - offset) && at >= offset),
  )
  return owners.length > 0 ? { name, owners } : undefined
}

/** The end of the character before a folded offset; what folding leaves out (the CR of CRLF) is no part of it. */
function endOf(text: string, { starts }: Folded, to: number): number {
  const last = starts[to - 1] ?? 0
  return characterEnd(text, last)
}

/** A unit inside an expanded character (㎏ → kg) is no place where a name begins or ends. */
function isCharacterStart({ starts, text }: Folded, at: number): boolean {
  return at === 0 || at >= text.length || starts[at] !== starts[at - 1]
}
