import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemCode } from './appError.ts'
import { temporaryPath } from './files.ts'
import type { Logger } from './logger.ts'

/** Derived bytes by name; losing them costs time, nothing else. */
export interface BinaryCache {
  read(name: string): Uint8Array | undefined
  write(name: string, bytes: Uint8Array): void
}

/** Files in one folder. A folder that cannot be read or written is an empty cache. */
export function createBinaryCache(folder: string, logger: Logger): BinaryCache {
  return {
    read(name) {
      try {
        return readFileSync(join(folder, name))
      } catch (error) {
        if (systemCode(error) !== 'ENOENT')
          logger.warn({ name, cause: systemCode(error) }, 'cache could not be read')
        return undefined
      }
    },
    write(name, bytes) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        const temporary = temporaryPath(folder)
        writeFileSync(temporary, bytes, { mode: 0o600 })
        renameSync(temporary, join(folder, name))
      } catch (error) {
        logger.warn({ name, cause: systemCode(error) }, 'cache could not be written')
      }
    },
  }
}
