import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ErrorPayload } from '#contract/result.ts'
import { AppError, isAppError, toPayload } from '../../lib/appError.ts'
import { createFileQueue } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { CodexEntry, CodexService } from '../codex/index.ts'
import type { JobLog } from '../jobs/index.ts'
import type { FoldName } from './cast.ts'
import { type AnswerChange, readChanges } from './changeAnswer.ts'
import { changedEntry } from './changedEntry.ts'
import { changeField } from './changeFields.ts'
import type { DraftDecisions } from './draftDecisions.ts'
import type { DraftChapter } from './draftReading.ts'
import { isHedged } from './hedges.ts'
import { isQuoted, quotedStretches } from './quotedSpeech.ts'
import { createQuotePlaces } from './quotePlace.ts'

/** Why a change is not ticked before the author has read it. */
type Reservation = 'quoted' | 'claim' | 'hedged' | 'noEntry' | 'neither'

/** What changes in a chapter, by a model's reading of it. */
interface ChapterChange {
  /** `h_…`, the same for the same change, sentence and chapter. */
  readonly id: string
  /** The chapter with which it begins. */
  readonly documentId: string
  /** Of the entry, or of the one to be made. */
  readonly name: string
  /** Absent: there is none of that name. */
  readonly entryId?: string
  /** In the words of the book. */
  readonly field: string
  /** What it is from this chapter on. */
  readonly value: string
  /** Word for word in the chapter. */
  readonly quote: string
  /** UTF-16 offset of the sentence in the chapter. */
  readonly from: number
  /** `said`, `dreamt`: it stays a claim. What stands inside quotation marks is never narrated. */
  readonly certainty: 'narrated' | 'said' | 'dreamt'
  /** Absent: it is ticked. */
  readonly reservation?: Reservation
}

interface ChangeList {
  /** In the order of the book. */
  readonly changes: readonly ChapterChange[]
  /** What the answers had and the list does not have. */
  readonly dropped: { readonly notInText: number; readonly incomplete: number }
  /** Answers that ended at the limit of their length: their chapters may have more. */
  readonly cutOff: number
}

/** Which changes: by id, every one, or those that are ticked. */
type ChangeChoice = readonly string[] | 'all' | 'ticked'

interface AcceptChanges {
  readonly choice: ChangeChoice
  /** Claims among them are written as what has happened. */
  readonly asFact: boolean
}

interface AcceptResult {
  /** Changes that are in cards now. */
  readonly accepted: number
  /** Cards that were made for them. */
  readonly created: readonly { readonly id: string; readonly name: string }[]
  /** Cards that could not be written; their changes are still listed. */
  readonly failed: readonly { readonly name: string; readonly error: ErrorPayload }[]
}

export interface ChapterChangesOptions {
  readonly log: Pick<JobLog, 'list'>
  readonly decisions: DraftDecisions
  readonly codex: Pick<CodexService, 'all' | 'read' | 'save' | 'createCards'>
  /** The chapters in the order of the book, and the place of each by everything that names it. */
  readonly order: (projectId: string) => Promise<{
    readonly ids: readonly string[]
    positionOf(chapter: string): number | undefined
  }>
  /** A chapter as it is now. @throws AppError NOT_FOUND. */
  readonly chapter: (projectId: string, documentId: string) => Promise<DraftChapter>
  readonly language: (projectId: string) => Promise<'zh' | 'en'>
  readonly fold: FoldName
}

export interface ChapterChanges {
  /** What the author has not decided on yet, of one chapter or of all. Nothing of it is in any prompt. */
  list(projectId: string, documentId?: string): Promise<ChangeList>
  /** Writes changes into cards, from their chapter on; an older value ends before it and stays. */
  accept(projectId: string, accepting: AcceptChanges): Promise<AcceptResult>
  /** They are not listed again. Returns how many. */
  reject(projectId: string, choice: ChangeChoice): Promise<number>
}

