import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DocumentSummary } from '#contract/documents.ts'
import type { ChannelInput, ChannelOutput } from '#contract/index.ts'
import { AppError } from '../../lib/appError.ts'
import { chapterPositions } from '../../lib/chapterPositions.ts'
import { perObject } from '../../lib/perObject.ts'
import { randomId } from '../../lib/randomId.ts'
import { firstUnits } from '../../lib/text.ts'
import { noticesOf, type VersionedFiles } from '../../lib/versionedFile/index.ts'
import type { ThreadsPort } from '../sources/index.ts'
import { type AnchorChapter, type AnchorPlace, anchorOf, findAnchor, refreshed } from './anchors.ts'
import { createChapterTexts } from './chapterTexts.ts'
import { type BookUse, countUse, joinedUse, threadWords, windowUnits } from './relevance.ts'
import { type BookThreads, isOverdue, openThread, threadLines } from './threadLines.ts'
import {
  maxMarks,
  maxRemoved,
  maxThreads,
  type StoredMark,
  type StoredThread,
  type ThreadsFile,
  threadsFormat,
  threadsPath,
} from './threadsFile.ts'

type Thread = ChannelOutput<'threads:create'>
interface ThreadList {
  readonly threads: readonly Thread[]
  readonly removed: ChannelOutput<'threads:list'>['removed']
}
type Call<C extends 'threads:create' | 'threads:update' | 'threads:mark'> = Omit<ChannelInput<C>, 'projectId'>

export interface ThreadsService extends ThreadsPort {
  /** All threads, and what can be put back, newest first. @throws AppError FILE_BROKEN {path, line, column}. */
  list(projectId: string): Promise<ThreadList>
  /** @throws AppError NOT_FOUND, INVALID_ARGUMENT (no words selected, too many threads), as `VersionedFile.update`. */
  create(projectId: string, input: Call<'threads:create'>): Promise<Thread>
  /** @throws AppError NOT_FOUND, as `VersionedFile.update`. */
  update(projectId: string, input: Call<'threads:update'>): Promise<Thread>
  /** @throws AppError NOT_FOUND, INVALID_ARGUMENT (no words selected, too many marks), as `VersionedFile.update`. */
  mark(projectId: string, input: Call<'threads:mark'>): Promise<Thread>
  /** What was removed; `restore` puts it back. @throws AppError NOT_FOUND, as `VersionedFile.update`. */
  delete(projectId: string, id: string): Promise<Thread>
  /** At its former place. @throws AppError NOT_FOUND, INVALID_ARGUMENT (too many threads), as `VersionedFile.update`. */
  restore(projectId: string, id: string): Promise<Thread>
}

export interface ThreadsOptions {
  readonly rootOf: (projectId: string) => string
  readonly versioned: Pick<VersionedFiles, 'of' | 'inProject'>
  /** Chapters in the order of the book, and their texts. */
  readonly manuscript: {
    outline(projectId: string): Promise<readonly DocumentSummary[]>
    read(projectId: string, documentId: string): Promise<{ readonly text: string }>
  }
  /** The codex: whose names are one person's. */
  readonly entries: (
    projectId: string,
  ) => Promise<
    readonly { readonly id?: string; readonly name?: string; readonly aliases?: readonly string[] }[]
  >
  /** Codex entry, or name, of a chapter's point-of-view character; undefined: not stated. */
  readonly povOf: (projectId: string, documentId: string) => Promise<string | undefined>
}

/** Pages of a book that are counted at most. */
const maxPages = 400
const maxTitleUnits = 40

