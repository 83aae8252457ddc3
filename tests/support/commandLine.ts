import { spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { lendTokenTables } from './tokenTables.ts'

const root = resolve(import.meta.dirname, '..', '..')
export const samplesFolder = join(root, 'samples')

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** stdout as one JSON value. */
  json<T = Record<string, unknown>>(): T
}

/** Runs `creonow` in a process of its own, as a terminal would; `more`: variables of its environment. */
export function creonow(
  args: readonly string[],
  dataFolder: string,
  input = '',
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [join(root, 'scripts/creonow.mjs'), ...args], {
    env: { ...process.env, CREONOW_DATA_DIR: dataFolder, ...more },
  })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  child.stdin.end(input)
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code) => {
      const stdout = Buffer.concat(out).toString('utf8')
      done({ code, stdout, stderr: Buffer.concat(err).toString('utf8'), json: () => JSON.parse(stdout) })
    })
  })
}

export interface Workplace {
  readonly folder: string
  readonly dataFolder: string
  /** A fresh copy of the sample novel. */
  readonly project: string
  remove(): Promise<void>
}

/** A temporary folder with a data folder and a copy of the sample novel. */
export async function workplace(): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'creonow-'))
  const names = await readdir(samplesFolder, { withFileTypes: true })
  const sample = names.find((entry) => entry.isDirectory())?.name ?? ''
  const project = join(folder, '书')
  // In one call: `cp` takes three times as much CPU time for so many small files.
  cpSync(join(samplesFolder, sample), project, { recursive: true })
  const dataFolder = join(folder, 'data')
  await lendTokenTables(dataFolder)
  return {
    folder,
    project,
    dataFolder,
    // What a request that failed has begun may still take a lock there.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  }
}
