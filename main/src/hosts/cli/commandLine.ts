import { parseArgs } from 'node:util'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'

/** Every option of every command, so that a typing error is an error and not a silent default. */
const options = {
  into: { type: 'string' },
  name: { type: 'string' },
  append: { type: 'boolean' },
  project: { type: 'string' },
  document: { type: 'string' },
  cursor: { type: 'string' },
  select: { type: 'string' },
  skill: { type: 'string' },
  input: { type: 'string' },
  model: { type: 'string' },
  window: { type: 'string' },
  reserve: { type: 'string' },
  stateless: { type: 'boolean' },
  receipt: { type: 'string' },
  k: { type: 'string' },
  before: { type: 'string' },
  format: { type: 'string' },
  layout: { type: 'string' },
  out: { type: 'string' },
  encoding: { type: 'string' },
  headings: { type: 'string' },
  join: { type: 'boolean' },
  language: { type: 'string' },
  preview: { type: 'boolean' },
  lang: { type: 'string' },
  scope: { type: 'string' },
  'max-steps': { type: 'string' },
  yes: { type: 'boolean' },
  ask: { type: 'boolean' },
  data: { type: 'string' },
  write: { type: 'boolean' },
  debug: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export interface CommandLine {
  readonly command: string | undefined
  /** What follows the command and is no option. */
  readonly rest: readonly string[]
  readonly values: {
    readonly [K in keyof typeof options]?: (typeof options)[K]['type'] extends 'boolean' ? boolean : string
  }
}

/** Throws INVALID_ARGUMENT for an unknown option or a missing value. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values, positionals } = parseArgs({ args: joinNegative(args), options, allowPositionals: true })
    const [command, ...rest] = positionals
    return { command, rest, values }
  } catch (error) {
    const what = error instanceof Error ? error.message.split('\n')[0] : ''
    throw new AppError(ErrorCode.INVALID_ARGUMENT, `看不懂这行命令：${what}`, { cause: error })
  }
}

/** `--cursor -1` is a value, although it looks like an option: the engine should be the one to refuse it. */
function joinNegative(args: readonly string[]): string[] {
  const joined: string[] = []
  for (const arg of args) {
    const before = joined.at(-1)
    if (/^-\d/.test(arg) && before !== undefined && /^--[a-z]+$/.test(before))
      joined[joined.length - 1] = `${before}=${arg}`
    else joined.push(arg)
  }
  return joined
}

export function required(
  line: CommandLine,
  name: 'into' | 'project' | 'document' | 'cursor' | 'out',
): string {
  const value = line.values[name]
  if (value === undefined) throw new AppError(ErrorCode.INVALID_ARGUMENT, `这条命令需要 --${name}。`)
  return value
}

/** A whole number, or INVALID_ARGUMENT; −1 and 1.5 go through, so that the contract refuses them. */
export function numberOption(
  line: CommandLine,
  name: 'cursor' | 'window' | 'reserve' | 'k' | 'max-steps',
): number | undefined {
  const value = line.values[name]
  if (value === undefined) return undefined
  const number = Number(value)
  if (value.trim() === '' || Number.isNaN(number)) {
    throw new AppError(ErrorCode.INVALID_ARGUMENT, `--${name} 要一个数字。`)
  }
  return number
}
