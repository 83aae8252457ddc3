import { emptyEntry } from '../../contract/emptyEntry.ts'
import type { ErrorPayload } from '../../contract/result.ts'
import { AppError, isAppError, toPayload } from '../../lib/appError.ts'
import { type CodexScan, describeBroken } from './codexFiles.ts'
import { aliasNames, type CodexEntry, type EntryType } from './entry.ts'
import type { Fold } from './fold.ts'
import { createAdder, type EntryAdder, forAll } from './newEntries.ts'

/** An entry that has no more than names. */
export interface NewCard {
  readonly type: EntryType
  readonly name: string
  readonly aliases: readonly string[]
}

/** A name of a requested card that an entry has already. */
interface ExistingName {
  /** Name of the card. */
  readonly card: string
  /** The name or alias. */
  readonly text: string
  /** Id of the entry that has it. */
  readonly of: string
  /** Name of that entry. */
  readonly ofName: string
}

interface FailedCard {
  /** Name of the card. */
  readonly card: string
  /** Why it is not on disk. */
  readonly error: ErrorPayload
}

/** What became of requested cards, each list in the order of the request. */
export interface CardsResult {
  readonly created: readonly Pick<CodexEntry, 'id' | 'type' | 'name'>[]
  /** Names that were left out; a card whose own name is among them was not made. */
  readonly existing: readonly ExistingName[]
  readonly failed: readonly FailedCard[]
}

interface CardOptions {
  /** As names in texts are compared. */
  readonly fold: Fold
  /** Ids of new entries. */
  readonly newId: () => string
}

/** The entry that a name belongs to. */
interface Owner {
  readonly id: string
  readonly name: string
}

/**
 * Makes entries of names, after one scan of the folder: `current`. A name that an entry of any type has, also one
 * whose file is broken or an earlier card of the same call, is left out. A card that cannot be written is reported,
 * and the others stay.
 */
export async function makeCards(
  root: string,
  current: CodexScan,
  cards: readonly NewCard[],
  { fold, newId }: CardOptions,
): Promise<CardsResult> {
  const adder = createAdder(root, current)
  const errors = await openFolders(adder, cards)
  const names = createNames(current, fold)
  const ids = new Set(current.entries.map(({ entry }) => entry.id))
  const existing: ExistingName[] = []
  const failed = new Map<NewCard, AppError>()
  const planned = new Map<NewCard, CodexEntry>()
  for (const card of cards) {
    const { name: title, type } = card
    const error = errors.get(type) ?? charactersFault(card)
    if (error) {
      failed.set(card, error)
      continue
    }
    const owner = names.ownerOf(title)
    if (owner) {
      existing.push({ card: title, text: title, of: owner.id, ofName: owner.name })
      continue
    }
    const id = unusedId(ids, newId)
    names.give(title, { id, name: title })
    const aliases = card.aliases.filter((text) => {
      const other = names.ownerOf(text)
      if (!other) names.give(text, { id, name: title })
      else if (other.id !== id) existing.push({ card: title, text, of: other.id, ofName: other.name })
      return !other
    })
    planned.set(card, emptyEntry({ id, type, name: title, aliases }))
  }
  await forAll([...planned], async ([card, entry]) => {
    const error = await faultOf(() => adder.add(entry))
    if (error) failed.set(card, error)
  })
  await adder.sync()
  return resultOf(cards, planned, existing, failed)
}

/** The errors of the folders that cards belong to and that cannot be opened. */
async function openFolders(
  adder: EntryAdder,
  cards: readonly NewCard[],
): Promise<ReadonlyMap<EntryType, AppError>> {
  const errors = new Map<EntryType, AppError>()
  for (const type of new Set(cards.map((card) => card.type))) {
    const error = await faultOf(() => adder.open(type))
    if (error) errors.set(type, error)
  }
  return errors
}

/** The AppError of a task; undefined: it has none. */
async function faultOf(task: () => Promise<unknown>): Promise<AppError | undefined> {
  try {
    await task()
    return undefined
  } catch (error) {
    if (isAppError(error)) return error
    throw error
  }
}

/** Before such a name belongs to anybody. */
const charactersFault = ({ name, aliases }: NewCard): AppError | undefined =>
  [name, ...aliases].every((text) => text.isWellFormed())
    ? undefined
    : new AppError('INVALID_ARGUMENT', { why: 'entryCharacters' })

/** Who has which name, as texts are matched: width, Traditional forms and letter case make no difference. */
function createNames({ entries, broken }: CodexScan, fold: Fold) {
  const owners = new Map<string, Owner>()
  const keyOf = (text: string) => fold(text.trim()).text
  const give = (text: string, owner: Owner) => {
    const key = keyOf(text)
    if (!owners.has(key)) owners.set(key, owner)
  }
  // In the order of names that are certain: what an entry is called, then its aliases, then the names of broken files.
  for (const { entry } of entries) give(entry.name, entry)
  for (const { entry } of entries) for (const alias of aliasNames(entry)) give(alias, entry)
  for (const file of broken) if (!file.isOrphaned) give(describeBroken(file).name, describeBroken(file))
  return { ownerOf: (text: string) => owners.get(keyOf(text)), give }
}

function unusedId(ids: Set<string>, newId: () => string): string {
  let id = newId()
  while (ids.has(id)) id = newId()
  ids.add(id)
  return id
}

/** A name whose new owner could not be written is of nobody: its card has failed like the owner. */
function resultOf(
  cards: readonly NewCard[],
  planned: ReadonlyMap<NewCard, CodexEntry>,
  existing: readonly ExistingName[],
  failed: ReadonlyMap<NewCard, AppError>,
): CardsResult {
  const unstored = new Map<string, AppError>()
  for (const [card, error] of failed) {
    const entry = planned.get(card)
    if (entry) unstored.set(entry.id, error)
  }
  const orphans = existing.filter(({ of }) => unstored.has(of))
  return {
    created: cards.flatMap((card) => {
      const entry = failed.has(card) ? undefined : planned.get(card)
      return entry ? [{ id: entry.id, type: entry.type, name: entry.name }] : []
    }),
    existing: existing.filter(({ of }) => !unstored.has(of)),
    failed: [
      ...cards.flatMap((card) => {
        const error = failed.get(card)
        return error ? [{ card: card.name, error: toPayload(error) }] : []
      }),
      ...orphans.flatMap(({ card, text, of }) => {
        const error = text === card ? unstored.get(of) : undefined
        return error ? [{ card, error: toPayload(error) }] : []
      }),
    ],
  }
}
