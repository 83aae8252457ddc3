import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Synopsis as WireSynopsis } from '#contract/retrieval.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import type { FileFault } from '../../contract/warnings.ts'
import { AppError, systemCode } from '../../lib/appError.ts'
import { resolveContained, resolveName } from '../../lib/containedPath.ts'
import type { FileCache } from '../../lib/fileCache.ts'
import { fileError } from '../../lib/files.ts'
import { moveWithoutReplacing } from '../../lib/moveFile.ts'
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

const stored = z.object({
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
  /** Of the chapter that was read for it; as it stands now when absent. */
  readonly documentHash?: string | undefined
  /** As the author saw it, blank for none. */
  readonly base?: string | undefined
}

export interface SynopsesOptions {
  rootOf(projectId: string): string
  readonly documents: {
    list(projectId: string): Promise<readonly { readonly documentId: string; readonly hash: string }[]>
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
  /** Of a broken file its last good copy; it is logged and left alone. Undefined when there is none. */
  const readFile = async (projectId: string, path: string) =>
    (await file.read(placeOf(projectId, path))).value

  function names(projectId: string): Promise<ReadonlySet<string>> {
    const root = rootOf(projectId)
    return files.of(root, folder, 'names', async () => {
      try {
        return new Set(await readdir(join(root, folder)))
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return new Set()
        throw fileError(error)
      }
    })
  }

  return {
    /** Of all chapters that have one, in the order of the book. */
    async list(projectId: string): Promise<readonly Synopsis[]> {
      const [present, listed] = await Promise.all([names(projectId), documents.list(projectId)])
      if (present.size === 0) return []
      const synopses = listed.map(async ({ documentId, hash }): Promise<Synopsis[]> => {
        const path = pathOf(documentId)
        const file = present.has(fileNameOf(documentId)) ? await readFile(projectId, path) : undefined
        if (!file) return []
        const { documentHash, text, source } = file
        return [{ documentId, path, text, source, stale: documentHash !== hash }]
      })
      return (await Promise.all(synopses)).flat()
    },

    /** What an answer that uses synopses has to say about their files: one notice for each that is broken. */
    async notices(projectId: string): Promise<ReturnType<typeof noticesOf>> {
      const present = await names(projectId)
      if (present.size === 0) return []
      const listed = (await documents.list(projectId)).filter(({ documentId }) =>
        present.has(fileNameOf(documentId)),
      )
      const readings = listed.map(({ documentId }) => file.read(placeOf(projectId, pathOf(documentId))))
      return (await Promise.all(readings)).flatMap(noticesOf).slice(0, maxNotices)
    },

    /**
     * Stores a synopsis of the chapter as it stands now, or in the state `documentHash`; a blank one removes the
     * file. Throws NOT_FOUND when there is no such chapter, INVALID_ARGUMENT for more than 20,000 characters,
     * CONFLICT when it is not as in `base` any more, READ_ONLY and IO_ERROR as writing does.
     */
    async save(
      projectId: string,
      { documentId, text, source = 'user', documentHash, base }: SynopsisToSave,
    ): Promise<{ readonly saved: boolean }> {
      await resolveContained(rootOf(projectId), documentId)
      const document = (await documents.list(projectId)).find((it) => it.documentId === documentId)
      if (!document) throw new AppError(ErrorCode.NOT_FOUND, { why: 'chapter' })
      const path = pathOf(documentId)
      if (text.trim() === '') {
        await remove(rootOf(projectId), path)
        return { saved: false }
      }
      if (text.length > maxUnits)
        throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'synopsis', most: maxUnits })
      return file.update(placeOf(projectId, path), (current) => {
        if (base !== undefined && (current?.text ?? '') !== base)
          throw new AppError(ErrorCode.CONFLICT, { why: 'synopsis' })
        return {
          next: { documentHash: documentHash ?? document.hash, text: text.toWellFormed(), source },
          result: { saved: true },
        }
      })
    },

    /**
     * Follows chapters that got other names; `rewritten` are those whose title or volume, and so whose hash, changed. What
     * lies under a new name already belongs to no chapter: it is put aside. Throws as `save`.
     */
    async renameDocuments(
      projectId: string,
      renamed: ReadonlyMap<string, string>,
      rewritten: readonly { readonly documentId: string; readonly from: string; readonly to: string }[] = [],
    ): Promise<void> {
      const root = rootOf(projectId)
      const present = await names(projectId)
      for (const [from, to] of renamed) {
        if (present.has(fileNameOf(from))) await move(root, from, to)
      }
      for (const { documentId, from, to } of rewritten) {
        const place = placeOf(projectId, pathOf(documentId))
        // One that is broken or of another state of the chapter does not stop the chapter from being renamed.
        if ((await file.read(place)).value?.documentHash !== from) continue
        await file.update(place, (current) => ({
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

async function remove(root: string, path: string): Promise<void> {
  try {
    await unlink(await resolveName(root, path))
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw fileError(error)
  }
}

async function move(root: string, from: string, to: string): Promise<void> {
  const source = await resolveName(root, pathOf(from))
  const target = await resolveName(root, pathOf(to))
  try {
    if (await moveWithoutReplacing(source, target)) return
    for (let copy = 1; !(await moveWithoutReplacing(target, `${target}.orphan-${copy}`)); ) copy += 1
    await moveWithoutReplacing(source, target)
  } catch (error) {
    throw fileError(error)
  }
}

const fileNameOf = (documentId: string) => pathOf(documentId).slice(folder.length + 1)

/** `manuscript/012-第十二回.md` → `.creonow/synopses/012-第十二回.json`; folders below become part of the name. */
function pathOf(documentId: string): string {
  const name = documentId
    .replace(/^manuscript\//, '')
    .replace(/\.md$/i, '')
    .replaceAll('/', '∕')
  return `${folder}/${name}.json`
}
