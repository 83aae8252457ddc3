import type { InstantEntry, InstantPort } from '../../renderer/src/features/journal/instantPort.ts'
import {
  createJournal,
  type Journal,
  type JournalEntry,
  type JournalPort,
} from '../../renderer/src/features/journal/journal.ts'

/** The browser's database as a map: same order, same keys, gone with the test. */
export const createMemoryPort = () => {
  const entries = new Map<string, JournalEntry>()
  const port: JournalPort & { broken: boolean; readonly entries: typeof entries } = {
    broken: false,
    entries,
    async read(prefix) {
      return [...entries.values()].filter(({ key }) => prefix.every((part, at) => key[at] === part))
    },
    async write(entry) {
      if (this.broken) throw new Error('QuotaExceededError')
      entries.set(JSON.stringify(entry.key), structuredClone(entry))
    },
    async remove(key) {
      entries.delete(JSON.stringify(key))
    },
  }
  return port
}

/** The browser's local storage as a map. */
export const createMemoryInstant = (): InstantPort => {
  const entries = new Map<string, InstantEntry>()
  return {
    read: () => [...entries.values()],
    write: (entry) => void entries.set(entry.page, structuredClone(entry)),
    remove: (page) => void entries.delete(page),
  }
}

/** The journal of one page over ports that other pages may share. */
export const pageJournal = (
  port: JournalPort,
  page: string,
  live: readonly string[] = [],
  instant = createMemoryInstant(),
): Journal => {
  let at = 0
  return createJournal({ port, instant, page, livePages: async () => new Set(live), now: () => ++at })
}
