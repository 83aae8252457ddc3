import { sha256Hex } from '../../main/src/lib/hash.ts'
import type { CreateId } from '../../main/src/services/manuscript/index.ts'

/** Ids that are the same in every run: of a chapter by its first path, of a planned one by its title. */
export const createTestId: CreateId = (prefix, seed) => prefix + sha256Hex(seed).slice(0, 10)

/** The id of the chapter whose file was called so when the book first listed it; front matter is its path. */
export const idOf = (path: string): string =>
  /^manuscript\/000-/.test(path) ? path : createTestId('c_', path)