/** `.creonow/threads.json` of projects, and which of its threads a prompt gets. */
export function createThreadsService(options: ThreadsOptions): ThreadsService {
  const { rootOf, versioned, manuscript, entries, povOf } = options
  const file = versioned.of(threadsFormat)
  const { textOf, chapterOf } = createChapterTexts(manuscript)
  const resolved = new WeakMap<ThreadsFile, { readonly outline: object; readonly places: Places }>()
  const uses = new WeakMap<
    ThreadsFile,
    { readonly key: string; readonly chapters: WeakMap<object, BookUse> }
  >()

  const placeOf = (projectId: string) =>
    versioned.inProject({ id: projectId, root: rootOf(projectId) }, threadsPath)

  async function chaptersOf(
    projectId: string,
    outline: readonly DocumentSummary[],
  ): Promise<AnchorChapter[]> {
    const chapters: AnchorChapter[] = []
    for (const summary of outline) chapters.push(await chapterOf(projectId, summary))
    return chapters
  }

  /** Where all marks are now. Of the same file and the same chapters the same map. */
  async function placesOf(projectId: string, value: ThreadsFile, outline: readonly DocumentSummary[]) {
    const before = resolved.get(value)
    if (before?.outline === outline) return before.places
    const chapters = value.threads.length === 0 ? [] : await chaptersOf(projectId, outline)
    const ofIds = chapterPositions(outline)
    const places: Places = new Map()
    for (const { marks } of value.threads)
      for (const { anchor } of marks) {
        const home = outline[ofIds.get(anchor.chapter) ?? -1]?.documentId
        places.set(anchor, findAnchor(home ? { ...anchor, chapter: home } : anchor, chapters))
      }
    resolved.set(value, { outline, places })
    return places
  }

  async function change(
    projectId: string,
    edit: (threads: readonly StoredThread[], outline: readonly DocumentSummary[]) => readonly StoredThread[],
    id: string,
  ): Promise<Thread> {
    const outline = await manuscript.outline(projectId)
    const chapters = await chaptersOf(projectId, outline)
    const next = await file.update(placeOf(projectId), (current) => {
      const threads = edit(current.threads, outline).map((thread) => withFreshAnchors(thread, chapters))
      const value = { ...current, threads }
      return { next: value, result: value }
    })
    const places = await placesOf(projectId, next, outline)
    return shown(threadOf(next.threads, id), places, outline)
  }

  async function markAt(
    projectId: string,
    role: StoredMark['role'],
    { documentId, start, end }: NonNullable<Call<'threads:create'>['selection']>,
  ): Promise<StoredMark> {
    const outline = await manuscript.outline(projectId)
    const summary = outline[chapterPositions(outline).get(documentId) ?? -1]
    if (!summary) throw new AppError('NOT_FOUND', { why: 'chapter' })
    const text = await textOf(projectId, summary)
    const words = text.slice(start, end)
    const from = start + (words.length - words.trimStart().length)
    const to = start + words.trimEnd().length
    if (to <= from) throw new AppError('INVALID_ARGUMENT', { why: 'selection' })
    return { id: randomId('m_'), role, anchor: anchorOf({ documentId: summary.documentId, text }, from, to) }
  }

  /** How often the features of the threads occur in the book; a long book is sampled. */
  async function countedUse(
    projectId: string,
    value: ThreadsFile,
    outline: readonly DocumentSummary[],
    words: BookThreads['words'],
    pageUnits: number,
  ): Promise<BookUse> {
    const units = outline.reduce((sum, { characters }) => sum + characters, 0)
    const stride = Math.max(1, Math.ceil(units / pageUnits / maxPages))
    const key = JSON.stringify([pageUnits, stride, [...words.values()].map(({ people }) => [...people])])
    const before = uses.get(value)
    const chapters = before?.key === key ? before.chapters : new WeakMap<object, BookUse>()
    uses.set(value, { key, chapters })
    const all: BookUse[] = []
    for (const summary of outline) {
      let use = chapters.get(summary)
      if (!use) {
        use = countUse((await chapterOf(projectId, summary)).text, [...words.values()], pageUnits, stride)
        chapters.set(summary, use)
        await nextTurn()
      }
      all.push(use)
    }
    return joinedUse(all)
  }

  return {
    async list(projectId) {
      const { value, problem } = await file.read(placeOf(projectId))
      if (problem) throw problem
      const outline = await manuscript.outline(projectId)
      const places = await placesOf(projectId, value, outline)
      return {
        threads: value.threads.map((thread) => shown(thread, places, outline)),
        removed: (value.removed ?? []).map(({ thread: { id, title } }) => ({ id, title })).toReversed(),
      }
    },

    async create(projectId, { title, selection, people, due }) {
      const planted = selection && (await markAt(projectId, 'planted', selection))
      const id = randomId('t_')
      const thread: StoredThread = {
        id,
        title:
          title ??
          firstUnits(planted?.anchor.exact ?? id, maxTitleUnits)
            .replace(/\s+/g, ' ')
            .trim(),
        state: planted ? 'planted' : 'planned',
        ...(people && people.length > 0 && { people }),
        ...(due !== undefined && { due }),
        marks: planted ? [planted] : [],
      }
      const edit = (threads: readonly StoredThread[]) => {
        if (threads.length >= maxThreads)
          throw new AppError('INVALID_ARGUMENT', { why: 'threadLimit', most: maxThreads })
        return [...threads, thread]
      }
      return change(projectId, edit, id)
    },

    update: (projectId, { id, patch }) =>
      change(projectId, (threads) => replaced(threads, id, (thread) => patched(thread, patch)), id),

    async mark(projectId, { id, add, remove }) {
      const added = add && (await markAt(projectId, add.role, add))
      return change(projectId, (threads) => replaced(threads, id, (each) => marked(each, added, remove)), id)
    },

    async delete(projectId, id) {
      const thread = await file.update(placeOf(projectId), (current) => {
        const deleted = threadOf(current.threads, id)
        const at = current.threads.indexOf(deleted)
        const removed = [...(current.removed ?? []), { thread: deleted, at }].slice(-maxRemoved)
        return { next: { ...current, threads: current.threads.toSpliced(at, 1), removed }, result: deleted }
      })
      const outline = await manuscript.outline(projectId)
      return shown(thread, await placesOf(projectId, { version: 1, threads: [thread] }, outline), outline)
    },

    async restore(projectId, id) {
      const outline = await manuscript.outline(projectId)
      const next = await file.update(placeOf(projectId), (current) => {
        const removed = current.removed ?? []
        const back = removed.findLast(({ thread }) => thread.id === id)
        if (!back) throw new AppError('NOT_FOUND', { why: 'thread' })
        if (current.threads.length >= maxThreads)
          throw new AppError('INVALID_ARGUMENT', { why: 'threadLimit', most: maxThreads })
        const threads = current.threads.toSpliced(back.at, 0, back.thread)
        const value = { ...current, threads, removed: removed.filter((each) => each !== back) }
        return { next: value, result: value }
      })
      return shown(threadOf(next.threads, id), await placesOf(projectId, next, outline), outline)
    },

    async openAt(projectId, query) {
      const reading = await file.read(placeOf(projectId))
      const { value } = reading
      const notices = noticesOf(reading)
      if (value.threads.length === 0) return { threads: [], missing: [], notices }
      const state = await stateAt(projectId, value, query.documentId)
      const { outline, namesOf } = state
      const words = new Map(
        value.threads.map(({ id, title, marks, people = [] }) => {
          const sentences = marks.flatMap(({ role, anchor }) => (role === 'paid' ? [] : anchor.exact))
          return [id, threadWords([title, ...sentences], people.map(namesOf))]
        }),
      )
      const use = await countedUse(projectId, value, outline, words, windowUnits[query.language])
      return { ...threadLines({ threads: value.threads, words, use, ...state }, query), notices }
    },

    async openThread(projectId, id, at) {
      const { value } = await file.read(placeOf(projectId))
      const thread = value.threads.find((each) => each.id === id)
      const line = thread && openThread(await stateAt(projectId, value, at.documentId), thread, at)
      return line === 'missing' ? undefined : line
    },
  }

  /** All that decides which threads are open in a chapter. */
  async function stateAt(projectId: string, value: ThreadsFile, documentId: string) {
    const [outline, codex, pov] = await Promise.all([
      manuscript.outline(projectId),
      entries(projectId),
      povOf(projectId, documentId),
    ])
    const namesOf = (who: string) => {
      const entry = codex.find(({ id, name }) => id === who || name === who)
      return entry ? [entry.name ?? who, ...(entry.aliases ?? [])] : [who]
    }
    const places = await placesOf(projectId, value, outline)
    return { outline, places, namesOf, pov: pov === undefined ? undefined : new Set([pov, ...namesOf(pov)]) }
  }
}

