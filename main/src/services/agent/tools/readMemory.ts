import { LRUCache } from 'lru-cache'

/** The state of a file when it was last read or written. */
export interface FileVersion {
  /** Milliseconds since the epoch. */
  readonly mtimeMs: number
  /** sha256hex of the bytes. */
  readonly hash: string
}

/** What the tasks of one conversation have read; in memory, until the app ends. */
export interface ReadMemory {
  /** Whether the file was read before and has changed since; records the present state. */
  seeAgain(path: string, now: FileVersion): boolean
  /** A task itself has written it: that is no change from outside. */
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

/** Conversations whose reading is remembered: more are not worked on at once. */
const maxConversations = 32

/** The memory of each conversation, the same for all its tasks. */
export function createReadMemories(): (projectId: string, conversationId: string) => ReadMemory {
  const memories = new LRUCache<string, ReadMemory>({ max: maxConversations })
  return (projectId, conversationId) => {
    const key = `${projectId}\0${conversationId}`
    const memory = memories.get(key) ?? createReadMemory()
    memories.set(key, memory)
    return memory
  }
}
