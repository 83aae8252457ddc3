import type { ErrorPayload } from '#contract/result.ts'
import { AppError, isAppError, toPayload } from '../../lib/appError.ts'
import { createFileQueue } from '../../lib/files.ts'
import type { CodexEntry, CodexService } from '../codex/index.ts'
import type { JobLog } from '../jobs/index.ts'
import { acceptedEntry, presentCard } from './acceptedEntry.ts'
import { type CardDraft, type DraftFact, makeDrafts } from './cardDraft.ts'
import { createCast, type FoldName, type NameOwner } from './cast.ts'
import { type CheckedRow, checkRow, type Dropped, type ReadChapter } from './checkedRow.ts'
import { readAnswer } from './draftAnswer.ts'
import type { DraftDecisions } from './draftDecisions.ts'
import type { DraftChapter } from './draftReading.ts'
import { createQuotePlaces } from './quotePlace.ts'

export interface CardDraftsOptions {
  readonly log: Pick<JobLog, 'list'>
  readonly decisions: DraftDecisions
  readonly codex: Pick<CodexService, 'all' | 'read' | 'save' | 'createCards' | 'suggestions'>
  /** Ids of the chapters in the order of the book. */
  readonly order: (projectId: string) => Promise<readonly string[]>
  /** A chapter as it is now. @throws AppError NOT_FOUND. */
  readonly chapter: (projectId: string, documentId: string) => Promise<DraftChapter>
  readonly language: (projectId: string) => Promise<'zh' | 'en'>
  readonly fold: FoldName
}

/** What a choice of drafts is: ids of facts, every one, or those that are ticked. */
type FactChoice = readonly string[] | 'all' | 'ticked'

/** The drafts of all jobs of a project, united. */
interface DraftList {
  /** Those with the most statements first. */
  readonly drafts: readonly CardDraft[]
  /** What answers had and drafts do not have. */
  readonly dropped: Dropped
  /** Answers that ended at the limit of their length: their chapters may have more. */
  readonly cutOff: number
}

interface AcceptResult {
  /** Statements that are in cards now. */
  readonly accepted: number
  /** Cards that were made. */
  readonly created: readonly NamedCard[]
  /** Cards that have more than before. */
  readonly changed: readonly NamedCard[]
  /** Cards that could not be written; their statements are still drafts. */
  readonly failed: readonly { readonly name: string; readonly error: ErrorPayload }[]
}

interface NamedCard {
  readonly id: string
  readonly name: string
}

export interface CardDrafts {
  /** What the author has not decided on yet. Nothing of it is in any prompt. */
  list(projectId: string): Promise<DraftList>
  /** Writes facts into new and existing cards. What the author wrote there stays as it is. */
  accept(projectId: string, choice: FactChoice): Promise<AcceptResult>
  /** They are not listed again. Returns how many. */
  reject(projectId: string, choice: FactChoice): Promise<number>
}

const namesOf = ({ name, aliases }: Pick<CodexEntry, 'name' | 'aliases'>): readonly string[] => [
  name,
  ...aliases.map((alias) => (typeof alias === 'string' ? alias : alias.name)),
]

/** A card that was changed meanwhile is read again so many times. */
const tries = 3

