import { basename, dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { writeFileAtomically } from '../../lib/files.ts'
import { wrongUse } from '../wrongUse.ts'
import { standardStream } from './givenFile.ts'
import { type CommandContext, printLine } from './terminal.ts'

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

const isTerminal = (output: Writable): boolean => 'isTTY' in output && output.isTTY === true

/**
 * Whether the result of `--out` goes to stdout; to be asked before anything is done.
 * @throws AppError INVALID_ARGUMENT for bytes that would disturb a terminal, and where `--json` wants stdout too.
 */
export function goesToStdout({ line, output }: CommandContext, isText: boolean): boolean {
  if (line.values.out !== standardStream) return false
  if (line.values.json)
    throw wrongUse(
      '--out - 已经用了标准输出，不能再加 --json。',
      '--out - takes stdout already; leave --json out.',
    )
  if (!isText && isTerminal(output))
    throw wrongUse(
      '这种格式不是文字，不能显示在终端里；请用 --out 写进文件，或接给另一个程序。',
      'This format is no text and is not shown in a terminal; name a file with --out, or pipe it on.',
    )
  return true
}

/** The result on stdout, byte for byte, and what happened on stderr; in a file, what happened on stdout. */
export function report({ output, printProgress }: CommandContext, toStdout: boolean, text: string): void {
  if (toStdout) printProgress(text)
  else printLine({ output }, text)
}
