import type { ManuscriptService } from '../services/manuscript/index.ts'

/**
 * The chapters as the engine and the index see them: planned ones have a place and no text, so that what is written
 * there next has something in front of it; missing ones are not there.
 */
export function createIndexedChapters(manuscript: Pick<ManuscriptService, 'outline' | 'read'>) {
  return {
    list: async (projectId: string) =>
      (await manuscript.outline(projectId)).filter(({ missing }) => missing === undefined),
    async read(projectId: string, documentId: string) {
      const document = await manuscript.read(projectId, documentId)
      return document.path === null ? { ...document, text: '' } : document
    },
  }
}
