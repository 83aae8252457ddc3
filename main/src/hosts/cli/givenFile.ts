import { basename, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { typedIn } from '../../lib/dataFolder.ts'
import { readFileBounded } from '../../lib/files.ts'
import { type CommandContext, readAll } from './terminal.ts'

/** What stands for stdin where a command reads a file, and for stdout where it writes one. */
export const standardStream = '-'

/**
 * The bytes of a file named on the command line, or of stdin.
 * @throws AppError NOT_FOUND, FILE_TOO_LARGE, READ_ONLY.
 */
export async function readGiven(
  { input }: Pick<CommandContext, 'input'>,
  file: string,
  maxBytes: number,
): Promise<Buffer> {
  if (file === standardStream) return readBounded(input, maxBytes)
  try {
    return await readFileBounded(resolve(typedIn(), file), maxBytes)
  } catch (error) {
    if (!isAppError(error, ErrorCode.NOT_FOUND)) throw error
    const name = basename(file)
    throw new AppError(ErrorCode.NOT_FOUND, { why: 'importFile', name }, { cause: error })
  }
}

async function readBounded(input: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > maxBytes) throw new AppError(ErrorCode.FILE_TOO_LARGE, { why: 'import' })
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** A text of the command line, or stdin without the line break at its end. */
export async function givenText({ input }: Pick<CommandContext, 'input'>, text: string): Promise<string> {
  return text === standardStream ? (await readAll(input)).replace(/\r?\n$/, '') : text
}
