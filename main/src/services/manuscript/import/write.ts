import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError, systemCode } from '../../../lib/appError.ts'
import { fileError, writeFileAtomically } from '../../../lib/files.ts'
import { sha256Hex } from '../../../lib/hash.ts'

export interface NewFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const temporaryName = /^\.creonow-import-(\d+)-[0-9a-f]+$/
const journalName = 'moving.json'
const journal = z.record(z.string(), z.string())
const writersAtOnce = 8

/**
 * Puts new files into `<root>/manuscript` all together: they are written beside it and then renamed. A
 * cancelled or failed import leaves nothing; what a crash leaves is removed by `removeAbandonedImports`.
 * @throws AppError CONFLICT when a name is taken meanwhile, READ_ONLY, IO_ERROR; the reason of the signal.
 */
export async function writeTogether(
  rootPath: string,
  files: readonly NewFile[],
  signal?: AbortSignal,
): Promise<void> {
  const temporary = join(rootPath, `.creonow-import-${process.pid}-${randomBytes(6).toString('hex')}`)
  const target = join(rootPath, 'manuscript')
  try {
    await mkdir(temporary)
    const waiting = [...files]
    const writeSome = async () => {
      try {
        for (let file = waiting.shift(); file; file = waiting.shift()) {
          signal?.throwIfAborted()
          await writeFileAtomically(join(temporary, file.name), file.bytes)
        }
      } catch (error) {
        waiting.length = 0
        throw error
      }
    }
    const writers = await Promise.allSettled(Array.from({ length: writersAtOnce }, writeSome))
    const failed = writers.find((writer) => writer.status === 'rejected')
    if (failed) throw failed.reason
    signal?.throwIfAborted()
    if (!(await becomes(temporary, target))) await moveInto(temporary, target, files)
  } catch (error) {
    throw fileError(error)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** One rename of the whole folder, when the target is not there or empty. */
async function becomes(temporary: string, target: string): Promise<boolean> {
  try {
    await rmdir(target)
  } catch (error) {
    const code = systemCode(error) ?? ''
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(code)) return false
    if (code !== 'ENOENT') throw error
  }
  await rename(temporary, target)
  return true
}

/** File by file, under a journal, so that a half-done move can be taken back after a crash. */
async function moveInto(temporary: string, target: string, files: readonly NewFile[]): Promise<void> {
  const hashes = Object.fromEntries(files.map(({ name, bytes }) => [name, sha256Hex(bytes)]))
  const present = new Set(await readdir(target))
  if (files.some(({ name }) => present.has(name)))
    throw new AppError('CONFLICT', '正文文件夹里已经有同名的章节，没有导入。')
  await writeFileAtomically(join(temporary, journalName), JSON.stringify(hashes))
  try {
    for (const { name } of files) await rename(join(temporary, name), join(target, name))
    // Without its journal a finished move is never taken back, whatever happens to the folder.
    await rm(join(temporary, journalName))
  } catch (error) {
    await takeBack(temporary, target)
    throw error
  }
}

/** Removes moved files that still are what the import wrote. */
async function takeBack(temporary: string, target: string): Promise<void> {
  const text = await readFile(join(temporary, journalName), 'utf8').catch(() => '{}')
  const waiting = new Set(await readdir(temporary))
  for (const [name, hash] of Object.entries(journal.parse(JSON.parse(text)))) {
    if (waiting.has(name) || name.includes('/') || name.includes('\\')) continue
    const bytes = await readFile(join(target, name)).catch(() => undefined)
    if (bytes && sha256Hex(bytes) === hash) await rm(join(target, name))
  }
}

/**
 * Cleans up after imports whose process is gone. To be called while this process runs no import into the
 * same folder: a folder with its own process id is then one that a former process with that id left.
 */
export async function removeAbandonedImports(rootPath: string): Promise<void> {
  for (const name of await readdir(rootPath)) {
    const pid = Number(temporaryName.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(pid) || (pid !== process.pid && isRunning(pid))) continue
    await takeBack(join(rootPath, name), join(rootPath, 'manuscript'))
    await rm(join(rootPath, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
}
