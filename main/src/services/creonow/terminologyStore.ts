import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { VersionedFiles } from '../../lib/versionedFile/index.ts'
import { type EditableTerminology, editableTerminologyFormat, terminologyPath } from './terminology.ts'

/** The word list as its screen edits it. */
export interface TerminologyStore {
  /** `hash` is null while there is no file. @throws AppError FILE_BROKEN {path, line, column}. */
  load(projectId: string): Promise<{ readonly list: EditableTerminology; readonly hash: string | null }>
  /** Returns the new hash. @throws AppError CONFLICT when the file is not the one with `baseHash`, FILE_BROKEN. */
  save(projectId: string, list: EditableTerminology, baseHash: string | null): Promise<string>
}

export function createTerminologyStore(options: {
  readonly rootOf: (projectId: string) => string
  readonly versioned: VersionedFiles
}): TerminologyStore {
  const { rootOf, versioned } = options
  const file = versioned.of(editableTerminologyFormat)
  const placeOf = (projectId: string) =>
    versioned.inProject({ id: projectId, root: rootOf(projectId) }, terminologyPath)

  return {
    async load(projectId) {
      const { value, hash, problem } = await file.read(placeOf(projectId))
      if (problem) throw problem
      return { list: value, hash: hash ?? null }
    },
    save: (projectId, list, baseHash) =>
      file.update(placeOf(projectId), (_current, hash) => {
        if ((hash ?? null) !== baseHash)
          throw new AppError(ErrorCode.CONFLICT, { why: 'terminology', path: terminologyPath })
        return { next: list, result: file.hashOf(list) }
      }),
  }
}
