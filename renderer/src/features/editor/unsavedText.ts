import type { Journal, JournalKey } from '../journal/journal.ts'

/** A chapter's text that is not on disk, with the file it was written upon. */
export interface Unsaved {
  readonly projectId: string
  readonly documentId: string
  /** Stored text, with its own line endings. */
  readonly text: string
  /** Hash of the file as this page knew it. */
  readonly baseHash: string
}

export interface UnsavedTextOptions {
  readonly journal: Journal
  /** Asked once per entry: it puts the whole chapter together. */
  readonly read: () => Unsaved | null
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
/** Putting together and encrypting a longer chapter at every key would be felt. */
const maxUnitsAtOnce = 50_000

/**
 * Keeps what is not on disk yet in the journal of the page. A page may be gone milliseconds after the last key, so
 * nothing waits but for the entry before it.
 */
export const createUnsavedText = (options: UnsavedTextOptions): UnsavedText => {
  const { journal, read, delayMs = usualDelayMs } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let savedKey: JournalKey | null = null
  let isLong = false
  let isWriting = false
  /** Something was typed while an entry was written. */
  let isBehind = false

  const saveNow = async () => {
    clearTimeout(timer)
    timer = undefined
    isBehind = false
    const unsaved = read()
    if (unsaved === null) return
    isLong = unsaved.text.length > maxUnitsAtOnce
    const key = [unsavedKind, unsaved.projectId, unsaved.documentId, journal.page]
    // The chapter has another name now.
    if (savedKey !== null && savedKey[2] !== unsaved.documentId) void journal.drop(savedKey)
    savedKey = key
    await journal.save(key, unsaved)
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
    if (isLong) timer ??= setTimeout(() => void saveNow(), delayMs)
    else if (!isWriting) void saveTyped()
  }

  return {
    touched,
    saveNow,
    clearPending() {
      clearTimeout(timer)
      timer = undefined
      isBehind = false
      if (savedKey !== null) void journal.drop(savedKey)
      savedKey = null
    },
  }
}
