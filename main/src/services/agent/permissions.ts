import { ErrorCode } from '../../contract/errorCodes.ts'
import { type Permissions, permissions as stored } from '../../contract/permissions.ts'
import { AppError } from '../../lib/appError.ts'
import type { CachedFile, Format, VersionedFiles } from '../../lib/versionedFile/index.ts'

const format: Format<Permissions> = {
  schema: stored,
  absent: { writes: 'ask', bash: 'off' },
  maxBytes: 4096,
  mode: 0o600,
}

type PermissionChange = { readonly [K in keyof Permissions]?: Permissions[K] | undefined }

export interface PermissionStore {
  /** At once. Of a broken file the last good copy, else the strictest. @throws AppError NOT_FOUND. */
  of(projectId: string): Permissions
  /** @throws AppError NOT_FOUND, FILE_BROKEN, CONFLICT. */
  set(projectId: string, change: PermissionChange): Promise<Permissions>
}

/**
 * What the agent may do without an approval, in `<data folder>/projects/<id>/permissions.json`: never in the project,
 * so that a folder from someone else cannot allow itself anything.
 */
export function createPermissionStore(options: {
  readonly exists: (projectId: string) => boolean
  readonly versioned: VersionedFiles
}): PermissionStore {
  const { exists, versioned } = options
  const files = new Map<string, CachedFile<Permissions>>()

  function fileOf(projectId: string): CachedFile<Permissions> {
    if (!exists(projectId)) throw new AppError(ErrorCode.NOT_FOUND, { why: 'project' })
    const cached = files.get(projectId) ?? versioned.cached(format, `projects/${projectId}/permissions.json`)
    files.set(projectId, cached)
    return cached
  }

  return {
    of: (projectId) => fileOf(projectId).fresh().value,
    set: (projectId, change) =>
      fileOf(projectId).update((current) => {
        const { writes = current.writes, bash = current.bash } = change
        const next = { writes, bash }
        return { next, result: next }
      }),
  }
}
