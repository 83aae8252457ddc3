import type { Ref } from '../context/index.ts'
import type { Reread, RereadRequest } from '../context/source.ts'
import type { DocumentPort } from './ports.ts'

/** The way back to a part of a chapter, or to all of it: redacted whole, then cut. */
export function rereadChapter(documents: DocumentPort) {
  return async ({ path, from, to }: Ref, { projectId }: RereadRequest): Promise<Reread | undefined> => {
    if (!path.startsWith('manuscript/')) return undefined
    const { text } = await documents.read(projectId, path)
    return from === undefined ? { text } : { text: text.slice(from, to), whole: text }
  }
}
