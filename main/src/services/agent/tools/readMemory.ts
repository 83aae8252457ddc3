/** The state of a file when it was last read or written. */
export interface FileVersion {
  /** Milliseconds since the epoch. */
  readonly mtimeMs: number
  /** sha256hex of the bytes. */
  readonly hash: string
}

/** What one task has read; in memory, for the time of the task. */
export interface ReadMemory {
  /** Whether the file was read before and has changed since; records the present state. */
  seeAgain(path: string, now: FileVersion): boolean
  /** The task itself has written it: that is no change from outside. */
  wrote(path: string, now: FileVersion): void
}

export function createReadMemory(): ReadMemory {
  const versions = new Map<string, FileVersion>()
  return {
    seeAgain(path, now) {
      const before = versions.get(path)
      versions.set(path, now)
      return before !== undefined && (before.mtimeMs !== now.mtimeMs || before.hash !== now.hash)
    },
    wrote: (path, now) => void versions.set(path, now),
  }
}
