import { z } from 'zod'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { type Permissions, permissions } from '../../contract/permissions.ts'
import { AppError } from '../../lib/appError.ts'
import type { CachedFile, Format, VersionedFiles } from '../../lib/versionedFile/index.ts'
import { type FolderPlace, folderPlace } from './folderPlace.ts'

const strictest = { writes: 'ask', bash: 'off' } as const satisfies Permissions

const storedPermissions = permissions.omit({ reset: true }).extend({
  /** Absent in files that say nothing of a place; they allow nothing. */
  place: z.strictObject({ path: z.string().max(32_768), identity: z.string().max(200) }).optional(),
})
type StoredPermissions = z.infer<typeof storedPermissions>

const format: Format<StoredPermissions> = {
  schema: storedPermissions,
  absent: strictest,
  version: 1,
  maxBytes: 262_144,
  mode: 0o600,
}

type PermissionChange = {
  readonly [K in 'writes' | 'bash']?: Permissions[K] | undefined
}

/** Where permissions are read and changed. */
export interface PermissionStore {
  /**
   * At once. The strictest, and why, when the file is broken or the project's folder is not the one that the
   * permissions were given for. @throws AppError NOT_FOUND.
   */
  of(projectId: string): Permissions
  /**
   * For the folder that the project is in now. A broken file is replaced by a new one, from the strictest on, and set
   * aside as `lastGood/permissions.json.broken`. @throws AppError NOT_FOUND, CONFLICT.
   */
  set(projectId: string, change: PermissionChange): Promise<Permissions>
}

/**
 * What the agent may do without an approval, in `<data folder>/projects/<id>/permissions.json`: never in the project,
 * so that a folder from someone else cannot allow itself anything. The id travels with a folder: therefore a
 * permission is for one folder at one place.
 */
export function createPermissionStore(options: {
  /** @throws AppError NOT_FOUND. */
  readonly rootOf: (projectId: string) => string
  readonly versioned: VersionedFiles
  /** Absent: by the file system. */
  readonly placeOf?: typeof folderPlace
}): PermissionStore {
  const { rootOf, versioned, placeOf = folderPlace } = options
  const files = new Map<string, CachedFile<StoredPermissions>>()

  function fileOf(projectId: string): CachedFile<StoredPermissions> {
    const cached = files.get(projectId) ?? versioned.cached(format, `projects/${projectId}/permissions.json`)
    files.set(projectId, cached)
    return cached
  }

  return {
    of(projectId) {
      const place = placeOf(rootOf(projectId))
      const { value, problem } = fileOf(projectId).fresh()
      return problem ? { ...strictest, reset: 'broken' } : inForce(value, place)
    },
    async set(projectId, change) {
      const place = placeOf(rootOf(projectId))
      if (place === undefined) throw new AppError(ErrorCode.NOT_FOUND, { why: 'projectFolder' })
      const changed = (current: StoredPermissions): StoredPermissions => {
        const { reset: _, ...present } = inForce(current, place)
        const { writes = present.writes, bash = present.bash } = change
        return { writes, bash, ...(place === 'network' ? {} : { place }) }
      }
      const file = fileOf(projectId)
      if (file.fresh().problem) return inForce(await file.replaceBroken(() => changed(strictest)), place)
      return file.update((current) => {
        const next = changed(current)
        return { next, result: inForce(next, place) }
      })
    },
  }
}

function inForce(stored: StoredPermissions, place: ReturnType<typeof folderPlace>): Permissions {
  const { writes, bash, place: granted } = stored
  const reset = resetOf(granted, place)
  if (reset === undefined) return { writes, bash }
  const isStrict = writes === strictest.writes && bash === strictest.bash
  return isStrict ? strictest : { ...strictest, reset }
}

/** Why a permission that was given for one place is none at another; undefined: it is the same. */
function resetOf(
  granted: FolderPlace | undefined,
  place: ReturnType<typeof folderPlace>,
): Permissions['reset'] {
  if (place === 'network') return 'network'
  if (granted === undefined) return 'unbound'
  if (place === undefined) return 'moved'
  if (granted.path === place.path) return granted.identity === place.identity ? undefined : 'replaced'
  const isOtherSpelling = granted.identity === place.identity && spelled(granted.path) === spelled(place.path)
  return isOtherSpelling ? 'spelling' : 'moved'
}

const spelled = (path: string) => path.normalize('NFC').toLowerCase()
