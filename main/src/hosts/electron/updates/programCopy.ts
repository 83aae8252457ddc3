import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs'

/** The program as it is, under a second name, while it is replaced. */
export interface ProgramCopy {
  /** Puts it back where nothing is in its place any more. */
  restore(): void
  /** Removes the second name. */
  remove(): void
}

/**
 * The library removes an AppImage before it moves the new one to its place: a full disk in between would leave neither. A
 * second name beside it costs no room; where the file system has none, it is a copy. @throws Error when neither can be made.
 */
export function copyOfProgram(path: string): ProgramCopy {
  const second = `${path}.previous`
  rmSync(second, { force: true })
  try {
    linkSync(path, second)
  } catch {
    // A file system without second names, as on a stick.
    copyFileSync(path, second)
  }
  return {
    restore() {
      if (!existsSync(path)) renameSync(second, path)
    },
    remove: () => rmSync(second, { force: true }),
  }
}
