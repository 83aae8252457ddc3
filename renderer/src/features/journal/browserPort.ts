import { createStore, promisifyRequest } from 'idb-keyval'
import type { JournalEntry, JournalKey, JournalPort } from './journal.ts'

/** Another number when entries get another shape: old ones are then left alone. */
const databaseName = 'creonow-journal-1'

/** The journal in IndexedDB; transactions on it run in the order they were asked for. */
export const createBrowserPort = (): JournalPort => {
  const place = createStore(databaseName, 'entries')
  /** Committed at once: the page may be gone before the browser would do it by itself. */
  const change = (act: (entries: IDBObjectStore) => void) =>
    place('readwrite', (entries) => {
      act(entries)
      entries.transaction.commit()
      return promisifyRequest(entries.transaction)
    })
  const copy = (key: JournalKey) => [...key]
  return {
    read: (prefix) =>
      place('readonly', (entries) => {
        // An array sorts behind every string, so this is everything that begins with the prefix.
        const range = IDBKeyRange.bound(copy(prefix), [...prefix, []])
        // Only this file's `write` puts anything there.
        return promisifyRequest(entries.getAll(range)) as Promise<JournalEntry[]>
      }),
    write: (entry) => change((entries) => entries.put(entry, copy(entry.key))),
    remove: (key) => change((entries) => entries.delete(copy(key))),
  }
}
