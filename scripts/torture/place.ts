import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const repository = resolve(import.meta.dirname, '..', '..')
const tables = join(repository, 'node_modules/.cache/creonow-tables')
const sample = join(repository, 'samples', '雾港来信')

/** A temporary folder with a data folder and a copy of the sample novel. */
export interface Place {
  readonly folder: string
  readonly dataFolder: string
  readonly project: string
  remove(): Promise<void>
}

/** `parent`: a folder on another file system than that of temporary files. */
export async function makePlace(parent = tmpdir()): Promise<Place> {
  const folder = await realpath(await mkdtemp(join(parent, 'creonow-torture-')))
  const project = join(folder, '书')
  await cp(sample, project, { recursive: true })
  const dataFolder = join(folder, 'data')
  // The tokenizer's table takes longer to make than most of what is done here; the first app makes it for all.
  await mkdir(tables, { recursive: true })
  await mkdir(dataFolder, { mode: 0o700 })
  await symlink(tables, join(dataFolder, 'cache'), 'dir')
  return {
    folder,
    project,
    dataFolder,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Every file below the folders, as absolute paths. */
export async function filesBelow(...folders: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true })
    found.push(...entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])))
  }
  return found
}

/**
 * What only a write under way may leave: temporary files, half imports, journals. Indexes of other projects are
 * tidied when those are opened.
 */
export async function leftovers({ project, dataFolder }: Place, projectId: string): Promise<string[]> {
  const files = await filesBelow(project, dataFolder)
  const others = new RegExp(`/projects/(?!${projectId}/)[^/]+/index\\.sqlite-journal$`)
  return files.filter((path) => /\.tmp$|\.creonow-import-|-journal$/.test(path) && !others.test(path))
}
