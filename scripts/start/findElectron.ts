import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Reason } from './words.ts'

/** How long the one attempt to download Electron's program may take, in milliseconds. */
const installTimeoutMs = 20_000

export interface FindElectronOptions {
  /** `node_modules/electron`. */
  readonly packageFolder: string
  /** Remembers a failed download, so that it is tried once and not at every start. */
  readonly memoryFile: string
  /** Told before it tries, with the longest that takes. */
  readonly onDownload: (seconds: number) => void
}

/** Electron's program, which its npm package does not contain; downloads it once with a time-out. */
export function findElectron(options: FindElectronOptions): { path: string } | { missing: Reason } {
  const { packageFolder, memoryFile, onDownload } = options
  const present = () => programIn(packageFolder)
  const first = present()
  if (first) return { path: first }
  if (!existsSync(join(packageFolder, 'package.json'))) return { missing: 'notInstalled' }
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string
  } // npm's own format
  if (existsSync(memoryFile) && readFileSync(memoryFile, 'utf8').trim() === version) {
    return { missing: 'notDownloadedBefore' }
  }
  onDownload(installTimeoutMs / 1000)
  spawnSync(process.execPath, [join(packageFolder, 'install.js')], {
    stdio: 'ignore',
    timeout: installTimeoutMs,
  })
  const second = present()
  if (second) return { path: second }
  mkdirSync(dirname(memoryFile), { recursive: true })
  writeFileSync(memoryFile, `${version}\n`)
  return { missing: 'notDownloaded' }
}

/** As the package itself looks it up: `path.txt` names the program inside `dist`. */
export function programIn(packageFolder: string): string | null {
  const named = join(packageFolder, 'path.txt')
  if (!existsSync(named)) return null
  const program = join(
    process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(packageFolder, 'dist'),
    readFileSync(named, 'utf8').trim(),
  )
  return existsSync(program) ? program : null
}
