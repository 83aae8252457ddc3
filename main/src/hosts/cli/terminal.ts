import type { Readable, Writable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Session } from '../../ipc/session.ts'
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
