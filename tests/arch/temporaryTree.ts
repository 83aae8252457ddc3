import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..', '..')
const configuration = [
  '.dependency-cruiser.cjs',
  'biome.json',
  'knip.json',
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.contract.json',
  'tsconfig.main.json',
  'tsconfig.preload.json',
  'tsconfig.renderer.json',
]

export interface TemporaryTree {
  readonly path: string
  remove(): Promise<void>
}

/** The project's configuration, packages and rules in a temporary folder, with these files and no others. */
export async function temporaryTree(planted: Readonly<Record<string, string>>): Promise<TemporaryTree> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'creonow-arch-')))
  for (const name of configuration) await cp(join(root, name), join(path, name))
  await cp(join(root, 'scripts/arch'), join(path, 'scripts/arch'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(path, 'node_modules'), 'dir')
  for (const [name, source] of Object.entries(planted)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), source)
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Runs a tool of node_modules under this Node; gives what it printed whatever its exit code. */
export function runTool(
  cwd: string,
  script: string,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const tool = join(root, 'node_modules', script)
    const options = { cwd, maxBuffer: 256 * 1024 * 1024 }
    execFile(process.execPath, [tool, ...args], options, (error, stdout) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout })
    })
  })
}
