import type { Journal, JournalKey } from '../journal/journal.ts'
import { type BaseText, lastKeysOf } from './lastKeys.ts'

/** A chapter's text that is not on disk, with the file it was written upon. */
export interface Unsaved {
  readonly projectId: string
  readonly documentId: string
  /** Stored text, with its own line endings. */
  readonly text: string
  /** Hash of the file as this page knew it. */
  readonly baseHash: string
}

/** As the journal has it. */
export interface UnsavedEntry extends Unsaved {
  /** Counts the entries of a page, from 1. */
  readonly revision: number
}

export interface UnsavedTextOptions {
  readonly journal: Journal
  /** Asked once per key and entry: it puts the whole chapter together. */
  readonly read: () => Unsaved | null
  /** Text of the file as this page knows it; null when it does not. */
  readonly stored: () => string | null
  /** Rest between two entries of a long chapter. */
  readonly delayMs?: number
}

export interface UnsavedText {
  /** Something was typed; it is kept at once, or behind the entry that is being written. */
  touched(): void
  /** Keeps it at once, for a page that is about to go. */
  saveNow(): Promise<void>
  /** All of it is on disk, or given up by the writer. */
  clearPending(): void
}

/** Begins every key of kept chapters: kind, project, chapter, page. */
export const unsavedKind = 'text'

const usualDelayMs = 200
/** Encrypting a longer chapter at every key would be felt. */
const maxUnitsAtOnce = 50_000
/** As would putting it together. */
const maxUnitsPerKey = 500_000

/**
 * Keeps what is not on disk yet in the journal of the page. A page may be gone with the last key: what was typed since
 * the last entry is stored before the key's event is over, and the entry with all of the text waits for nothing but
 * the one before it.
 */
export const createUnsavedText = (options: UnsavedTextOptions): UnsavedText => {
  const { journal, read, stored, delayMs = usualDelayMs } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let savedKey: JournalKey | null = null
  let length = 0
  let isWriting = false
  /** Something was typed while an entry was written. */
  let isBehind = false
  let revision = 0
  /** Lies in the journal; null before the first entry. */
  let saved: BaseText | null = null
  let onTheWay: readonly BaseText[] = []

  const saveLastKeys = () => {
    const unsaved = read()
    if (unsaved === null) return
    const { text, ...place } = unsaved
    length = text.length
    const file = stored()
    const first = saved ?? (file === null ? null : { revision: 0, text: file })
    const lastKeys = lastKeysOf(place, [...(first === null ? [] : [first]), ...onTheWay], text)
    if (lastKeys !== null) journal.saveInstantly(lastKeys)
  }
  const saveNow = async () => {
    clearTimeout(timer)
    timer = undefined
    isBehind = false
    const unsaved = read()
    if (unsaved === null) return
    const { text } = unsaved
    length = text.length
    const key = [unsavedKind, unsaved.projectId, unsaved.documentId, journal.page]
    // The chapter has another name now.
    if (savedKey !== null && savedKey[2] !== unsaved.documentId) forgetEntries()
    savedKey = key
    revision += 1
    const entry: UnsavedEntry = { ...unsaved, revision }
    const base = { revision, text }
    onTheWay = [...onTheWay, base]
    const isSaved = await journal.save(key, entry)
    // Given up meanwhile.
    if (!onTheWay.includes(base)) return
    if (isSaved) saved = base
    onTheWay = onTheWay.filter((each) => (isSaved ? each.revision > base.revision : each !== base))
  }
  const forgetEntries = () => {
    saved = null
    onTheWay = []
    if (savedKey !== null) void journal.drop(savedKey)
    savedKey = null
  }
  const saveTyped = async () => {
    isWriting = true
    try {
      await saveNow()
    } finally {
      isWriting = false
    }
    if (isBehind) touched()
  }
  const touched = () => {
    isBehind = true
    if (length <= maxUnitsPerKey) saveLastKeys()
    if (length > maxUnitsAtOnce) timer ??= setTimeout(() => void saveNow(), delayMs)
    else if (!isWriting) void saveTyped()
  }

  return {
    touched,
    saveNow,
    clearPending() {
      clearTimeout(timer)
      timer = undefined
      isBehind = false
      journal.dropInstant()
      forgetEntries()
    },
  }
}
