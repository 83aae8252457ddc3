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
  /** Asked once per entry and not per key: it puts the whole chapter together. */
  readonly read: () => Unsaved | null
  readonly delayMs?: number
}

export interface UnsavedText {
  /** Something was typed; it is kept a moment later, however fast the typing goes on. */
  touched(): void
  /** Keeps it at once, for a page that is about to go. */
  saveNow(): Promise<void>
  /** All of it is on disk, or given up by the writer. */
  clearPending(): void
}

/** Begins every key of kept chapters: kind, project, chapter, page. */
export const unsavedKind = 'text'

const usualDelayMs = 200

/** Keeps what is not on disk yet in the journal of the page. */
export const createUnsavedText = (options: UnsavedTextOptions): UnsavedText => {
  const { journal, read, delayMs = usualDelayMs } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let savedKey: JournalKey | null = null

  const saveNow = async () => {
    clearTimeout(timer)
    timer = undefined
    const unsaved = read()
    if (unsaved === null) return
    const key = [unsavedKind, unsaved.projectId, unsaved.documentId, journal.page]
    // The chapter has another name now.
    if (savedKey !== null && savedKey[2] !== unsaved.documentId) void journal.drop(savedKey)
    savedKey = key
    await journal.save(key, unsaved)
  }

  return {
    touched() {
      timer ??= setTimeout(() => void saveNow(), delayMs)
    },
    saveNow,
    clearPending() {
      clearTimeout(timer)
      timer = undefined
      if (savedKey !== null) void journal.drop(savedKey)
      savedKey = null
    },
  }
}
