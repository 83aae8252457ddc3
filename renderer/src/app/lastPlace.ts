import type { Journal } from '../features/journal/journal.ts'

/** Where the writer was: the work of this window, and the chapter last open in each work. */
export interface LastPlace {
  project(): string | null
  setProject(projectId: string | null): void
  document(projectId: string): Promise<string | null>
  setDocument(projectId: string, documentId: string): void
}

const projectKey = 'creonow.project'
/** Where chapters were remembered before, by their names and in the clear. */
const oldDocumentKey = 'creonow.document.'
const kind = 'place'

/**
 * The work lasts as long as the window (a reload comes back to it), the chapter as long as the browser remembers. A
 * chapter's id is its title, so it lies in the journal, which others on this origin cannot read.
 */
export const createLastPlace = (window: Storage, lasting: Storage, journal: Journal): LastPlace => {
  for (const key of Object.keys(lasting)) if (key.startsWith(oldDocumentKey)) lasting.removeItem(key)
  return {
    project: () => window.getItem(projectKey),
    setProject(projectId) {
      if (projectId === null) window.removeItem(projectKey)
      else window.setItem(projectKey, projectId)
    },
    async document(projectId) {
      const [entry] = await journal.list([kind, projectId])
      return typeof entry?.value === 'string' ? entry.value : null
    },
    setDocument: (projectId, documentId) => void journal.save([kind, projectId], documentId),
  }
}
