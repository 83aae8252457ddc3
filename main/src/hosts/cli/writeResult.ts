import { basename, dirname } from 'node:path'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { writeFileAtomically } from '../../lib/files.ts'

/** Writes a command's result into the file that was named. @throws AppError NOT_FOUND when its folder is missing. */
export async function writeResult(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFileAtomically(path, content)
  } catch (error) {
    if (!isAppError(error, ErrorCode.NOT_FOUND)) throw error
    const folder = basename(dirname(path))
    throw new AppError(ErrorCode.NOT_FOUND, { why: 'exportFolder', folder }, { cause: error })
  }
}
