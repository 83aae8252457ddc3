import { join } from 'node:path'
import { z } from 'zod'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import type { FileCache } from '../../lib/fileCache.ts'
import { namesIn } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { firstUnits } from '../../lib/text.ts'
import { type Format, noticesOf, type VersionedFiles } from '../../lib/versionedFile/index.ts'
import { removeSynopsis } from './synopses.ts'

const folder = '.creonow/synopses'
const maxBytes = 262_144
/** UTF-16 units. */
const maxUnits = 20_000
const bookId = '_book'
/** Fewer chapters are as short one by one. */
const leastChapters = 3
/**
 * Chapters of a range, where the book has no volumes: what is not yet in one is told chapter by chapter, none of them
 * left out.
 */
const rangeChapters = 10
/** The book's synopsis takes so many ranges at a time, so that it is not made anew with each of them. */
const rangesOfBook = 5
/** The newest volumes, which the book's synopsis leaves to their own. */
const nearVolumes = 2
const leastFarVolumes = 2
const maxNotices = 3

const stored = z.looseObject({
  version: z.literal(2),
  /** Ids of the chapters that it tells of. */
  chapters: z.array(z.string().max(1024)).max(100_000),
  text: z.string().min(1).max(maxUnits),
  source: z.enum(['user', 'model']),
  /** What it was made from. */
  madeFrom: z.looseObject({ hash: z.string().max(64) }),
})
type Stored = z.infer<typeof stored>

/** Undefined when there is none. */
const format: Format<Stored | undefined> = { schema: stored, absent: undefined, maxBytes }

/** A chapter's synopsis, as far as those of volumes are made from it. */
interface ChapterSynopsis {
  /** Id of the chapter. */
  readonly documentId: string
  readonly text: string
  readonly source: 'user' | 'model'
  /** The chapter has changed since. */
  readonly stale: boolean
}

/** A chapter in the list of the book. */
interface ListedChapter {
  readonly documentId: string
  readonly title: string
  readonly kind: 'front' | 'chapter'
  readonly words: number
  readonly planned?: true | undefined
  readonly missing?: true | undefined
  readonly volume?: { readonly title: string; readonly index: number } | undefined
}

/** What a volume's or the book's synopsis is made from, as it is now. */
interface SynopsisBasis {
  /** Of the texts, with what they tell of. */
  readonly hash: string
  /** Chapters, or volumes, that have none yet. */
  readonly missing: number
  /** In the order of the book. */
  readonly texts: readonly { readonly title: string; readonly text: string }[]
}

/** A place for a synopsis: a volume that is over, a range of chapters, or all of these that are far back. */
export interface VolumeSynopsis {
  /** `v_` and the id of the chapter that begins the volume or range; `_book`. */
  readonly id: string
  /** `range`: ten chapters of a book without volumes. `book`: all volumes or ranges but the newest ones. */
  readonly kind: 'volume' | 'range' | 'book'
  /** Of the volume; of a range those of its first and its last chapter; empty for the book. */
  readonly title: string
  /** Project-relative path of its file, whether it is there or not. */
  readonly path: string
  /** Ids of the chapters that it is to tell of, as the book is now. */
  readonly chapters: readonly string[]
  /** Words of these chapters. */
  readonly words: number
  /** What one written now would be made from. */
  readonly basis: SynopsisBasis
  /** Absent: none is written yet. */
  readonly synopsis?: {
    readonly text: string
    readonly source: 'user' | 'model'
    /** Written by a model, and what it was made from has changed since, or is stale itself. */
    readonly stale: boolean
    /** Ids of the chapters that it tells of. */
    readonly chapters: readonly string[]
  }
}

export interface VolumeSynopsesOptions {
  rootOf(projectId: string): string
  /** In the order of the book. */
  chapters(projectId: string): Promise<readonly ListedChapter[]>
  /** Of all chapters that have one. */
  chapterSynopses(projectId: string): Promise<readonly ChapterSynopsis[]>
  readonly versioned: VersionedFiles
  readonly files: FileCache
}

/** What is stored of one. */
export interface VolumeSynopsisToSave {
  /** Of the volume, or `_book`. */
  readonly id: string
  /** Blank: the file is removed. */
  readonly text: string
  readonly source: 'user' | 'model'
  /** `basis.hash` of what it was made from; of the present texts when absent. */
  readonly basisHash?: string | undefined
  /** As the author saw it, blank for none. */
  readonly base?: string | undefined
}

export type VolumeSynopses = ReturnType<typeof createVolumeSynopses>

