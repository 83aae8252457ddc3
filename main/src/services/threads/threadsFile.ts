import { z } from 'zod'
import type { FileFault } from '#contract/warnings.ts'
import type { Format } from '../../lib/versionedFile/index.ts'

export const threadsPath = '.creonow/threads.json'
/** Of one book. */
export const maxThreads = 10_000
/** Of one thread. */
export const maxMarks = 1000
/** Removed threads that can be put back; with one more, the oldest is forgotten. */
export const maxRemoved = 50
/** UTF-16 units of a marked sentence, and of what is remembered of the text on either side of it. */
export const maxExactUnits = 300
export const contextUnits = 32

const chapterRef = z.string().min(1).max(1024)
const entries = z.array(z.string().max(200)).max(100)

/** Of what stores an anchor. */
export const anchorSchema = z.looseObject({
  chapter: chapterRef,
  exact: z.string().min(1).max(maxExactUnits),
  before: z.string().max(contextUnits).default(''),
  after: z.string().max(contextUnits).default(''),
  at: z.number().int().min(0),
  lost: z.literal(true).optional(),
})

const mark = z.looseObject({
  id: z.string().min(1).max(64),
  role: z.enum(['planted', 'touched', 'paid']),
  anchor: anchorSchema,
})

const thread = z.looseObject({
  id: z.string().min(1).max(64),
  title: z.string().max(200),
  state: z.enum(['planned', 'planted', 'paid', 'dropped']),
  people: entries.optional(),
  from: chapterRef.optional(),
  due: chapterRef.optional(),
  knownBy: entries.optional(),
  marks: z.array(mark).max(maxMarks).default([]),
})

const removed = z.looseObject({
  thread,
  /** Where it was among the threads. */
  at: z.number().int().min(0),
})

const schema = z.looseObject({
  version: z.literal(1),
  threads: z.array(thread).max(maxThreads),
  removed: z.array(removed).max(maxRemoved).optional(),
})

/**
 * Where a sentence stands: the chapter, the words, what is on either side of them, and the UTF-16 offset at which they
 * were last. `lost`: they were not found when the file was last written. Fields of newer versions stay.
 */
export type Anchor = Readonly<z.infer<typeof anchorSchema>>

/** A sentence of a thread and what it does for it. */
export type StoredMark = Readonly<z.infer<typeof mark>>

/** A thread as `.creonow/threads.json` has it; its marks in the order in which they were made. */
export type StoredThread = Readonly<z.infer<typeof thread>>

/** The content of `.creonow/threads.json`; threads in the order in which they were made, removed ones the newest last. */
export type ThreadsFile = Readonly<z.infer<typeof schema>>

const noThreads: ThreadsFile = { version: 1, threads: [] }

/** A fault anywhere breaks the whole file, with its place: a promise that silently drops out is worse. */
export const threadsFormat: Format<ThreadsFile> = {
  schema,
  absent: noThreads,
  version: 1,
  maxBytes: 16 * 1_048_576,
  bounds: { maxDepth: 100, maxValues: 1_000_000 },
  faultAt,
}

function faultAt(at: readonly PropertyKey[]): FileFault {
  if (at[0] === 'version') return { code: 'version', params: { versions: ['1'] } }
  if (at[0] !== 'threads') return { code: 'shape', params: { shape: '{"version": 1, "threads": […]}' } }
  return at.length === 1 ? { code: 'list', params: { field: 'threads' } } : { code: 'content', params: {} }
}
