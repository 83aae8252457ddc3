import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'

/** What may be written on somebody's behalf. Everything that is not here is forbidden. */
export type WritableKind = 'document' | 'entry' | 'setting' | 'style' | 'terminology' | 'synopsis'

const folders: readonly (readonly [WritableKind, RegExp])[] = [
  ['document', /^manuscript\/[^/]+\.[Mm][Dd]$/s],
  ['entry', /^\.creonow\/(?:characters|locations|items|factions|events|lore)\/[^/]+\.(?:[Mm][Dd]|json)$/s],
  ['setting', /^\.creonow\/settings\/.+\.(?:[Mm][Dd]|txt|json)$/s],
  ['style', /^\.creonow\/rules\/style\.md$/],
  ['terminology', /^\.creonow\/rules\/terminology\.json$/],
  ['synopsis', /^\.creonow\/synopses\/[^/]+\.json$/s],
]

/** Undefined: nobody may write there. `path` is project-relative, real, with forward slashes. */
export function kindOfPlace(path: string): WritableKind | undefined {
  return folders.find(([, pattern]) => pattern.test(path))?.[0]
}

const short = /^(?:rules|settings|characters|locations|items|factions|events|lore|synopses)(?:\/|$)/

/** `rules/style.md` means `.creonow/rules/style.md`: people and models see these folders as the project's own. */
export const fullPath = (path: string): string => (short.test(path) ? `.creonow/${path}` : path)

/** @throws AppError AGENT_PATH_FORBIDDEN {path}. */
export function requireWritable(path: string): WritableKind {
  const kind = kindOfPlace(path)
  if (kind) return kind
  throw new AppError(ErrorCode.AGENT_PATH_FORBIDDEN, { why: 'write', path })
}
