import { mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createBinaryCache } from '../../main/src/lib/binaryCache.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { createTokenizer, type EncodingName, type Tokenizer } from '../../main/src/services/tokens/index.ts'

const tables = resolve(import.meta.dirname, '../../node_modules/.cache/creonow-tables')
/** The tables of the tests, which are made once and kept. */
export const tableStore = createBinaryCache(tables, silentLogger)
const made = new Map<EncodingName, Promise<Tokenizer>>()

/** A tokenizer for all apps of a process. */
export function sharedEncoding(name: EncodingName): Promise<Tokenizer> {
  const tokenizer = made.get(name) ?? createTokenizer(name, { store: tableStore })
  made.set(name, tokenizer)
  return tokenizer
}

/** Gives a new data folder the tokenizer's table, which takes longer to make than most tests to run. */
export async function lendTokenTables(dataFolder: string): Promise<void> {
  await sharedEncoding('o200k_base')
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  await symlink(tables, join(dataFolder, 'cache'), 'dir')
}