const namesOf = ({ name, aliases }: Pick<CodexEntry, 'name' | 'aliases'>): readonly string[] => [
  name,
  ...aliases.map((alias) => (typeof alias === 'string' ? alias : alias.name)),
]

/** A card that was changed meanwhile is read again so many times. */
const tries = 3

/** What changes in chapters: made of the answers on the records of jobs, checked against the chapters of today. */
export function createChapterChanges(options: ChapterChangesOptions): ChapterChanges {
  const { log, decisions, codex, fold } = options
  const queue = createFileQueue()

  /** The chapter with what in it is quoted; undefined: it is not there any more. */
  async function readChapter(projectId: string, documentId: string) {
    try {
      const { text } = await options.chapter(projectId, documentId)
      return { text, places: createQuotePlaces(text), stretches: quotedStretches(text) }
    } catch (error) {
      if (!isAppError(error, 'NOT_FOUND')) throw error
      return undefined
    }
  }

  async function list(projectId: string, documentId?: string): Promise<ChangeList> {
    const records = (await log.list(projectId)).filter(({ request }) => request.kind === 'changes').reverse()
    const language = await options.language(projectId)
    const { ids: order, positionOf } = await options.order(projectId)
    const owners = new Map<string, CodexEntry>()
    const entries = records.length === 0 ? [] : await codex.all(projectId)
    for (const entry of entries)
      for (const name of namesOf(entry)) if (!owners.has(fold(name))) owners.set(fold(name), entry)
    const { accepted, rejected } = await decisions.read(projectId)
    const chapters = new Map<string, Awaited<ReturnType<typeof readChapter>>>()
    const changes = new Map<string, ChapterChange>()
    const dropped = { notInText: 0, incomplete: 0 }
    let cutOff = 0
    for (const { items, results } of records)
      for (const item of items) {
        const result = results.get(item.itemId ?? item.documentId)
        if (!result || result.error || (documentId !== undefined && item.documentId !== documentId)) continue
        if (result.cutOff) cutOff += 1
        if (!chapters.has(item.documentId))
          chapters.set(item.documentId, await readChapter(projectId, item.documentId))
        const chapter = chapters.get(item.documentId)
        await nextTurn()
        const answer = readChanges(result.text)
        dropped.incomplete += answer.incomplete
        for (const given of answer.changes) {
          const place = chapter?.places.find(given.quote)
          if (!chapter || !place) {
            dropped.notInText += 1
            continue
          }
          const { quote, from } = place
          const isSpeech = isQuoted(chapter.text, quote, chapter.stretches)
          const change = checked(given, { documentId: item.documentId, quote, from, isSpeech })
          const entry = owners.get(fold(given.entry))
          if (accepted.has(change.id) || rejected.has(change.id)) continue
          const isPresent =
            entry && changedEntry(entry, change, { language, fold, order, positionOf }) === entry
          if (isPresent) continue
          changes.set(change.id, change)
        }
      }

    function checked(
      { entry: given, field, value, certainty }: AnswerChange,
      sentence: Pick<ChapterChange, 'documentId' | 'quote' | 'from'> & { readonly isSpeech: boolean },
    ): ChapterChange {
      const { documentId: chapter, quote, from, isSpeech } = sentence
      const entry = owners.get(fold(given))
      const ownField = changeField(field, language)
      const identity = [fold(given), fold(ownField), fold(value), chapter, quote]
      const reservation = ((): Reservation | undefined => {
        if (isSpeech) return 'quoted'
        if (certainty !== 'narrated') return 'claim'
        if (isHedged(quote)) return 'hedged'
        if (!entry) return 'noEntry'
        const folded = fold(quote)
        const isAbout = [value, ...namesOf(entry)].some((word) => folded.includes(fold(word)))
        return isAbout ? undefined : 'neither'
      })()
      return {
        id: `h_${sha256Hex(JSON.stringify(identity)).slice(0, 16)}`,
        ...{ documentId: chapter, name: entry?.name ?? given, ...(entry && { entryId: entry.id }) },
        ...{ field: ownField, value, quote, from },
        certainty: isSpeech && certainty === 'narrated' ? 'said' : certainty,
        ...(reservation && { reservation }),
      }
    }

    const placeOf = (change: ChapterChange) => positionOf(change.documentId) ?? Number.POSITIVE_INFINITY
    return {
      changes: [...changes.values()].toSorted((a, b) => placeOf(a) - placeOf(b) || a.from - b.from),
      ...{ dropped, cutOff },
    }
  }

  async function choose(projectId: string, choice: ChangeChoice): Promise<readonly ChapterChange[]> {
    const ids = typeof choice === 'string' ? undefined : new Set(choice)
    return (await list(projectId)).changes.filter(({ id, reservation }) =>
      ids ? ids.has(id) : choice === 'all' || reservation === undefined,
    )
  }

  /** Adds changes to a card as it is now. */
  async function addTo(projectId: string, id: string, changes: readonly ChapterChange[], asFact: boolean) {
    const language = await options.language(projectId)
    const { ids: order, positionOf } = await options.order(projectId)
    for (let attempt = 1; ; attempt += 1) {
      const { entry, hash } = await codex.read(projectId, id)
      const next = changes.reduce(
        (card, change) =>
          changedEntry(
            card,
            { ...change, certainty: asFact ? 'narrated' : change.certainty },
            { language, fold, order, positionOf },
          ),
        entry,
      )
      if (next === entry) return
      try {
        await codex.save(projectId, next, hash)
        return
      } catch (error) {
        if (attempt === tries || !isAppError(error, 'CONFLICT')) throw error
      }
    }
  }

  async function acceptNow(projectId: string, { choice, asFact }: AcceptChanges): Promise<AcceptResult> {
    const chosen = await choose(projectId, choice)
    const fresh = new Map(
      chosen.flatMap(({ name, entryId, field }) =>
        entryId === undefined ? [[fold(name), { name, isThing: isOwnerField(field) }] as const] : [],
      ),
    )
    const answer = await codex.createCards(
      projectId,
      [...fresh.values()].map(({ name, isThing }) => ({
        ...{ type: isThing ? ('item' as const) : ('character' as const), name, aliases: [] },
      })),
    )
    const created = answer.created.map(({ id, name }) => ({ id, name }))
    const idOfName = new Map([
      ...answer.existing.map(({ card, of }) => [fold(card), of] as const),
      ...created.map(({ id, name }) => [fold(name), id] as const),
    ])
    const failed: AcceptResult['failed'][number][] = []
    let accepted = 0
    const groups = Map.groupBy(chosen, ({ entryId, name }) => entryId ?? idOfName.get(fold(name)) ?? '')
    for (const [id, changes] of groups) {
      const name = changes[0]?.name ?? ''
      try {
        if (id === '') throw new AppError('CONFLICT', { why: 'entryFile' })
        await addTo(projectId, id, changes, asFact)
        await decisions.add(projectId, { accepted: changes.map((change) => change.id) })
        accepted += changes.length
      } catch (error) {
        if (!isAppError(error)) throw error
        failed.push({ name, error: toPayload(error) })
      }
    }
    return { accepted, created, failed }
  }

  return {
    list,
    accept: (projectId, accepting) => queue.run(projectId, () => acceptNow(projectId, accepting)),
    reject: (projectId, choice) =>
      queue.run(projectId, async () => {
        const ids = (await choose(projectId, choice)).map(({ id }) => id)
        if (ids.length > 0) await decisions.add(projectId, { rejected: ids })
        return ids.length
      }),
  }
}

const isOwnerField = (field: string) =>
  field === changeField('owner', 'zh') || field === changeField('owner', 'en')
