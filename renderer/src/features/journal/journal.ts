import { createStore, type StoreApi } from 'zustand/vanilla'
import type { InstantEntry, InstantPort } from './instantPort.ts'

/** Kind first, then project, then what it belongs to. */
export type JournalKey = readonly string[]

export interface JournalEntry {
  readonly key: JournalKey
  /** The page that wrote it. */
  readonly page: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly value: unknown
}

/** Where entries lie: the browser's database, or a map in tests. Each call may reject. */
export interface JournalPort {
  read(prefix: JournalKey): Promise<readonly JournalEntry[]>
  write(entry: JournalEntry): Promise<void>
  remove(key: JournalKey): Promise<void>
}

export interface JournalOptions {
  readonly port: JournalPort
  readonly instant: InstantPort
  /** Names this page until it goes. */
  readonly page: string
  /** The pages of this browser that are open now. */
  readonly livePages: () => Promise<ReadonlySet<string>>
  readonly now?: () => number
}

export interface Journal {
  readonly page: string
  /** `failing`: the browser refused the last entry, so what is unsaved lies in this page only. */
  readonly store: StoreApi<{ readonly failing: boolean }>
  /** False when it could not be kept. */
  save(key: JournalKey, value: unknown): Promise<boolean>
  drop(key: JournalKey): Promise<void>
  list(prefix: JournalKey): Promise<readonly JournalEntry[]>
  /** Only what pages left behind that are gone: closed, loaded again, crashed. Oldest first. */
  listLeft(prefix: JournalKey): Promise<readonly JournalEntry[]>
  /** Stored when this returns, in the place of what this page stored so before; nothing where there is no room. */
  saveInstantly(value: unknown): void
  /** Of this page when absent. */
  dropInstant(page?: string): void
  /** What pages that are gone stored instantly. */
  listInstantLeft(): Promise<readonly InstantEntry[]>
}

/** What was typed or received and is not on disk yet. It outlives the page and the host; never rejects. */
export const createJournal = (options: JournalOptions): Journal => {
  const { port, instant, page, livePages, now = Date.now } = options
  const store = createStore(() => ({ failing: false }))

  const list: Journal['list'] = async (prefix) => {
    try {
      return await port.read(prefix)
    } catch (cause) {
      // Nothing can be offered from a journal that does not open; what is written next says so to the writer.
      console.error('journal', cause)
      return []
    }
  }

  return {
    page,
    store,
    list,
    async save(key, value) {
      try {
        await port.write({ key, page, at: now(), value })
        if (store.getState().failing) store.setState({ failing: false })
        return true
      } catch (cause) {
        console.error('journal', cause)
        store.setState({ failing: true })
        return false
      }
    },
    async drop(key) {
      try {
        await port.remove(key)
      } catch (cause) {
        // It will be offered once more, and compared with the file then.
        console.error('journal', cause)
      }
    },
    async listLeft(prefix) {
      const [entries, live] = await Promise.all([list(prefix), livePages()])
      return entries
        .filter((entry) => entry.page !== page && !live.has(entry.page))
        .sort((left, right) => left.at - right.at)
    },
    saveInstantly(value) {
      try {
        instant.write({ page, at: now(), value })
      } catch (cause) {
        // The entry that comes next says so to the writer if it does not find room either.
        console.error('journal', cause)
      }
    },
    dropInstant: (ofPage = page) => instant.remove(ofPage),
    async listInstantLeft() {
      const live = await livePages()
      return instant.read().filter((entry) => entry.page !== page && !live.has(entry.page))
    },
  }
}
