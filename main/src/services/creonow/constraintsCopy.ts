import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { isAppError, systemCode } from '../../lib/appError.ts'
import { readFileBounded, writeFileAtomically } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { Logger } from '../../lib/logger.ts'

const copyName = 'constraints.last-good.json'
const brokenName = 'constraints.broken.json'
const maxBytes = 4 * 1_048_576

/** The newest version of a project's constraints that could be read, in the app's data folder. */
export interface ConstraintsCopy {
  /** Keeps these bytes when they are not kept yet. A failure is logged: the file itself is what counts. */
  keep(folder: string, bytes: Uint8Array): Promise<void>
  read(folder: string): Promise<Buffer | undefined>
  /** Puts a broken version aside before it is replaced. */
  keepBroken(folder: string, bytes: Uint8Array): Promise<void>
}

export function createConstraintsCopy(logger: Logger): ConstraintsCopy {
  const kept = new Map<string, string>()

  async function read(folder: string): Promise<Buffer | undefined> {
    try {
      return await readFileBounded(join(folder, copyName), maxBytes)
    } catch (error) {
      if (isAppError(error, ErrorCode.NOT_FOUND)) return undefined
      throw error
    }
  }

  return {
    read,
    async keep(folder, bytes) {
      const hash = sha256Hex(bytes)
      if (kept.get(folder) === hash) return
      kept.set(folder, hash)
      try {
        const present = await read(folder)
        if (present && sha256Hex(present) === hash) return
        await mkdir(folder, { recursive: true })
        await writeFileAtomically(join(folder, copyName), bytes)
      } catch (error) {
        kept.delete(folder)
        const cause = isAppError(error) ? error.code : systemCode(error)
        logger.warn({ cause }, 'last good copy of the constraints could not be kept')
      }
    },
    async keepBroken(folder, bytes) {
      await mkdir(folder, { recursive: true })
      await writeFileAtomically(join(folder, brokenName), bytes)
    },
  }
}
