import { mkdir, rename, rm, unlink } from 'node:fs/promises'
import { dirname, posix } from 'node:path'
import { AppError, isAppError } from '../../lib/appError.ts'
import { readContained, resolveContained, resolveName } from '../../lib/containedPath.ts'
import { fileError, temporaryPath, writeTemporary } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import { moveWithoutReplacing, syncFolder } from '../../lib/moveFile.ts'
import { manuscriptFolder, maxDocumentBytes } from '../manuscript/index.ts'
import type { FileStep } from './restorePlan.ts'

/** sha256hex of a file's bytes; null: there is no file. */
export async function hashAt(root: string, path: string): Promise<string | null> {
  try {
    return sha256Hex(await readContained(root, path, maxDocumentBytes))
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return null
    throw error
  }
}

/**
 * Gives files the bytes that steps have for them. All bytes are on disk under temporary names before `betweenBoth` runs
 * and the first file changes, so that a full disk changes nothing. What is done already is skipped: steps that a crash
 * has cut short can be carried out again. `back`: what somebody has written meanwhile stays.
 * @throws AppError CONFLICT when a file is neither as before nor as behind its step, IO_ERROR, READ_ONLY.
 */
export async function carryOutSteps(
  root: string,
  steps: readonly FileStep[],
  {
    way,
    textOf,
    betweenBoth,
  }: {
    readonly way: 'there' | 'back'
    readonly textOf: (hash: string) => Promise<Buffer>
    readonly betweenBoth: () => Promise<void>
  },
): Promise<void> {
  const temporaries = new Map<FileStep, string>()
  try {
    for (const step of steps) {
      if (!(await isDue(root, step, way)) || step.to === null) continue
      const target = await targetOf(root, step.path)
      const temporary = temporaryPath(dirname(target))
      temporaries.set(step, temporary)
      await writeTemporary(temporary, await textOf(step.to), target, { realPath: true })
    }
    await betweenBoth()
    for (const step of steps)
      if (await isDue(root, step, way)) await carryOut(root, step, temporaries.get(step))
    for (const folder of new Set([manuscriptFolder, ...steps.map(({ path }) => posix.dirname(path))]))
      await syncFolder(await resolveContained(root, folder))
  } catch (error) {
    throw fileError(error)
  } finally {
    for (const temporary of temporaries.values()) await rm(temporary, { force: true }).catch(() => undefined)
  }
}

/** Where a file is, in a folder that is there. */
async function targetOf(root: string, path: string): Promise<string> {
  await mkdir(dirname(await resolveContained(root, path)), { recursive: true })
  return resolveContained(root, path)
}

async function isDue(root: string, { path, from, to }: FileStep, way: 'there' | 'back'): Promise<boolean> {
  const present = await hashAt(root, path)
  if (present === to) return false
  if (present === from) return true
  if (way === 'back') return false
  throw changedMeanwhile(path)
}

async function carryOut(
  root: string,
  { path, from, to }: FileStep,
  temporary: string | undefined,
): Promise<void> {
  if (to === null) {
    const own = await resolveName(root, path)
    await unlink(own)
    await syncFolder(dirname(own))
    return
  }
  // It was as behind the step when the bytes were stored, and somebody has changed it back since.
  if (temporary === undefined) throw changedMeanwhile(path)
  const target = await resolveContained(root, path)
  if (from !== null) await rename(temporary, target)
  else if (!(await moveWithoutReplacing(temporary, target))) throw changedMeanwhile(path)
}

/** The steps that lead back. */
export const inverseSteps = (steps: readonly FileStep[]): readonly FileStep[] =>
  steps.map(({ path, from, to }) => ({ path, from: to, to: from })).toReversed()

const changedMeanwhile = (path: string) => new AppError('CONFLICT', { why: 'snapshotFile', path })
