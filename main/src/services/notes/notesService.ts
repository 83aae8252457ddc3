import { join } from 'node:path'
import type { DocumentSummary } from '#contract/documents.ts'
import type { ChannelInput, ChannelOutput } from '#contract/index.ts'
import type { Notice } from '#contract/warnings.ts'
import { AppError } from '../../lib/appError.ts'
import { chapterPositions } from '../../lib/chapterPositions.ts'
import type { Clock } from '../../lib/clock.ts'
import { namesIn } from '../../lib/files.ts'
import { randomId } from '../../lib/randomId.ts'
import { noticesOf, type VersionedFiles } from '../../lib/versionedFile/index.ts'
import { type AnchorChapter, type AnchorPlace, anchorOf, createChapterTexts } from '../threads/index.ts'
import { notePlace } from './notePlace.ts'
import {
  maxNotes,
  maxRemoved,
  type NotesFile,
  notesFolder,
  notesFormat,
  notesPath,
  type StoredNote,
} from './notesFile.ts'

type Note = ChannelOutput<'notes:add'>
type Call<C extends 'notes:add' | 'notes:edit'> = Omit<ChannelInput<C>, 'projectId'>

interface NoteList extends Pick<ChannelOutput<'notes:list'>, 'notes' | 'removed'> {
  readonly notices: readonly Notice[]
}

export interface NotesService {
  /** All notes in the order of the book, lost ones last; notices name broken files. */
  list(projectId: string): Promise<NoteList>
  /** @throws AppError NOT_FOUND, INVALID_ARGUMENT (no such words, too many notes), as `VersionedFile.update`. */
  add(projectId: string, input: Call<'notes:add'>): Promise<Note>
  /** @throws AppError NOT_FOUND, as `VersionedFile.update`. */
  edit(projectId: string, input: Call<'notes:edit'>): Promise<Note>
  /** What was removed; `restore` puts it back. @throws AppError NOT_FOUND, as `VersionedFile.update`. */
  remove(projectId: string, id: string): Promise<Note>
  /** At its former place. @throws AppError NOT_FOUND, INVALID_ARGUMENT (too many notes), as `VersionedFile.update`. */
  restore(projectId: string, id: string): Promise<Note>
}

export interface NotesOptions {
  readonly rootOf: (projectId: string) => string
  readonly versioned: Pick<VersionedFiles, 'of' | 'inProject'>
  /** Chapters in the order of the book, and their texts. */
  readonly manuscript: {
    outline(projectId: string): Promise<readonly DocumentSummary[]>
    read(projectId: string, documentId: string): Promise<{ readonly text: string }>
  }
  readonly clock: Clock
}

/** A file of notes is named after the id of its chapter. */
const fileName = /^(c_[a-z0-9]{1,40})\.json$/

