import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The name of Electron's program in its folder, by system. */
const programs: Readonly<Record<string, string>> = {
  ...{ linux: 'electron', win32: 'electron.exe', darwin: 'Electron.app' },
}

/**
 * The folder of Electron's own binaries, as `electron-builder` calls it: `CREONOW_ELECTRON_DIST`, else the one that
 * Electron's package has downloaded. A sentence for people says what is missing.
 */
export function electronDistOf(options: {
  readonly root: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
}): { readonly folder: string } | { readonly missing: string } {
  const { root, environment, platform } = options
  const given = environment.CREONOW_ELECTRON_DIST
  const folder = given ?? join(root, 'node_modules', 'electron', 'dist')
  const program = join(folder, programs[platform] ?? 'electron')
  if (existsSync(program)) return { folder }
  return {
    missing:
      given === undefined
        ? `Electron's binary is missing: ${program}. Download it with "npx install-electron", or set CREONOW_ELECTRON_DIST to a folder that has it.`
        : `Electron's binary is missing: CREONOW_ELECTRON_DIST is ${folder}, and there is no ${programs[platform] ?? 'electron'} in it.`,
  }
}
