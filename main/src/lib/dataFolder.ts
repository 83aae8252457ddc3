import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'
import { AppError } from './appError.ts'

export interface DataFolderQuestion {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** The user's home folder, absolute. */
  readonly home: string
  /** `--data`; wins over everything else. */
  readonly explicit?: string | undefined
  /** What a relative `--data` or CREONOW_DATA_DIR starts from. */
  readonly cwd: string
}

/**
 * Where settings, keys and the rebuildable index live: `--data`, CREONOW_DATA_DIR, else the platform's place.
 * Pure; absolute in the platform's own notation. A relative XDG_DATA_HOME is ignored, as its specification
 * demands (https://specifications.freedesktop.org/basedir-spec/latest/).
 */
export function dataFolderPath({ platform, env, home, explicit, cwd }: DataFolderQuestion): string {
  const path = platform === 'win32' ? win32 : posix
  const selected = explicit || env.CREONOW_DATA_DIR
  if (selected) return path.resolve(cwd, selected)
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'CreoNow')
  if (platform === 'win32') {
    return path.join(env.APPDATA || path.join(home, 'AppData', 'Roaming'), 'CreoNow')
  }
  const xdg = env.XDG_DATA_HOME
  return path.join(xdg && path.isAbsolute(xdg) ? xdg : path.join(home, '.local', 'share'), 'creonow')
}

/** Creates the folder for this user only (0700). The mode of an existing folder does not change. Throws IO_ERROR. */
export function ensureDataFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new AppError('IO_ERROR', { why: 'dataFolder' }, { cause })
  }
  return folder
}

/** The data folder of this process, which need not exist. `explicit` is the value of `--data`. */
export function dataFolderOfArguments(explicit: string | undefined): string {
  const { platform, env } = process
  return dataFolderPath({ platform, env, home: homedir(), explicit, cwd: typedIn() })
}

/** The same, created when missing. Throws IO_ERROR. */
export const dataFolderOfProcess = (explicit: string | undefined): string =>
  ensureDataFolder(dataFolderOfArguments(explicit))

/** The folder in which the user typed the command: npm runs scripts in the package's folder. */
export function typedIn(): string {
  return process.env.INIT_CWD ?? process.cwd()
}
