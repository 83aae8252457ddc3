import { type Gain, nothing } from './tally.ts'

/** So many texts of a chapter are kept; undoing leads no further back than what is still in a window. */
const maxTexts = 500

interface DayGains {
  day: string
  /** False while only the stored tally says which day it is. */
  isConfirmed: boolean
  /** By document id and hash of the text. */
  chapters: Map<string, Map<string, Gain>>
}

/**
 * What a chapter had gained when its text was this one. Ctrl+Z takes back what others have written, too (a task, a
 * restored version, another program): a text that comes back brings its count back, and nobody has written it.
 * Held in memory, as what a window can undo is.
 */
export function createTextGains() {
  const projects = new Map<string, DayGains>()

  function dayOf(projectId: string, day: string): DayGains {
    const current = projects.get(projectId) ?? { day, isConfirmed: false, chapters: new Map() }
    projects.set(projectId, current)
    return current
  }

  return {
    /** The author's day. Of another day nothing is known; what was read before it was first said was read on it. */
    dayIs(projectId: string, day: string): void {
      const current = dayOf(projectId, day)
      if (current.day !== day) {
        if (current.isConfirmed) current.chapters.clear()
        for (const texts of current.chapters.values())
          for (const hash of texts.keys()) texts.set(hash, nothing)
      }
      Object.assign(current, { day, isConfirmed: true })
    },
    gainAt(projectId: string, documentId: string, hash: string): Gain | undefined {
      return projects.get(projectId)?.chapters.get(documentId)?.get(hash)
    },
    /** The first that is said of a text stays. `day`: where none has been told. */
    note(
      projectId: string,
      day: string,
      chapter: { documentId: string; hash: string; gainOn: (day: string) => Gain },
    ): void {
      const { chapters, day: counted } = dayOf(projectId, day)
      const texts = chapters.get(chapter.documentId) ?? new Map<string, Gain>()
      chapters.set(chapter.documentId, texts)
      if (!texts.has(chapter.hash)) texts.set(chapter.hash, chapter.gainOn(counted))
      const [oldest] = texts.keys()
      if (texts.size > maxTexts && oldest !== undefined) texts.delete(oldest)
    },
    renameDocuments(projectId: string, renamed: ReadonlyMap<string, string>): void {
      const current = projects.get(projectId)
      if (!current) return
      current.chapters = new Map([...current.chapters].map(([id, texts]) => [renamed.get(id) ?? id, texts]))
    },
  }
}
