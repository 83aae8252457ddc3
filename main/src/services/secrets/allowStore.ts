import { z } from 'zod'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { CachedFile, Format, VersionedFiles } from '../../lib/versionedFile/index.ts'

const item = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  patternId: z.string().max(80),
  addedAt: z.string().max(40),
})
export type AllowedText = Readonly<z.infer<typeof item>>

const maxItems = 1000

interface Allowed {
  readonly version: 1
  readonly items: readonly AllowedText[]
}

const format: Format<Allowed> = {
  schema: z.strictObject({ version: z.literal(1), items: z.array(item).max(maxItems) }),
  absent: { version: 1, items: [] },
  version: 1,
  maxBytes: 1_048_576,
  mode: 0o600,
}

export interface AllowStoreOptions {
  readonly exists: (projectId: string) => boolean
  readonly versioned: VersionedFiles
  readonly clock: Clock
  /** Called after every change, so that cached redacted texts are dropped. */
  readonly onChanged: () => void
}

export interface AllowStore {
  /** Whether this exact text was marked as no secret. At once: the file is read on the first question. */
  allows(projectId: string, text: string): boolean
  /** Texts that the author wants sent unredacted in this project. */
  list(projectId: string): readonly AllowedText[]
  /** Allows one exact text that a pattern matches. */
  add(projectId: string, text: string, patternId: string): Promise<AllowedText>
  /** False when it was not there. */
  remove(projectId: string, sha256: string): Promise<boolean>
}

/**
 * Texts an author has marked as no secret, as SHA-256, in `<data folder>/projects/<id>/allow.json`: never in the
 * project, so that a folder from someone else cannot switch a rule off. While the file is broken its last good copy
 * is in force.
 */
export function createAllowStore(options: AllowStoreOptions): AllowStore {
  const { exists, versioned, clock, onChanged } = options
  const filesByProject = new Map<string, CachedFile<Allowed>>()

  function fileOf(projectId: string): CachedFile<Allowed> {
    if (!exists(projectId)) throw new AppError(ErrorCode.NOT_FOUND, { why: 'project' })
    const path = `projects/${projectId}/allow.json`
    const file = filesByProject.get(projectId) ?? versioned.cached(format, path)
    filesByProject.set(projectId, file)
    return file
  }

  async function change<T>(
    projectId: string,
    edit: (items: readonly AllowedText[]) => { items: readonly AllowedText[]; result: T },
  ): Promise<T> {
    const result = await fileOf(projectId).update((current) => {
      const { items, result } = edit(current.items)
      return { next: items === current.items ? current : { version: 1, items }, result }
    })
    onChanged()
    return result
  }

  return {
    allows(projectId, text) {
      const items = projectId === '' ? [] : fileOf(projectId).current().value.items
      if (items.length === 0) return false
      const sha256 = sha256Hex(text)
      return items.some((entry) => entry.sha256 === sha256)
    },
    list: (projectId) => fileOf(projectId).fresh().value.items,
    add: (projectId, text, patternId) =>
      change(projectId, (items) => {
        const sha256 = sha256Hex(text)
        const existing = items.find((entry) => entry.sha256 === sha256)
        if (existing) return { items, result: existing }
        if (items.length >= maxItems) {
          throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'marks', most: maxItems })
        }
        const result = { sha256, patternId, addedAt: new Date(clock.now()).toISOString() }
        return { items: [...items, result], result }
      }),
    remove: (projectId, sha256) =>
      change(projectId, (items) => {
        const rest = items.filter((entry) => entry.sha256 !== sha256)
        return rest.length < items.length ? { items: rest, result: true } : { items, result: false }
      }),
  }
}
