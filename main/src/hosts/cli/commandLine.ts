import { parseArgs } from 'node:util'
import { systemCode } from '../../lib/appError.ts'
import { languageOfTag } from '../language.ts'
import { wrongUse } from '../wrongUse.ts'

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
  length: { type: 'string' },
  effort: { type: 'string' },
  temperature: { type: 'string' },
  stateless: { type: 'boolean' },
  receipt: { type: 'string' },
  k: { type: 'string' },
  before: { type: 'string' },
  after: { type: 'string' },
  volume: { type: 'string' },
  status: { type: 'string' },
  label: { type: 'string' },
  columns: { type: 'string' },
  format: { type: 'string' },
  layout: { type: 'string' },
  out: { type: 'string' },
  to: { type: 'string' },
  encoding: { type: 'string' },
  headings: { type: 'string' },
  join: { type: 'boolean' },
  language: { type: 'string' },
  preview: { type: 'boolean' },
  lang: { type: 'string' },
  scope: { type: 'string' },
  'max-steps': { type: 'string' },
  yes: { type: 'boolean' },
  readings: { type: 'string' },
  ask: { type: 'boolean' },
  data: { type: 'string' },
  write: { type: 'boolean' },
  debug: { type: 'boolean' },
  json: { type: 'boolean' },
  schema: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
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
    if (values.lang !== undefined && languageOfTag(values.lang) === undefined)
      throw wrongUse('--lang 可以是 zh 或 en。', '--lang is zh or en.')
    return { command, rest, values }
  } catch (error) {
    throw systemCode(error)?.startsWith('ERR_PARSE_ARGS') ? unreadable(error) : error
  }
}

/** Node's words for the fault are English: only the option's name is used. */
function unreadable(error: unknown): Error {
  const message = error instanceof Error ? error.message : ''
  const name = /(--?[^\s',]+)[\s'][^-]*$/.exec(message.split(/\.|\n/)[0] ?? '')?.[1] ?? ''
  if (systemCode(error) === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return wrongUse(`没有 ${name} 这个选项。`, `There is no option ${name}.`, error)
  if (message.includes('does not take'))
    return wrongUse(`${name} 后面不写值。`, `${name} takes no value.`, error)
  return wrongUse(`${name} 后面要写一个值。`, `${name} needs a value.`, error)
}

/** `--cursor -1` is a value, although it has the form of an option: the engine refuses it with its own error. */
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
  if (value === undefined) throw wrongUse(`这条命令需要 --${name}。`, `This command needs --${name}.`)
  return value
}

/** A whole number, or INVALID_ARGUMENT; −1 and 1.5 go through, so that the contract refuses them. */
export function numberOption(
  line: CommandLine,
  name: 'cursor' | 'window' | 'reserve' | 'length' | 'temperature' | 'k' | 'max-steps',
): number | undefined {
  const value = line.values[name]
  if (value === undefined) return undefined
  const number = Number(value)
  if (value.trim() === '' || Number.isNaN(number)) {
    throw wrongUse(`--${name} 要一个数字。`, `--${name} needs a number.`)
  }
  return number
}
