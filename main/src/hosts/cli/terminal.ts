import { addAbortSignal, type Readable, type Writable } from 'node:stream'
import type { App } from '../../app.ts'
import { writeFrame } from '../../contract/frames.ts'
import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'
import type { Session } from '../../ipc/session.ts'
import type { CommandLine } from './commandLine.ts'

/** What a command works with: its options, the app, one session, and three streams. */
export interface CommandContext {
  readonly line: CommandLine
  /** For all that people read. */
  readonly language: UiLanguage
  readonly app: App
  readonly session: Session
  readonly input: Readable
  /** Results only. */
  readonly output: Writable
  /** One line of progress or advice, on stderr. */
  printProgress(text: string): void
  readonly signal: AbortSignal
}

export type Command = (context: CommandContext) => Promise<void>

export const printJson = ({ output }: Pick<CommandContext, 'output'>, value: object): void => {
  output.write(`${writeFrame(value)}\n`)
}

export interface LineOptions {
  /** When it aborts the lines end, and with them the input. */
  readonly signal?: AbortSignal | undefined
  /**
   * What a line has behind so many UTF-16 units is left out, so that one without an end cannot fill the memory; by its
   * first 1024 units.
   */
  readonly maxUnitsOf: (head: string) => number
}

/** The lines of an input, ended by LF or CRLF and by nothing else: a text in JSON may hold U+2028. */
export async function* linesOf(input: Readable, { signal, maxUnitsOf }: LineOptions): AsyncGenerator<string> {
  try {
    yield* allLines(signal ? addAbortSignal(signal, input) : input, maxUnitsOf)
  } catch (error) {
    if (!signal?.aborted) throw error
  }
}

const headUnits = 1024

async function* allLines(input: Readable, maxUnitsOf: LineOptions['maxUnitsOf']): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  // Pieces of a line that has not ended: a whole book may come as one line.
  let parts: string[] = []
  let units = 0
  let maxUnits = Number.POSITIVE_INFINITY
  const add = (piece: string) => {
    const before = units
    units += piece.length
    if (before < headUnits && units >= headUnits)
      maxUnits = maxUnitsOf([...parts, piece].join('').slice(0, headUnits))
    if (before < maxUnits) parts.push(piece.slice(0, maxUnits - before))
  }
  for await (const chunk of input) {
    const [head = '', ...tail] = decoder.decode(Buffer.from(chunk), { stream: true }).split('\n')
    add(head)
    for (const next of tail) {
      yield parts.join('').replace(/\r$/, '')
      parts = []
      units = 0
      maxUnits = Number.POSITIVE_INFINITY
      add(next)
    }
  }
  const last = parts.join('') + decoder.decode()
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
