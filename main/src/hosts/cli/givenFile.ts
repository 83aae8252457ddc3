import { basename, resolve } from 'node:path'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { typedIn } from '../../lib/dataFolder.ts'
import { readFileBounded } from '../../lib/files.ts'

/** The bytes of a file named on the command line. Throws AppError NOT_FOUND, FILE_TOO_LARGE, READ_ONLY. */
export async function readGiven(file: string, maxBytes: number): Promise<Buffer> {
  try {
    return await readFileBounded(resolve(typedIn(), file), maxBytes)
  } catch (error) {
    if (!isAppError(error, ErrorCode.NOT_FOUND)) throw error
    const name = basename(file)
    throw new AppError(ErrorCode.NOT_FOUND, { why: 'importFile', name }, { cause: error })
  }
}
