import { AppError } from '../../../lib/appError.ts'

const mebibyte = 1024 * 1024

/** Bounds on files that strangers made; far above any lorebook or card in use. */
export const limits = {
  fileBytes: 100 * mebibyte,
  jsonBytes: 32 * mebibyte,
  /** Values of a JSON file, containers included. */
  jsonValues: 3_000_000,
  /** Members of one object or list: no entry may have so many, and a file not more entries. */
  jsonMembers: 20_000,
  /** 64, and space for what an export wraps around an original. */
  depth: 72,
  entries: 20_000,
  /** So many are handled before others get their turn. */
  entriesBetweenYields: 500,
  /** UTF-16 units, as the contract of the codex allows. */
  bodyUnits: 1_000_000,
  nameUnits: 200,
  wordUnits: 500,
  aliases: 500,
  /** Keys of one entry that are named in the loss report. */
  namedKeys: 20,
  /** An entry's file may have 4 MB; the rest is room for YAML's indents. */
  entryBytes: 3 * mebibyte,
} as const

export const noLore = () => new AppError('IMPORT_UNSUPPORTED', { why: 'lore' })
