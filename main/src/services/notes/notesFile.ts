import { z } from 'zod'
import type { FileFault } from '#contract/warnings.ts'
import type { Format } from '../../lib/versionedFile/index.ts'
import { anchorSchema } from '../threads/index.ts'

export const notesFolder = '.creonow/notes'
/** Of one chapter. */
export const maxNotes = 1000
/** Removed notes of a chapter that can be put back; with one more, the oldest is forgotten. */
export const maxRemoved = 50

const note = z.looseObject({
  id: z.string().min(1).max(64),
  anchor: anchorSchema,
  text: z.string().min(1).max(10_000),
  createdAt: z.string().max(40),
  resolvedAt: z.string().max(40).optional(),
})

const removed = z.looseObject({
  note,
  /** Where it was among the notes. */
  at: z.number().int().min(0),
  /** ISO 8601. */
  removedAt: z.string().max(40),
})

const schema = z.looseObject({
  version: z.literal(1),
  notes: z.array(note).max(maxNotes),
  removed: z.array(removed).max(maxRemoved).optional(),
})

/** A note and the words of the chapter that it is about. Fields of newer versions stay. */
export type StoredNote = Readonly<z.infer<typeof note>>

/** The content of `.creonow/notes/<c_…>.json`: notes in the order in which they were made, removed ones the newest last. */
export type NotesFile = Readonly<z.infer<typeof schema>>

/** A fault anywhere breaks the whole file, with its place. */
export const notesFormat: Format<NotesFile> = {
  schema,
  absent: { version: 1, notes: [] },
  version: 1,
  maxBytes: 16 * 1_048_576,
  bounds: { maxDepth: 100, maxValues: 100_000 },
  faultAt,
}

function faultAt(at: readonly PropertyKey[]): FileFault {
  if (at[0] === 'version') return { code: 'version', params: { versions: ['1'] } }
  if (at[0] !== 'notes') return { code: 'shape', params: { shape: '{"version": 1, "notes": […]}' } }
  return at.length === 1 ? { code: 'list', params: { field: 'notes' } } : { code: 'content', params: {} }
}

/** The file of a chapter's notes. */
export const notesPath = (chapterId: string): string => `${notesFolder}/${chapterId}.json`