/** Drafts of cards: made of the answers on the records of jobs, checked against the book of today. */
export function createCardDrafts(options: CardDraftsOptions): CardDrafts {
  const { log, decisions, codex, fold } = options
  const queue = createFileQueue()

  async function owners(projectId: string, entries: readonly CodexEntry[]): Promise<readonly NameOwner[]> {
    const { items } = await codex.suggestions(projectId, { limit: 500 })
    const byEntry = new Map<string, string[]>()
    for (const { of, text, aliases } of items)
      if (of !== undefined) byEntry.set(of, [...(byEntry.get(of) ?? []), text, ...aliases])
    return [
      ...entries.map(({ id, name, type, aliases }) => ({
        names: [...namesOf({ name, aliases }), ...(byEntry.get(id) ?? [])],
        ...{ kind: type, entryId: id },
      })),
      ...items
        .filter(({ of }) => of === undefined)
        .map(({ text, aliases, kind }) => ({ names: [text, ...aliases], kind })),
    ]
  }

  async function checkAnswers(projectId: string) {
    const records = (await log.list(projectId)).filter(({ request }) => request.kind === 'drafts').reverse()
    const chapters = new Map<string, ReadChapter | undefined>()
    const chapterOf = async (documentId: string) => {
      if (!chapters.has(documentId)) chapters.set(documentId, await readChapter(projectId, documentId))
      return chapters.get(documentId)
    }
    const rows: CheckedRow[] = []
    const sum = { notInText: 0, otherChapter: 0, incomplete: 0 }
    let cutOff = 0
    for (const { items, results } of records)
      for (const { itemId, reads = [] } of items) {
        const result = results.get(itemId ?? '')
        if (!result || result.error) continue
        if (result.cutOff) cutOff += 1
        const read = []
        for (const { documentId } of reads) read.push(await chapterOf(documentId))
        const answer = readAnswer(result.text)
        sum.incomplete += answer.incomplete
        for (const given of answer.rows) {
          const { row, dropped } = checkRow(given, read)
          rows.push(row)
          sum.notInText += dropped.notInText
          sum.otherChapter += dropped.otherChapter
        }
      }
    return { rows, dropped: sum, cutOff }
  }

  async function readChapter(projectId: string, documentId: string): Promise<ReadChapter | undefined> {
    try {
      const { text } = await options.chapter(projectId, documentId)
      return { documentId, text, places: createQuotePlaces(text) }
    } catch (error) {
      if (!isAppError(error, 'NOT_FOUND')) throw error
      return undefined
    }
  }

  async function list(projectId: string): Promise<DraftList> {
    const { rows, dropped, cutOff } = await checkAnswers(projectId)
    if (rows.length === 0) return { drafts: [], dropped, cutOff }
    const entries = await codex.all(projectId)
    const byId = new Map(entries.map((entry) => [entry.id, entry]))
    const positions = new Map((await options.order(projectId)).map((id, index) => [id, index]))
    const { accepted, rejected } = await decisions.read(projectId)
    const drafts = makeDrafts(createCast(rows, await owners(projectId, entries), fold), {
      fold,
      positionOf: (documentId) => positions.get(documentId) ?? positions.size,
      cardOf: (entryId) => {
        const entry = byId.get(entryId)
        return entry && presentCard(entry)
      },
      isDecided: (id) => accepted.has(id) || rejected.has(id),
    })
    return { drafts, dropped, cutOff }
  }

  async function choose(projectId: string, choice: FactChoice): Promise<readonly CardDraft[]> {
    const ids = typeof choice === 'string' ? undefined : new Set(choice)
    const isChosen = (fact: DraftFact) =>
      ids ? fact.ids.some((id) => ids.has(id)) : choice === 'all' || fact.reservation === undefined
    return (await list(projectId)).drafts
      .map((draft) => ({ ...draft, facts: draft.facts.filter(isChosen) }))
      .filter(({ facts }) => facts.length > 0)
  }

  /** Adds facts to a card as it is now. */
  async function addTo(projectId: string, id: string, facts: readonly DraftFact[]): Promise<boolean> {
    const language = await options.language(projectId)
    for (let attempt = 1; ; attempt += 1) {
      const { entry, hash } = await codex.read(projectId, id)
      const next = acceptedEntry(entry, facts, { language, fold })
      if (next === entry) return false
      try {
        await codex.save(projectId, next, hash)
        return true
      } catch (error) {
        if (attempt === tries || !isAppError(error, 'CONFLICT')) throw error
      }
    }
  }

  async function acceptNow(projectId: string, choice: FactChoice): Promise<AcceptResult> {
    const chosen = await choose(projectId, choice)
    const created: NamedCard[] = []
    const changed = new Map<string, NamedCard>()
    const failed: AcceptResult['failed'][number][] = []
    let accepted = 0
    const write = async ({ name, facts }: CardDraft, card: NamedCard, isNew: boolean) => {
      try {
        if ((await addTo(projectId, card.id, facts)) && !isNew) changed.set(card.id, card)
        await decisions.add(projectId, { accepted: facts.flatMap(({ ids }) => ids) })
        accepted += facts.length
      } catch (error) {
        if (!isAppError(error)) throw error
        failed.push({ name, error: toPayload(error) })
      }
    }
    for (const draft of chosen)
      if (draft.entryId !== undefined) await write(draft, { id: draft.entryId, name: draft.name }, false)
    // Whose name is accepted as another name of somebody comes behind him, and goes into his card.
    const aliasNames = new Set(
      chosen.flatMap(({ facts }) =>
        facts.flatMap((fact) => (fact.field === undefined ? [fold(fact.value)] : [])),
      ),
    )
    const fresh = chosen
      .filter(({ entryId }) => entryId === undefined)
      .toSorted((a, b) => Number(aliasNames.has(fold(a.name))) - Number(aliasNames.has(fold(b.name))))
    const cards = fresh.map(({ name, kind, facts }) => ({
      ...{ type: kind, name },
      aliases: facts.flatMap((fact) => (fact.field === undefined ? [fact.value] : [])),
    }))
    const answer = await codex.createCards(projectId, cards)
    created.push(...answer.created.map(({ id, name }) => ({ id, name })))
    const newCards = new Map(created.map((card) => [card.name, card]))
    const entries = await codex.all(projectId)
    for (const draft of fresh) {
      const bearers = entries.filter((entry) =>
        namesOf(entry).some((name) => fold(name) === fold(draft.name)),
      )
      if (bearers.length > 1) {
        const error = new AppError('CONFLICT', { why: 'sharedName', name: draft.name })
        failed.push({ name: draft.name, error: toPayload(error) })
        continue
      }
      const present = answer.existing.find(({ card, text }) => card === draft.name && text === draft.name)
      const own = newCards.get(draft.name)
      const fault = answer.failed.find(({ card }) => card === draft.name)
      if (own) await write(draft, own, true)
      else if (present) await write(draft, { id: present.of, name: present.ofName }, false)
      else
        failed.push({
          name: draft.name,
          error: fault?.error ?? toPayload(new AppError('CONFLICT', { why: 'entryFile' })),
        })
    }
    return { accepted, created, changed: [...changed.values()], failed }
  }

  return {
    list,
    accept: (projectId, choice) => queue.run(projectId, () => acceptNow(projectId, choice)),
    reject: (projectId, choice) =>
      queue.run(projectId, async () => {
        const facts = (await choose(projectId, choice)).flatMap((draft) => draft.facts)
        if (facts.length > 0) await decisions.add(projectId, { rejected: facts.flatMap(({ ids }) => ids) })
        return facts.length
      }),
  }
}