/** Notes in the margin of chapters: `.creonow/notes/`, one file a chapter. No source reads them. */
export function createNotesService({ rootOf, versioned, manuscript, clock }: NotesOptions): NotesService {
  const file = versioned.of(notesFormat)
  const { textOf, chapterOf } = createChapterTexts(manuscript)

  const placeOf = (projectId: string, chapterId: string) =>
    versioned.inProject({ id: projectId, root: rootOf(projectId) }, notesPath(chapterId))

  async function filesOf(projectId: string) {
    const names = (await namesIn(join(rootOf(projectId), notesFolder))).toSorted()
    const ids = names.flatMap((name) => fileName.exec(name)?.[1] ?? [])
    return Promise.all(
      ids.map(async (chapterId) => ({ chapterId, ...(await file.read(placeOf(projectId, chapterId))) })),
    )
  }

  /** Where notes are now. The other chapters of the book are read only where one is not in its own. */
  async function placesOf(
    projectId: string,
    notes: readonly StoredNote[],
    outline: readonly DocumentSummary[],
  ): Promise<ReadonlyMap<StoredNote, AnchorPlace | undefined>> {
    const positions = chapterPositions(outline)
    const places = new Map<StoredNote, AnchorPlace | undefined>()
    let book: readonly AnchorChapter[] | undefined
    for (const note of notes) {
      const summary = outline[positions.get(note.anchor.chapter) ?? -1]
      const home = summary && (await chapterOf(projectId, summary))
      const anchor = home ? { ...note.anchor, chapter: home.documentId } : note.anchor
      let place = home && notePlace(anchor, [home])
      if (!place) {
        book ??= await Promise.all(outline.map((each) => chapterOf(projectId, each)))
        place = notePlace(anchor, book)
      }
      places.set(note, place)
    }
    return places
  }

  /** Changes one file, with the anchors of its notes at their present places. */
  async function change(
    projectId: string,
    chapterId: string,
    edit: (current: NotesFile) => NotesFile,
    id: string,
  ): Promise<Note> {
    const outline = await manuscript.outline(projectId)
    const { value: before } = await file.read(placeOf(projectId, chapterId))
    const places = await placesOf(projectId, before.notes, outline)
    const chapters = await Promise.all(
      outline
        .filter(({ documentId }) => [...places.values()].some((place) => place?.documentId === documentId))
        .map((summary) => chapterOf(projectId, summary)),
    )
    const fresh = new Map([...places].map(([note, place]) => [note.id, anchored(note, place, chapters)]))
    const next = await file.update(placeOf(projectId, chapterId), (current) => {
      const notes = current.notes.map((note) => {
        const anchor = fresh.get(note.id)
        return anchor === undefined || anchor === note.anchor ? note : { ...note, anchor }
      })
      const value = edit({ ...current, notes })
      return { next: value, result: value }
    })
    const note = noteOf(next.notes, id)
    return shown(note, (await placesOf(projectId, [note], outline)).get(note), outline)
  }

  /** The chapter in whose file a note is. */
  async function chapterWith(projectId: string, has: (value: NotesFile) => boolean): Promise<string> {
    const chapterId = (await filesOf(projectId)).find(({ value }) => has(value))?.chapterId
    if (chapterId === undefined) throw new AppError('NOT_FOUND', { why: 'note' })
    return chapterId
  }
  const chapterOfNote = (projectId: string, id: string) =>
    chapterWith(projectId, ({ notes }) => notes.some((note) => note.id === id))

  return {
    async list(projectId) {
      const [readings, outline] = await Promise.all([filesOf(projectId), manuscript.outline(projectId)])
      const stored = readings.flatMap(({ value }) => value.notes)
      const places = await placesOf(projectId, stored, outline)
      const positions = chapterPositions(outline)
      const chapterRank = ({ place }: Note) =>
        place === null ? outline.length : (positions.get(place.documentId) ?? 0)
      const notes = stored.map((note) => shown(note, places.get(note), outline))
      const removed = readings
        .flatMap(({ value }) => value.removed ?? [])
        .toSorted((a, b) => (a.removedAt < b.removedAt ? 1 : -1))
      return {
        notes: notes.toSorted(
          (a, b) => chapterRank(a) - chapterRank(b) || (a.place?.from ?? 0) - (b.place?.from ?? 0),
        ),
        removed: removed.slice(0, maxRemoved).map(({ note: { id, text } }) => ({ id, text })),
        notices: readings.flatMap(noticesOf),
      }
    },

    async add(projectId, { documentId, start, words, text }) {
      const outline = await manuscript.outline(projectId)
      const summary = outline[chapterPositions(outline).get(documentId) ?? -1]
      if (!summary) throw new AppError('NOT_FOUND', { why: 'chapter' })
      const chapter = { documentId: summary.documentId, text: await textOf(projectId, summary) }
      const exact = words.trim()
      const at = nearest(chapter.text, exact, start)
      if (at === undefined) throw new AppError('INVALID_ARGUMENT', { why: 'selection' })
      const note: StoredNote = {
        id: randomId('n_'),
        anchor: anchorOf(chapter, at, at + exact.length),
        text: text.trim(),
        createdAt: new Date(clock.now()).toISOString(),
      }
      const edit = (current: NotesFile): NotesFile => {
        requireRoom(current)
        return { ...current, notes: [...current.notes, note] }
      }
      return change(projectId, chapter.documentId, edit, note.id)
    },

    async edit(projectId, { id, text, resolved }) {
      const edited = (note: StoredNote): StoredNote => {
        const { resolvedAt, ...rest } = note
        const isResolved = resolved ?? resolvedAt !== undefined
        return {
          ...rest,
          ...(text !== undefined && { text: text.trim() }),
          ...(isResolved && { resolvedAt: resolvedAt ?? new Date(clock.now()).toISOString() }),
        }
      }
      const edit = (current: NotesFile): NotesFile => {
        const note = noteOf(current.notes, id)
        return { ...current, notes: current.notes.map((each) => (each === note ? edited(note) : each)) }
      }
      return change(projectId, await chapterOfNote(projectId, id), edit, id)
    },

    async remove(projectId, id) {
      const chapterId = await chapterOfNote(projectId, id)
      const outline = await manuscript.outline(projectId)
      const note = await file.update(placeOf(projectId, chapterId), (current) => {
        const note = noteOf(current.notes, id)
        const at = current.notes.indexOf(note)
        const entry = { note, at, removedAt: new Date(clock.now()).toISOString() }
        const removed = [...(current.removed ?? []), entry].slice(-maxRemoved)
        return { next: { ...current, notes: current.notes.toSpliced(at, 1), removed }, result: note }
      })
      return shown(note, (await placesOf(projectId, [note], outline)).get(note), outline)
    },

    async restore(projectId, id) {
      const chapterId = await chapterWith(projectId, ({ removed = [] }) =>
        removed.some(({ note }) => note.id === id),
      )
      const edit = (current: NotesFile): NotesFile => {
        const removed = current.removed ?? []
        const back = removed.findLast(({ note }) => note.id === id)
        if (!back) throw new AppError('NOT_FOUND', { why: 'note' })
        requireRoom(current)
        const notes = current.notes.toSpliced(back.at, 0, back.note)
        return { ...current, notes, removed: removed.filter((each) => each !== back) }
      }
      return change(projectId, chapterId, edit, id)
    },
  }
}

