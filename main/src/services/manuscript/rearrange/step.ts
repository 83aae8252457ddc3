import { z } from 'zod'
import type { Book } from '../book/bookFile.ts'
import { chapter as chapterSchema, maxChapters } from '../book/bookFile.ts'
import { placed, withChapter, withFile, withoutChapter } from '../book/entries.ts'

const path = z.string().min(1).max(1024)
const line = z.string().max(30_000)
/** A file on disk is at most 64 MiB; every unit of its text is at least a byte. */
const text = z.string().max(67_108_864).nullable()
const listed = z.object({ chapter: chapterSchema, behind: path.nullable() }).nullable()

const head = {
  id: z.string().regex(/^\d{13}-[0-9a-f]{8}$/),
  /** Real path of the project's folder; steps of earlier versions have none. */
  root: z.string().max(4096).optional(),
  /** `started`: to be finished; `taken back`: to be undone; `done`: may be undone by the author. */
  state: z.enum(['started', 'done', 'taken back']),
}

const schema = z.object({
  version: z.literal(2),
  ...head,
  /** The chapter that the author acted on. */
  documentId: path,
  /** Old to new path of files that move; no new path is an old one. */
  files: z.record(path, path),
  /** Title lines that change, in the files as they are called behind the step. */
  headings: z
    .array(z.object({ documentId: path, path, from: line, to: line }))
    .max(maxChapters)
    .optional(),
  /** How chapters start and are to start: the lines of volumes. */
  starts: z
    .array(z.object({ documentId: path, path, from: line, to: line }))
    .max(10)
    .optional(),
  /** Whom `documentId` is behind in the book; null: it is the first. */
  place: z.object({ from: path.nullable(), to: path.nullable() }).optional(),
  /** Whole texts before and behind the step; null: there is no file. */
  texts: z
    .array(z.object({ documentId: path, path, from: text, to: text }))
    .max(10)
    .optional(),
  /** Entries of the book that come (`from` is null) or leave (`to` is null). */
  entries: z
    .array(z.object({ from: listed, to: listed }))
    .max(maxChapters)
    .optional(),
})

/** As versions stored it that changed one title line in a step. */
const withOneHeading = schema
  .extend({ heading: z.object({ path, from: line, to: line }) })
  .transform(({ heading, ...rest }) => ({
    ...rest,
    headings: [{ documentId: rest.documentId, ...heading }],
  }))

/** Steps from before chapters had ids: a chapter is its path, and files were moved to move chapters. */
const earlier = z
  .object({
    version: z.literal(1),
    ...head,
    documentId: path,
    renames: z.record(path, path),
    heading: z.object({ from: line, to: line }).optional(),
    starts: z
      .array(z.object({ documentId: path, from: line, to: line }))
      .max(10)
      .optional(),
  })
  .transform(({ renames, heading, starts, ...rest }) => ({
    ...rest,
    version: 2 as const,
    files: renames,
    ...(heading && { headings: [{ documentId: rest.documentId, path: rest.documentId, ...heading }] }),
    ...(starts && { starts: starts.map((start) => ({ path: start.documentId, ...start })) }),
  }))

export const stepSchema = z.union([withOneHeading, schema, earlier])

/** A change of chapters, their order or their volumes, as the journal in the data folder has it. */
export type Step = Readonly<z.infer<typeof schema>>
/** A step without what every step has. */
export type Plan = Omit<Step, 'version' | 'id' | 'root' | 'state'>

export const isEmptyPlan = ({
  files,
  headings = [],
  starts = [],
  place,
  texts = [],
  entries = [],
}: Plan): boolean =>
  [Object.keys(files), headings, starts, texts, entries].every(({ length }) => length === 0) && !place

/** The step that leads back from `step`. */
export function inverseOf(step: Step): Step {
  const files = Object.fromEntries(Object.entries(step.files).map(([from, to]) => [to, from]))
  const back = <T extends { readonly from: unknown; readonly to: unknown }>(change: T) => ({
    ...change,
    from: change.to,
    to: change.from,
  })
  const pathBefore = <T extends { readonly path: string }>(change: T) => ({
    ...change,
    path: files[change.path] ?? change.path,
  })
  const { headings, starts, place, texts, entries } = step
  return {
    ...step,
    files,
    ...(headings && { headings: headings.map((heading) => back(pathBefore(heading))) }),
    ...(starts && { starts: starts.map((start) => back(pathBefore(start))) }),
    ...(place && { place: back(place) }),
    ...(texts && { texts: texts.map(back).toReversed() }),
    ...(entries && { entries: entries.map(back).toReversed() }),
  }
}

/** The book behind a step. Done twice it is done once. */
export function bookBehind(book: Book, { documentId, files, place, entries = [] }: Plan): Book {
  let next = book
  for (const [from, to] of Object.entries(files)) {
    const moved = next.chapters.find(({ file }) => file === from)
    if (moved) next = withChapter(next, moved.id, (chapter) => withFile(chapter, to))
  }
  const chapter = place && next.chapters.find(({ id }) => id === documentId)
  if (place && chapter) next = placed(next, chapter, place.to)
  for (const { from, to } of entries) {
    if (to) next = placed(next, to.chapter, to.behind)
    else if (from) next = withoutChapter(next, from.chapter.id)
  }
  return next
}