type Places = Map<StoredMark['anchor'], AnchorPlace | undefined>

/** @throws AppError NOT_FOUND. */
function threadOf(threads: readonly StoredThread[], id: string): StoredThread {
  const thread = threads.find((each) => each.id === id)
  if (!thread) throw new AppError('NOT_FOUND', { why: 'thread' })
  return thread
}

function replaced(
  threads: readonly StoredThread[],
  id: string,
  edit: (thread: StoredThread) => StoredThread,
): readonly StoredThread[] {
  const thread = threadOf(threads, id)
  return threads.map((each) => (each === thread ? edit(each) : each))
}

/** Fields of newer versions stay; null removes a field. */
function patched(thread: StoredThread, patch: Call<'threads:update'>['patch']): StoredThread {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined)
  const next = Object.fromEntries(
    Object.entries({ ...thread, ...Object.fromEntries(given) }).filter(([, value]) => value !== null),
  )
  return next as unknown as StoredThread // fields of the schema, none of them null
}

function marked(
  thread: StoredThread,
  added: StoredMark | undefined,
  remove: string | undefined,
): StoredThread {
  if (remove !== undefined && !thread.marks.some(({ id }) => id === remove))
    throw new AppError('NOT_FOUND', { why: 'thread' })
  const marks = [...thread.marks.filter(({ id }) => id !== remove), ...(added ? [added] : [])]
  if (marks.length > maxMarks) throw new AppError('INVALID_ARGUMENT', { why: 'threadLimit', most: maxMarks })
  return { ...thread, marks, state: stateAfter(thread, marks, added) }
}

