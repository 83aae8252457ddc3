/** Where the writer was: the work of this window, and the chapter last open in each work. */
export interface LastPlace {
  project(): string | null
  setProject(projectId: string | null): void
  document(projectId: string): string | null
  setDocument(projectId: string, documentId: string): void
}

const projectKey = 'creonow.project'
const documentKey = (projectId: string) => `creonow.document.${projectId}`

/**
 * The work lasts as long as the window (a reload comes back to it), the chapter as long as the browser
 * remembers. Only ids are kept, never text.
 */
export const createLastPlace = (window: Storage, lasting: Storage): LastPlace => ({
  project: () => window.getItem(projectKey),
  setProject(projectId) {
    if (projectId === null) window.removeItem(projectKey)
    else window.setItem(projectKey, projectId)
  },
  document: (projectId) => lasting.getItem(documentKey(projectId)),
  setDocument: (projectId, documentId) => lasting.setItem(documentKey(projectId), documentId),
})
