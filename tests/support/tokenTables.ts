import { mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createBinaryCache } from '../../main/src/lib/binaryCache.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { createTokenizer } from '../../main/src/services/tokens/index.ts'

const tables = resolve(import.meta.dirname, '../../node_modules/.cache/creonow-tables')
/** The tables of the tests, which are made once and kept. */
export const tableStore = createBinaryCache(tables, silentLogger)
let made: Promise<unknown> | undefined

/** Gives a new data folder the tokenizer's table, which takes longer to make than most tests to run. */
export async function lendTokenTables(dataFolder: string): Promise<void> {
  made ??= createTokenizer('o200k_base', { store: tableStore })
  await made
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  await symlink(tables, join(dataFolder, 'cache'), 'dir')
}