/** A payment closes a thread, and without any it is open again; what the author dropped stays dropped. */
function stateAfter(
  { state }: StoredThread,
  marks: readonly StoredMark[],
  added: StoredMark | undefined,
): StoredThread['state'] {
  if (added?.role === 'paid') return 'paid'
  const has = (role: StoredMark['role']) => marks.some((each) => each.role === role)
  if (state === 'paid' && !has('paid')) return has('planted') ? 'planted' : 'planned'
  if (state === 'planned' && has('planted')) return 'planted'
  if (state === 'planted' && marks.length === 0) return 'planned'
  return state
}

function withFreshAnchors(thread: StoredThread, chapters: readonly AnchorChapter[]): StoredThread {
  const marks = thread.marks.map((mark) => {
    const anchor = refreshed(mark.anchor, chapters)
    return anchor === mark.anchor ? mark : { ...mark, anchor }
  })
  return marks.every((mark, at) => mark === thread.marks[at]) ? thread : { ...thread, marks }
}

const titlesOf = perObject(
  (outline: readonly DocumentSummary[]) =>
    new Map(outline.map(({ documentId, title }) => [documentId, title])),
)

/** Without the fields of newer versions. */
function shown(
  thread: StoredThread,
  places: ReadonlyMap<StoredMark['anchor'], AnchorPlace | undefined>,
  outline: readonly DocumentSummary[],
): Thread {
  const { id, title, state, people = [], from = null, due = null, knownBy = null, marks } = thread
  return {
    ...{ id, title, state, people, from, due, knownBy },
    overdue: isOverdue(thread, outline),
    marks: marks.map(({ id: markId, role, anchor }) => {
      const place = places.get(anchor)
      const chapterTitle = titlesOf(outline).get(place?.documentId ?? '') ?? ''
      return { id: markId, role, exact: anchor.exact, place: place ? { ...place, chapterTitle } : null }
    }),
  }
}
