import { basename, dirname } from 'node:path'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { writeFileAtomically } from '../../lib/files.ts'

/** Writes what a command was asked to put into a file. @throws AppError NOT_FOUND when its folder is not there. */
export async function writeResult(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFileAtomically(path, content)
  } catch (error) {
    if (!isAppError(error, ErrorCode.NOT_FOUND)) throw error
    const folder = basename(dirname(path))
    throw new AppError(ErrorCode.NOT_FOUND, { why: 'exportFolder', folder }, { cause: error })
  }
}
