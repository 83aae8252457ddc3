// What the set-up steps share. Plain JavaScript for Node 18 and up, no dependency.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { isChinese } from './language.mjs'

/** Of the two sentences the one in the language of the terminal: there are no settings to ask yet. */
const inOneLanguage = (zh, en) => (isChinese ? zh : en)

/** One line on stderr; stdout belongs to the command that follows. */
export const say = (zh, en) => process.stderr.write(`[set-up] ${inOneLanguage(zh, en)}\n`)

/** A reason to stop that is meant for people: printed without a stack. */
export class SetupError extends Error {
  constructor(zh, en) {
    super(inOneLanguage(zh, en))
  }
}

/** Runs a program with its output on stderr. True when it ended with 0. */
export function run(program, args, { cwd, env, timeoutMs } = {}) {
  const { status } = spawnSync(program, args, {
    cwd,
    env: env ?? process.env,
    stdio: ['ignore', 2, 2],
    timeout: timeoutMs,
    shell: process.platform === 'win32' && !program.endsWith('.exe'),
  })
  return status === 0
}

/** The trimmed stdout of a program that ended with 0, else null. */
export function ask(program, args, { cwd } = {}) {
  const { status, stdout } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 15_000,
  })
  return status === 0 ? stdout.trim() : null
}

/** The full path of a program on PATH, else null. */
export function which(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name)
    if (folder && existsSync(path)) return path
  }
  return null
}

/** The Node 24 that came with `npm ci`. */
export const ownNode = (root) =>
  process.platform === 'win32'
    ? join(root, 'node_modules', 'node', 'bin', 'node.exe')
    : join(root, 'node_modules', '.bin', 'node')

export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // Missing or half-written: both mean that the step has to be done again.
    return null
  }
}

export function writeText(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
