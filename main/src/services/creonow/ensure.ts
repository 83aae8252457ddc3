import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { resolveContained } from '../../lib/containedPath.ts'
import { compareCodePoints } from '../../lib/fileName.ts'
import { fileError } from '../../lib/files.ts'
import { createFileSynced, exists } from '../../lib/moveFile.ts'
import { folder } from './creonowFiles.ts'

/** Keeps an empty folder in the template's repository; a project has the folder itself. */
const folderKeeper = '.gitkeep'

/**
 * Creates in `.creonow/` what the template has and the project lacks. Never overwrites, also when another
 * process creates the same file at the same moment: a complete file is linked into place, or nothing.
 * @returns project-relative paths of the files that were created.
 * @throws AppError PATH_OUTSIDE_PROJECT (a link leads out), READ_ONLY, NOT_FOUND (no project), IO_ERROR.
 */
export async function ensureFolder(root: string, templateFolder: string): Promise<string[]> {
  const created: string[] = []

  async function copy(source: string, target: string): Promise<void> {
    await mkdir(await resolveContained(root, target), { recursive: true })
    const entries = await readdir(source, { withFileTypes: true })
    for (const entry of entries.sort((a, b) => compareCodePoints(a.name, b.name))) {
      const from = join(source, entry.name)
      const to = `${target}/${entry.name}`
      if (entry.isDirectory()) await copy(from, to)
      else if (entry.name !== folderKeeper && (await createFile(root, to, from))) created.push(to)
    }
  }

  try {
    await copy(templateFolder, folder)
  } catch (error) {
    throw fileError(error)
  }
  return created
}

/** False when something of that name is already there. */
async function createFile(root: string, target: string, source: string): Promise<boolean> {
  const path = await resolveContained(root, target)
  return !(await exists(path)) && createFileSynced(path, await readFile(source))
}
