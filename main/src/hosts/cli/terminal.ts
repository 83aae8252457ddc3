import { addAbortSignal, type Readable, type Writable } from 'node:stream'
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

/** One line of JSON for every reader: some, like Node's readline, take U+2028 and U+2029 for the end of a line. */
export const printJson = ({ output }: Pick<CommandContext, 'output'>, value: unknown): void => {
  const json = JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  output.write(`${json}\n`)
}

/**
 * The lines of an input, ended by LF or CRLF and by nothing else: a text in JSON may hold U+2028. When `signal` says
 * stop they end, and with them the input.
 */
export async function* linesOf(input: Readable, signal?: AbortSignal): AsyncGenerator<string> {
  try {
    yield* allLines(signal ? addAbortSignal(signal, input) : input)
  } catch (error) {
    if (!signal?.aborted) throw error
  }
}

async function* allLines(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  // Pieces of a line that has not ended: a whole book may come as one line.
  let pieces: string[] = []
  for await (const chunk of input) {
    const [head = '', ...tail] = decoder.decode(Buffer.from(chunk), { stream: true }).split('\n')
    pieces.push(head)
    for (const next of tail) {
      yield pieces.join('').replace(/\r$/, '')
      pieces = [next]
    }
  }
  const last = pieces.join('') + decoder.decode()
  if (last !== '') yield last
}

export const printLine = ({ output }: Pick<CommandContext, 'output'>, text: string): void => {
  output.write(`${text}\n`)
}

export async function readAll(input: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of input) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
