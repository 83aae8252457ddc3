import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Synopsis as WireSynopsis } from '#contract/retrieval.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import type { FileFault } from '../../contract/warnings.ts'
import { AppError, isAppError, systemCode } from '../../lib/appError.ts'
import { chapterNamed, type NamedChapter } from '../../lib/chapterPositions.ts'
import { resolveContained, resolveName } from '../../lib/containedPath.ts'
import type { FileCache } from '../../lib/fileCache.ts'
import { fileError, namesIn } from '../../lib/files.ts'
import {
  decodeText,
  type Format,
  noticesOf,
  placedFault,
  type VersionedFiles,
} from '../../lib/versionedFile/index.ts'

const folder = '.creonow/synopses'
const maxBytes = 65_536
/** UTF-16 units. */
const maxUnits = 20_000
const maxNotices = 3

const stored = z.looseObject({
  /** Absent and 1: the file is named after the chapter's file; 2: after its id, which `chapter` repeats. */
  version: z.union([z.literal(1), z.literal(2)]).optional(),
  chapter: z.string().max(1024).optional(),
  documentHash: z.string().max(64),
  text: z.string().min(1).max(maxUnits),
  // Earlier versions wrote "author".
  source: z.enum(['user', 'author', 'model']).transform((source) => (source === 'author' ? 'user' : source)),
})

/** Undefined when there is none. */
const format: Format<z.infer<typeof stored> | undefined> = { schema: stored, absent: undefined, maxBytes }

/** Why a text could not be read as a synopsis' file; undefined: it can. */
export function synopsisProblem(text: string): FileFault | undefined {
  const decoded = decodeText(format, text)
  return 'fault' in decoded ? placedFault(decoded.fault) : undefined
}

export type Synopsis = Readonly<WireSynopsis>

export interface SynopsisToSave {
  readonly documentId: string
  readonly text: string
  readonly source?: Synopsis['source'] | undefined
  /** Of the chapter that was read for it; of the present one when absent. */
  readonly documentHash?: string | undefined
  /** As the author saw it, blank for none. */
  readonly base?: string | undefined
}

export interface SynopsesOptions {
  rootOf(projectId: string): string
  readonly documents: {
    list(projectId: string): Promise<readonly (NamedChapter & { readonly hash: string })[]>
  }
  readonly versioned: VersionedFiles
  readonly files: FileCache
}

export type SynopsesService = ReturnType<typeof createSynopsesService>

