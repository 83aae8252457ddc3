import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../../lib/appError.ts'
import { readContained, resolveContained } from '../../../lib/containedPath.ts'
import type { FileCache } from '../../../lib/fileCache.ts'
import { fileError } from '../../../lib/files.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import { decodeUtf8 } from '../../../lib/textFile.ts'
import type { Skill } from '../../context/index.ts'
import { parseSkill, type SkillFault } from './skillFile.ts'

/** A file below `.creonow/skills` that cannot be used, under an id of its own. */
export interface BrokenSkill {
  readonly id: string
  readonly name: string
  readonly source: string
  readonly fault: SkillFault
}

export const skillsFolder = '.creonow/skills'
const maxBytes = 64 * 1024
const maxFiles = 200
const maxDepth = 8

/** Every skill file of a project in code-point order. What is wrong with one is its own `fault`. */
export async function readSkillFolder(
  root: string,
  files: FileCache,
): Promise<readonly (Skill | BrokenSkill)[]> {
  const skills: (Skill | BrokenSkill)[] = []
  for (const path of await listSkillFiles(root, files))
    skills.push(await files.of(root, path, 'skill', () => readSkill(root, path)))
  return skills
}

async function readSkill(root: string, path: string): Promise<Skill | BrokenSkill> {
  const id = `broken-${sha256Hex(path).slice(0, 12)}`
  const name = (path.split('/').at(-1) ?? path).replace(/\.md$/i, '').slice(0, 80).toWellFormed()
  try {
    const text = decodeUtf8(await readContained(root, path, maxBytes))?.text
    if (text === undefined) return { id, name, source: path, fault: { problem: 'notUtf8', detail: '' } }
    const parsed = parseSkill(text, path)
    return 'fault' in parsed ? { id, name, source: path, fault: parsed.fault } : parsed
  } catch (error) {
    if (!isAppError(error)) throw error
    const problem = error.code === ErrorCode.FILE_TOO_LARGE ? 'tooLarge' : 'unreadable'
    return { id, name, source: path, fault: { problem, detail: error.code } }
  }
}

async function listSkillFiles(root: string, files: FileCache): Promise<string[]> {
  const paths: string[] = []

  async function visit(folder: string, depth: number): Promise<void> {
    let entries: readonly Dirent[]
    try {
      entries = await files.of(root, folder, 'entries', async () =>
        readdir(await resolveContained(root, folder), { withFileTypes: true }),
      )
    } catch (error) {
      const failure = fileError(error)
      if (isAppError(failure, 'NOT_FOUND')) return
      if (failure instanceof AppError && depth > 0) return
      throw failure
    }
    for (const entry of entries) {
      if (paths.length >= maxFiles) return
      if (/^[.~#]/.test(entry.name)) continue
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory() && depth < maxDepth) await visit(path, depth + 1)
      else if (!entry.isDirectory() && /\.md$/i.test(entry.name)) paths.push(path)
    }
  }

  await visit(skillsFolder, 0)
  return paths.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}
