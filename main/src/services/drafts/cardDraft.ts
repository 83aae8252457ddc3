import { sha256Hex } from '../../lib/hash.ts'
import type { Cast, FoldName, Member } from './cast.ts'
import type { CheckedRow, Evidence } from './checkedRow.ts'
import type { DraftKind } from './draftAnswer.ts'
import { isSingle } from './draftFields.ts'

/** Why a statement is not ticked before the author has read it. */
type Reservation = 'neither' | 'otherName' | 'nameNotInText' | 'clash' | 'claim' | 'otherCard'

/** Something that the author may put into a card. */
export interface DraftFact {
  /** `f_…`, the same for the same statement, sentence and chapter. */
  readonly id: string
  /** Ids of all statements that are united in it, its own among them. */
  readonly ids: readonly string[]
  /** `weapon`; absent: `value` is another name. */
  readonly field?: string
  /** What the field is, or the name. */
  readonly value: string
  readonly certainty: 'narrated' | 'said' | 'dreamt'
  /** In the order of the book. */
  readonly evidence: readonly Evidence[]
  /** Another value of the field is among the drafts, or in the card. */
  readonly clash: boolean
  /** Absent: it is ticked. */
  readonly reservation?: Reservation
}

/** A card in draft. */
export interface CardDraft {
  /** Its main name. */
  readonly name: string
  readonly kind: DraftKind
  /** The entry it adds to; absent: a new one. */
  readonly entryId?: string | undefined
  /** Names, then statements by field. */
  readonly facts: readonly DraftFact[]
}

/** What a card has already. */
export interface PresentCard {
  /** By name of the field, as the card writes it. */
  readonly values: readonly { readonly field: string; readonly value: string }[]
}

export interface DraftOptions {
  readonly fold: FoldName
  /** Position of a chapter in the book. */
  readonly positionOf: (documentId: string) => number
  /** What the card of an entry has; undefined: there is none. */
  readonly cardOf: (entryId: string) => PresentCard | undefined
  /** Statements that the author has decided on. */
  readonly isDecided: (id: string) => boolean
}

const mostEvidence = 10

/** Everybody's statements, the same ones united, without those that a card has or the author has decided on. */
export function makeDrafts(cast: Cast, options: DraftOptions): readonly CardDraft[] {
  const namesAt = createNameSearch(cast, options.fold)
  return cast.members
    .map((member): CardDraft => {
      const { name, kind, entryId } = member
      const facts = [...namesOf(member, cast, options), ...factsOf(member, cast, namesAt, options)]
      return {
        ...{ name, kind },
        ...(entryId !== undefined && { entryId }),
        facts: facts.filter(({ ids }) => !ids.some(options.isDecided)),
      }
    })
    .filter(({ facts }) => facts.length > 0)
    .toSorted((a, b) => b.facts.length - a.facts.length || (a.name < b.name ? -1 : 1))
}

/** One statement of one answer. */
interface Statement {
  readonly row: CheckedRow
  readonly field: string | undefined
  readonly value: string
  readonly certainty: DraftFact['certainty']
  readonly evidence: Evidence
}

function namesOf(member: Member, cast: Cast, options: DraftOptions): DraftFact[] {
  const { fold } = options
  const own = cast.keyOf(member)
  const main = fold(member.name)
  const statements = member.rows.flatMap((row): Statement[] =>
    row.aliases.flatMap(({ text, evidence }) => {
      const values = evidence.quote.includes(row.name) ? [text, row.name] : [text]
      return values.map((value) => ({
        ...{ row, evidence, field: undefined, value, certainty: 'narrated' as const },
      }))
    }),
  )
  const groups = Map.groupBy(statements, ({ value }) => fold(value))
  groups.delete(main)
  for (const name of listedNames(member, options)) groups.delete(name)
  return [...groups].map(([, group]): DraftFact => {
    const united = unite(group, options)
    const owner = cast.ownerOf(united.value)
    const hasBoth = united.evidence.some(({ quote }) =>
      containsOther(fold(quote), member, fold(united.value)),
    )
    const reservation: Reservation | undefined =
      owner !== undefined && owner !== own ? 'otherCard' : hasBoth ? undefined : 'neither'
    return { ...united, clash: false, ...(reservation && { reservation }) }
  })
}

/** The names that its entry has, and need no draft. */
const listedNames = (member: Member, { fold, cardOf }: DraftOptions): readonly string[] =>
  member.entryId === undefined
    ? []
    : (cardOf(member.entryId)?.values ?? [])
        .filter(({ field }) => field === '')
        .map(({ value }) => fold(value))

