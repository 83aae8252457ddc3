/** How a file stood when it was read or written last. */
export interface SeenFile {
  /** Milliseconds since the epoch. */
  readonly mtimeMs: number
  /** sha256hex of the bytes. */
  readonly hash: string
}

/** What one task has read: in memory, and gone with it (C4). */
export interface ReadMemory {
  /** Whether the file was seen before and is another one now; from now on this is how it stands. */
  seeAgain(path: string, now: SeenFile): boolean
  /** The task itself has written it: that is no change from outside. */
  wrote(path: string, now: SeenFile): void
}

export function createReadMemory(): ReadMemory {
  const seen = new Map<string, SeenFile>()
  return {
    seeAgain(path, now) {
      const before = seen.get(path)
      seen.set(path, now)
      return before !== undefined && (before.mtimeMs !== now.mtimeMs || before.hash !== now.hash)
    },
    wrote: (path, now) => void seen.set(path, now),
  }
}