/**
 * Synopses of volumes, made from those of their chapters, and of the book, made from those of its volumes. A volume gets
 * one when the next one has begun, the book for all of them but the last two. A book without volumes has ranges of ten
 * chapters in their place, counted from its beginning: a chapter behind the others changes none of them.
 */
export function createVolumeSynopses(options: VolumeSynopsesOptions) {
  const { rootOf, versioned, files } = options
  const file = versioned.of(format)
  const pathOf = (id: string) => `${folder}/${id}.json`
  const placeOf = (projectId: string, path: string) =>
    versioned.inProject({ id: projectId, root: rootOf(projectId) }, path)

  /** Names of files, those of chapters left out; none where the folder cannot be read, which the chapters report. */
  const names = (projectId: string): Promise<readonly string[]> => {
    const root = rootOf(projectId)
    return files.of(root, folder, 'volumeNames', async () => {
      try {
        return (await namesIn(join(root, folder))).filter((name) => /^(?:v_.+|_book)\.json$/.test(name))
      } catch (error) {
        if (isAppError(error)) return []
        throw error
      }
    })
  }

  async function readFiles(projectId: string): Promise<ReadonlyMap<string, Stored>> {
    const read = (await names(projectId)).map(async (name) => {
      const { value } = await file.read(placeOf(projectId, `${folder}/${name}`))
      return value ? [[name.slice(0, -'.json'.length), value] as const] : []
    })
    return new Map((await Promise.all(read)).flat())
  }

  /** Every place that there is for one, with what is written. */
  async function list(projectId: string): Promise<readonly VolumeSynopsis[]> {
    const listed = await options.chapters(projectId)
    const volumes = volumesOf(listed)
    if (volumes.length === 0) return []
    const [present, own] = await Promise.all([readFiles(projectId), options.chapterSynopses(projectId)])
    const ownOf = new Map(own.map((synopsis) => [synopsis.documentId, synopsis]))
    const fileIds = fileIdsOf(volumes, present)
    const places = volumes.map(({ id, kind, title, chapters }): VolumeSynopsis => {
      const parts = chapters.flatMap((chapter) => {
        const synopsis = ownOf.get(chapter.documentId)
        return synopsis ? [{ ...synopsis, title: chapter.title }] : []
      })
      const isUnsure = parts.some(({ source, stale }) => source === 'model' && stale)
      const place = { id, kind, title, words: sumOf(chapters.map(({ words }) => words)) }
      const ids = chapters.map(({ documentId }) => documentId)
      return withFile(
        { ...place, chapters: ids, basis: basisOf(parts, chapters.length) },
        present,
        fileIds.get(id),
        isUnsure,
      )
    })
    const old = places.slice(0, -nearVolumes)
    const isOfRanges = places[0]?.kind === 'range'
    const far = isOfRanges ? old.slice(0, old.length - (old.length % rangesOfBook)) : old
    if (far.length < leastFarVolumes) return places
    const parts = far.flatMap(({ id, title, synopsis }) =>
      synopsis ? [{ documentId: id, title, text: synopsis.text }] : [],
    )
    const book = {
      ...{ id: bookId, kind: 'book' as const, title: '', words: sumOf(far.map(({ words }) => words)) },
      // What the volumes' texts tell of, also where chapters have moved since.
      chapters: [
        ...new Set(far.flatMap(({ chapters, synopsis }) => [...chapters, ...(synopsis?.chapters ?? [])])),
      ],
      basis: basisOf(parts, far.length),
    }
    return [
      ...places,
      withFile(
        book,
        present,
        bookId,
        far.some(({ synopsis }) => synopsis?.stale),
      ),
    ]
  }

  function withFile(
    place: Omit<VolumeSynopsis, 'path' | 'synopsis'>,
    present: ReadonlyMap<string, Stored>,
    fileId = place.id,
    isUnsure = false,
  ): VolumeSynopsis {
    const value = present.get(fileId)
    if (!value) return { ...place, path: pathOf(place.id) }
    const { text, source, chapters, madeFrom } = value
    const stale = source === 'model' && (isUnsure || madeFrom.hash !== place.basis.hash)
    return { ...place, path: pathOf(fileId), synopsis: { text, source, stale, chapters } }
  }

  return {
    list,

    /** Those that are written, for a prompt. */
    async wide(projectId: string) {
      if ((await names(projectId)).length === 0) return []
      return (await list(projectId)).flatMap(({ path, kind, title, synopsis }) =>
        synopsis ? [{ path, kind, title, ...synopsis }] : [],
      )
    },

    /** Notices of an answer that uses them: one for each broken file. */
    async notices(projectId: string): Promise<ReturnType<typeof noticesOf>> {
      const readings = (await names(projectId)).map((name) =>
        file.read(placeOf(projectId, `${folder}/${name}`)),
      )
      return (await Promise.all(readings)).flatMap(noticesOf).slice(0, maxNotices)
    },

    /**
     * Stores one, with what it was made from; a blank one removes the file. Throws NOT_FOUND when the book has no such
     * place, INVALID_ARGUMENT for more than 20,000 characters, CONFLICT when it is not as in `base` any more, READ_ONLY
     * and IO_ERROR as writing does.
     */
    async save(
      projectId: string,
      { id, text, source, basisHash, base }: VolumeSynopsisToSave,
    ): Promise<{ readonly saved: boolean }> {
      const place = (await list(projectId)).find((each) => each.id === id)
      if (!place) throw new AppError(ErrorCode.NOT_FOUND, { why: 'volumeSynopsis' })
      if (text.trim() === '') {
        await removeSynopsis(rootOf(projectId), place.path)
        return { saved: false }
      }
      if (text.length > maxUnits)
        throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'synopsis', most: maxUnits })
      return file.update(placeOf(projectId, place.path), (current) => {
        if (base !== undefined && (current?.text ?? '') !== base)
          throw new AppError(ErrorCode.CONFLICT, { why: 'synopsis' })
        const next: Stored = {
          ...current,
          version: 2,
          ...(place.kind !== 'book' && { volume: place.id }),
          chapters: [...place.chapters],
          text: text.toWellFormed(),
          source,
          madeFrom: { hash: basisHash ?? place.basis.hash },
        }
        return { next, result: { saved: true } }
      })
    },
  }
}