/** A name of the member that is not the alias itself. */
const containsOther = (quote: string, { names }: Member, alias: string): boolean =>
  [...names].some((name) => name !== alias && quote.replaceAll(alias, ' ').includes(name))

function factsOf(
  member: Member,
  cast: Cast,
  namesAt: (folded: string) => ReadonlySet<string>,
  options: DraftOptions,
): DraftFact[] {
  const { fold, cardOf } = options
  const own = cast.keyOf(member)
  const statements = member.rows.flatMap((row) => row.facts.map((fact): Statement => ({ row, ...fact })))
  const present = (member.entryId === undefined ? undefined : cardOf(member.entryId))?.values ?? []
  const names = [...member.names]
  const isNamed = member.entryId !== undefined || member.rows.some((row) => row.isNamed)
  const fields = Map.groupBy(statements, ({ field = '' }) => fold(field))
  return [...fields].flatMap(([field, ofField]) => {
    const inCard = new Set(
      present.filter((each) => fold(each.field) === field).map(({ value }) => fold(value)),
    )
    const values = [...Map.groupBy(ofField, ({ value }) => fold(value))]
    const clash = isSingle(field) && new Set([...inCard, ...values.map(([value]) => value)]).size > 1
    return values
      .filter(([value]) => !inCard.has(value))
      .map(([value, group]): DraftFact => {
        const united = unite(group, options)
        const reservation = ((): Reservation | undefined => {
          if (!isNamed) return 'nameNotInText'
          const quotes = united.evidence.map(({ quote }) => fold(quote))
          const naming = quotes.some((quote) => names.some((name) => quote.includes(name)))
          const stating = quotes.filter((quote) => quote.includes(value))
          if (!naming && stating.length === 0) return 'neither'
          const isOthers = (quote: string) =>
            [...namesAt(quote.replaceAll(value, ' '))].some((key) => key !== own)
          if (!naming && stating.every(isOthers)) return 'otherName'
          if (clash) return 'clash'
          return united.certainty === 'narrated' ? undefined : 'claim'
        })()
        return { ...united, clash, ...(reservation && { reservation }) }
      })
  })
}

/** One fact of equal statements: all their sentences, and narrated when one of them is. */
function unite(group: readonly Statement[], { positionOf, fold }: DraftOptions): Omit<DraftFact, 'clash'> {
  const sorted = group.toSorted(
    (a, b) =>
      positionOf(a.evidence.documentId) - positionOf(b.evidence.documentId) ||
      a.evidence.from - b.evidence.from,
  )
  const sentences = new Map(
    sorted.map(({ evidence }) => [`${evidence.documentId} ${evidence.quote}`, evidence]),
  )
  const ids = [...new Set(sorted.map((statement) => idOf(statement, fold)))]
  const { field, value = '' } = sorted[0] ?? {}
  const certainties = new Set(sorted.map(({ certainty }) => certainty))
  const certainty = (['narrated', 'said', 'dreamt'] as const).find((each) => certainties.has(each))
  return {
    ...{ id: ids[0] ?? '', ids, value, certainty: certainty ?? 'narrated' },
    ...(field !== undefined && { field }),
    evidence: [...sentences.values()].slice(0, mostEvidence),
  }
}

function idOf({ row, field, value, evidence }: Statement, fold: FoldName): string {
  const parts = [row.name, field ?? '', value].map(fold)
  return `f_${sha256Hex(JSON.stringify([...parts, evidence.documentId, evidence.quote])).slice(0, 16)}`
}

/** Whose names a text has, by the keys of the cast. */
function createNameSearch({ members, keyOf }: Cast, fold: FoldName): (text: string) => ReadonlySet<string> {
  const byFirst = new Map<string, { readonly name: string; readonly key: string }[]>()
  for (const member of members)
    for (const name of member.names) {
      const first = name.charAt(0)
      byFirst.set(first, [...(byFirst.get(first) ?? []), { name, key: keyOf(member) }])
    }
  return (text) => {
    const folded = fold(text)
    const keys = new Set<string>()
    for (let at = 0; at < folded.length; at += 1)
      for (const { name, key } of byFirst.get(folded.charAt(at)) ?? [])
        if (name.length > 1 && folded.startsWith(name, at)) keys.add(key)
    return keys
  }
}
