import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemCode } from '../appError.ts'
import { temporaryPath } from '../files.ts'
import { sha256Hex } from '../hash.ts'
import type { Logger } from '../logger.ts'

/** The newest bytes of a file that could be read, stored in the data folder. */
export interface LastGood {
  /** Stores these bytes when they are new. A failure is logged: only the file itself matters. */
  save(copyPath: string, bytes: Uint8Array, mode?: number): void
  /** Undefined when there is none or it cannot be read. */
  read(copyPath: string): Buffer | undefined
  /** Stores a broken version with the copy before it is replaced; returns its path. Throws as writing does. */
  saveBroken(copyPath: string, bytes: Uint8Array): void
}

/**
 * Without fsync, because it is the second line: whoever uses a copy parses it, and one that a power cut has
 * torn counts as none.
 */
export function createLastGood(logger: Logger): LastGood {
  const savedHashes = new Map<string, string>()

  function read(copyPath: string): Buffer | undefined {
    try {
      return readFileSync(copyPath)
    } catch (error) {
      if (systemCode(error) !== 'ENOENT')
        logger.warn({ cause: systemCode(error) }, 'last good copy unreadable')
      return undefined
    }
  }

  return {
    read,
    save(copyPath, bytes, mode) {
      const hash = sha256Hex(bytes)
      if (savedHashes.get(copyPath) === hash) return
      savedHashes.set(copyPath, hash)
      const present = read(copyPath)
      if (present && sha256Hex(present) === hash) return
      try {
        put(copyPath, bytes, mode)
      } catch (error) {
        logger.warn({ cause: systemCode(error) }, 'last good copy could not be kept')
      }
    },
    saveBroken: (copyPath, bytes) => put(`${copyPath}.broken`, bytes, 0o600),
  }
}

function put(path: string, bytes: Uint8Array, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = temporaryPath(dirname(path))
  writeFileSync(temporary, bytes, { mode })
  renameSync(temporary, path)
}
