import { z } from 'zod'
import type { FileFault } from '#contract/warnings.ts'
import type { Format } from '../../../lib/versionedFile/index.ts'

export const bookPath = '.creonow/book.json'
/** Earlier paths of a chapter that still lead to it. */
export const maxFormerFiles = 3
export const maxChapters = 100_000

const chapterId = z.string().regex(/^c_[A-Za-z0-9_-]{1,62}$/)
const volumeId = z.string().regex(/^v_[A-Za-z0-9_-]{1,62}$/)
const path = z.string().min(1).max(1024)
const title = z.string().max(500)
const entryIds = z.array(z.string().max(200)).max(1000)

const beat = z.looseObject({
  id: z.string().min(1).max(64),
  text: z.string().max(20_000),
  written: z.looseObject({ at: z.string().max(40), receiptId: z.string().max(128).optional() }).optional(),
})

/** The shape of an entry, for what stores one. */
export const chapter = z.looseObject({
  id: chapterId,
  file: path.optional(),
  formerFiles: z.array(path).max(100).optional(),
  missing: z.literal(true).optional(),
  title: title.optional(),
  volume: volumeId.optional(),
  status: z.string().max(200).optional(),
  label: z.string().max(200).optional(),
  pov: z.string().max(200).optional(),
  pins: entryIds.optional(),
  plan: z
    .looseObject({ text: z.string().max(200_000).optional(), beats: z.array(beat).max(1000) })
    .optional(),
})

const schema = z.looseObject({
  version: z.literal(1),
  chapters: z.array(chapter).max(maxChapters),
  volumes: z
    .array(z.looseObject({ id: volumeId, title: title.optional() }))
    .max(maxChapters)
    .default([]),
})

/**
 * A chapter of the book: which file it is and what the author states about it. Fields of newer versions stay.
 * `file`: project-relative path, absent for a planned chapter. `missing`: the file was there and is not now.
 * `title`: only without a file, whose heading is the title. `pov`, `pins`: codex entries.
 */
export type BookChapter = Readonly<z.infer<typeof chapter>>

/** `.creonow/book.json`: identity and order of the chapters. Front matter is not in it. */
export interface Book extends Readonly<Omit<z.infer<typeof schema>, 'chapters' | 'volumes'>> {
  /** In the author's order. */
  readonly chapters: readonly BookChapter[]
  /** Those that a chapter names; a title only where no line of the text is one. */
  readonly volumes: readonly Readonly<z.infer<typeof schema>['volumes'][number]>[]
}

export const emptyBook: Book = { version: 1, chapters: [], volumes: [] }

/** A fault anywhere breaks the whole file, with its place: a chapter that silently drops out is worse. */
export const bookFormat: Format<Book | undefined> = {
  schema,
  absent: undefined,
  version: 1,
  maxBytes: 64 * 1_048_576,
  bounds: { maxDepth: 100, maxValues: 4_000_000 },
  faultAt,
}

function faultAt(at: readonly PropertyKey[]): FileFault {
  if (at[0] === 'version') return { code: 'version', params: { versions: ['1'] } }
  if (at[0] !== 'chapters' && at[0] !== 'volumes')
    return { code: 'shape', params: { shape: '{"version": 1, "chapters": […], "volumes": […]}' } }
  return at.length === 1 ? { code: 'list', params: { field: at[0] } } : { code: 'content', params: {} }
}
