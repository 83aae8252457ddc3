import { constants, type Stats } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileError } from './files.ts'

const newline = 0x0a

/**
 * One line at the end of a file, synced; its folders are made. A line that a crash has torn is ended first, so that the
 * new one is not glued to it. Returns the bytes and the file's state before and after.
 * @throws AppError READ_ONLY, IO_ERROR, PATH_OUTSIDE_PROJECT for a link.
 */
export async function appendLine(
  path: string,
  line: string,
): Promise<{ readonly bytes: number; readonly before: Stats; readonly after: Stats }> {
  try {
    await mkdir(dirname(path), { recursive: true })
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
    const handle = await open(path, flags, 0o644)
    try {
      const before = await handle.stat()
      const last = before.size > 0 ? await handle.read(Buffer.alloc(1), 0, 1, before.size - 1) : undefined
      const isTorn = last !== undefined && last.buffer[0] !== newline
      const bytes = Buffer.from(`${isTorn ? '\n' : ''}${line}\n`)
      await handle.writeFile(bytes)
      await handle.sync()
      return { bytes: bytes.length, before, after: await handle.stat() }
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw fileError(error)
  }
}