/** Synopses of chapters, one file each in `.creonow/synopses/`, written by the author or by a skill. */
export function createSynopsesService({ rootOf, documents, versioned, files }: SynopsesOptions) {
  const file = versioned.of(format)
  const placeOf = (projectId: string, path: string) =>
    versioned.inProject({ id: projectId, root: rootOf(projectId) }, path)
  /** Of a broken file its last good copy; it is logged and not changed. Undefined when there is none. */
  const readFile = async (projectId: string, path: string) =>
    (await file.read(placeOf(projectId, path))).value

  function names(projectId: string): Promise<ReadonlySet<string>> {
    const root = rootOf(projectId)
    return files.of(root, folder, 'names', async () => new Set(await namesIn(join(root, folder))))
  }

  /** None where the folder cannot be read, which `notices` reports. */
  const readableNames = (projectId: string) =>
    names(projectId).catch((error: unknown) => {
      if (isAppError(error)) return new Set<string>()
      throw error
    })

  return {
    /** Of all chapters that have one, in the order of the book. */
    async list(projectId: string): Promise<readonly Synopsis[]> {
      const [present, listed] = await Promise.all([readableNames(projectId), documents.list(projectId)])
      if (present.size === 0) return []
      const synopses = listed.map(async (document): Promise<Synopsis[]> => {
        const path = presentPath(document, present)
        const file = path === undefined ? undefined : await readFile(projectId, path)
        if (path === undefined || !file) return []
        const { documentId, hash } = document
        const { documentHash, text, source } = file
        return [{ documentId, path, text, source, stale: documentHash !== hash }]
      })
      return (await Promise.all(synopses)).flat()
    },

    /** Notices of an answer that uses synopses: one for each broken file, or for the folder. */
    async notices(projectId: string): Promise<ReturnType<typeof noticesOf>> {
      const unreadable = await names(projectId).then(
        () => undefined,
        (error: unknown) => (isAppError(error) ? error.code : Promise.reject(error)),
      )
      if (unreadable !== undefined)
        return [{ code: 'FILE_UNREADABLE', params: { path: folder, cause: unreadable } }]
      const present = await names(projectId)
      if (present.size === 0) return []
      const paths = (await documents.list(projectId)).flatMap((each) => presentPath(each, present) ?? [])
      const readings = paths.map((path) => file.read(placeOf(projectId, path)))
      return (await Promise.all(readings)).flatMap(noticesOf).slice(0, maxNotices)
    },

    /**
     * Stores a synopsis of the present chapter, or of its state `documentHash`; a blank one removes the file. Throws
     * NOT_FOUND when there is no such chapter, INVALID_ARGUMENT for more than 20,000 characters, CONFLICT when it is
     * not as in `base` any more, READ_ONLY and IO_ERROR as writing does.
     */
    async save(
      projectId: string,
      { documentId, text, source = 'user', documentHash, base }: SynopsisToSave,
    ): Promise<{ readonly saved: boolean }> {
      await resolveContained(rootOf(projectId), documentId)
      const document = chapterNamed(await documents.list(projectId), documentId)
      if (!document) throw new AppError(ErrorCode.NOT_FOUND, { why: 'chapter' })
      const path = pathOf(document.documentId)
      const present = presentPath(document, await names(projectId))
      if (text.trim() === '') {
        for (const each of new Set([path, present ?? path])) await removeSynopsis(rootOf(projectId), each)
        return { saved: false }
      }
      if (text.length > maxUnits)
        throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'synopsis', most: maxUnits })
      const earlier = present === undefined || present === path ? undefined : present
      const before = earlier === undefined ? undefined : await file.load(placeOf(projectId, earlier))
      const result = await file.update(placeOf(projectId, path), (current = before) => {
        if (base !== undefined && (current?.text ?? '') !== base)
          throw new AppError(ErrorCode.CONFLICT, { why: 'synopsis' })
        const next = {
          ...current,
          ...identityOf(document.documentId),
          documentHash: documentHash ?? document.hash,
          text: text.toWellFormed(),
          source,
        }
        return { next, result: { saved: true } }
      })
      if (earlier !== undefined) await removeSynopsis(rootOf(projectId), earlier)
      return result
    },

    /** Files of their own, by id, for synopses that are named after chapters' files, which stay. Twice is as once. */
    async adoptIds(projectId: string, ids: ReadonlyMap<string, string>): Promise<void> {
      const present = await names(projectId)
      for (const [path, id] of ids) {
        if (!present.has(fileNameOf(path)) || present.has(fileNameOf(id))) continue
        const before = await readFile(projectId, pathOf(path))
        if (!before) continue
        await file.update(placeOf(projectId, pathOf(id)), (current) => ({
          next: current ?? { ...before, ...identityOf(id) },
          result: undefined,
        }))
      }
    },

    /** Removes the files that `adoptIds` left, where the file by id has the same text. */
    async removeAdopted(projectId: string, ids: ReadonlyMap<string, string>): Promise<void> {
      const present = await names(projectId)
      for (const [path, id] of ids) {
        if (!present.has(fileNameOf(path)) || !present.has(fileNameOf(id))) continue
        const [before, after] = [
          await readFile(projectId, pathOf(path)),
          await readFile(projectId, pathOf(id)),
        ]
        if (before && before.text === after?.text) await removeSynopsis(rootOf(projectId), pathOf(path))
      }
    },

    /** A synopsis stays as fresh as it was when only the chapter's title or volume changed. Throws as `save`. */
    async acceptRewritten(
      projectId: string,
      rewritten: readonly { readonly documentId: string; readonly from: string; readonly to: string }[],
    ): Promise<void> {
      const [present, listed] = [await names(projectId), await documents.list(projectId)]
      for (const { documentId, from, to } of rewritten) {
        const document = chapterNamed(listed, documentId)
        const path = document && presentPath(document, present)
        if (path === undefined) continue
        // One that is broken or of another state of the chapter does not stop the chapter from being changed.
        if ((await file.read(placeOf(projectId, path))).value?.documentHash !== from) continue
        await file.update(placeOf(projectId, path), (current) => ({
          next: current?.documentHash === from ? { ...current, documentHash: to } : current,
          result: undefined,
        }))
      }
    },

    /** The text in a synopsis file, by its path; undefined for any other path. */
    async textOf(projectId: string, path: string): Promise<string | undefined> {
      return path.startsWith(`${folder}/`) ? (await readFile(projectId, path))?.text : undefined
    },
  }
}

/** Removes a file; it may be missing. Throws as removing does. */
export async function removeSynopsis(root: string, path: string): Promise<void> {
  try {
    await unlink(await resolveName(root, path))
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw fileError(error)
  }
}

const fileNameOf = (documentId: string) => pathOf(documentId).slice(folder.length + 1)

const identityOf = (documentId: string) =>
  documentId.includes('/') ? {} : { version: 2 as const, chapter: documentId }

/** The file of a chapter's synopsis: by its id, else as earlier versions named it after the chapter's file. */
function presentPath(
  { documentId, path, formerFiles = [] }: NamedChapter,
  present: ReadonlySet<string>,
): string | undefined {
  const candidates = [documentId, ...(path ? [path] : []), ...formerFiles]
  const named = candidates.find((candidate) => present.has(fileNameOf(candidate)))
  return named === undefined ? undefined : pathOf(named)
}

/**
 * `c_…` → `.creonow/synopses/c_….json`; `manuscript/012-第十二回.md` → `.creonow/synopses/012-第十二回.json`, folders
 * below become part of the name.
 */
function pathOf(documentId: string): string {
  const name = documentId
    .replace(/^manuscript\//, '')
    .replace(/\.md$/i, '')
    .replaceAll('/', '∕')
  return `${folder}/${name}.json`
}