interface Volume {
  readonly id: string
  readonly kind: 'volume' | 'range'
  readonly title: string
  readonly chapters: readonly ListedChapter[]
}

/** The volumes that are over: a chapter with a text has begun a later one. Ranges where the book has no volumes. */
function volumesOf(listed: readonly ListedChapter[]): readonly Volume[] {
  const written = listed.filter(({ kind, planned, missing }) => kind === 'chapter' && !planned && !missing)
  const isInVolumes = listed.some(({ volume }) => volume)
  const parts = isInVolumes
    ? [
        ...Map.groupBy(
          written.filter(({ volume }) => volume),
          ({ volume }) => volume?.index ?? 0,
        ),
      ].sort(([a], [b]) => a - b)
    : [...Map.groupBy(written, (_, at) => Math.floor(at / rangeChapters))]
  return parts.slice(0, -1).flatMap(([, chapters]): Volume[] => {
    const [first, last] = [chapters[0], chapters.at(-1)]
    if (!first || !last || chapters.length < leastChapters) return []
    const id = `v_${first.documentId.replace(/^c_/, '')}`
    return isInVolumes
      ? [{ id, kind: 'volume', title: first.volume?.title ?? '', chapters }]
      : [{ id, kind: 'range', title: rangeTitle(first.title, last.title), chapters }]
  })
}

/** As long as a title in an answer may be. */
const mostTitleUnits = 240
const rangeTitle = (first: string, last: string) =>
  [first, last].map((title) => firstUnits(title, mostTitleUnits)).join(' – ')

/** The file of each volume: its own, or that of the volume it was when another chapter began it. */
function fileIdsOf(
  volumes: readonly Volume[],
  present: ReadonlyMap<string, Stored>,
): ReadonlyMap<string, string> {
  const own = new Set(volumes.map(({ id }) => id))
  const free = new Map([...present].filter(([id]) => id !== bookId && !own.has(id)))
  const ids = new Map<string, string>()
  for (const { id, chapters } of volumes) {
    if (present.has(id) || free.size === 0) continue
    const sharedWith = ({ chapters: earlier }: Stored) =>
      chapters.filter(({ documentId }) => earlier.includes(documentId)).length
    const [best] = [...free].toSorted(([, a], [, b]) => sharedWith(b) - sharedWith(a))
    if (!best || sharedWith(best[1]) * 2 <= chapters.length) continue
    ids.set(id, best[0])
    free.delete(best[0])
  }
  return ids
}

function basisOf(
  parts: readonly { readonly documentId: string; readonly title: string; readonly text: string }[],
  count: number,
): SynopsisBasis {
  const hash = sha256Hex(JSON.stringify(parts.map(({ documentId, text }) => [documentId, text])))
  return { hash, missing: count - parts.length, texts: parts.map(({ title, text }) => ({ title, text })) }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