/** @throws AppError INVALID_ARGUMENT. */
function requireRoom({ notes }: NotesFile): void {
  if (notes.length >= maxNotes) throw new AppError('INVALID_ARGUMENT', { why: 'threadLimit', most: maxNotes })
}

/** @throws AppError NOT_FOUND. */
function noteOf(notes: readonly StoredNote[], id: string): StoredNote {
  const note = notes.find((each) => each.id === id)
  if (!note) throw new AppError('NOT_FOUND', { why: 'note' })
  return note
}

/** The occurrence of words that is nearest to where they were; undefined: there is none. */
function nearest(text: string, words: string, start: number): number | undefined {
  if (words === '') return undefined
  const after = text.indexOf(words, start)
  const before = text.lastIndexOf(words, start)
  if (after < 0 || before < 0) return after < 0 && before < 0 ? undefined : Math.max(after, before)
  return after - start < start - before ? after : before
}

/** The anchor at its present place; `lost` where there is none. The same object when nothing changed. */
function anchored(
  { anchor }: StoredNote,
  place: AnchorPlace | undefined,
  chapters: readonly AnchorChapter[],
): StoredNote['anchor'] {
  const chapter = chapters.find(({ documentId }) => documentId === place?.documentId)
  if (!place || !chapter) return anchor.lost ? anchor : { ...anchor, lost: true }
  const { lost: _, ...rest } = anchor
  return { ...rest, ...anchorOf(chapter, place.from, place.to) }
}

/** Without the fields of newer versions. */
function shown(
  { id, text, createdAt, resolvedAt, anchor }: StoredNote,
  place: AnchorPlace | undefined,
  outline: readonly DocumentSummary[],
): Note {
  const chapterTitle = outline.find(({ documentId }) => documentId === place?.documentId)?.title ?? ''
  return {
    id,
    text,
    exact: anchor.exact,
    createdAt,
    resolvedAt: resolvedAt ?? null,
    place: place ? { ...place, chapterTitle } : null,
  }
}
