import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import type { App } from '../../app.ts'
import { ErrorCode } from '../../ipc/errorCodes.ts'
import type { Session } from '../../ipc/session.ts'
import { AppError } from '../../lib/appError.ts'
import type { CommandLine } from './commandLine.ts'

/** What a command works with: its options, the app, one session, and three streams. */
export interface CommandContext {
  readonly line: CommandLine
  readonly app: App
  readonly session: Session
  readonly input: Readable
  /** Results only. */
  readonly output: Writable
  /** One line of progress or advice, on stderr. */
  say(text: string): void
  readonly signal: AbortSignal
}

export type Command = (context: CommandContext) => Promise<void>

export const printJson = ({ output }: Pick<CommandContext, 'output'>, value: unknown): void => {
  output.write(`${JSON.stringify(value)}\n`)
}

export const printLine = ({ output }: Pick<CommandContext, 'output'>, text: string): void => {
  output.write(`${text}\n`)
}

export async function readAll(input: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of input) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

const texts = z.array(z.string())

/** What `--json` expects on stdin. Throws INVALID_ARGUMENT. */
export function parseTexts(text: string): string[] {
  try {
    return texts.parse(JSON.parse(text))
  } catch (error) {
    throw new AppError(ErrorCode.INVALID_ARGUMENT, '--json 时标准输入要是一个 JSON 字符串数组。', {
      cause: error,
    })
  }
}
