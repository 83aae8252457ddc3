import { AppError } from '../../../lib/appError.ts'
import { decodeUtf8 } from '../../../lib/textFile.ts'
import type { ManuscriptService } from '../manuscriptService.ts'
import type { ChapterHistory } from './chapterHistory.ts'

/** Brings a version back as the chapter's text; the replaced text becomes a version first. */
export function createRestoring(options: {
  readonly manuscript: Pick<ManuscriptService, 'read' | 'save'>
  readonly history: Pick<ChapterHistory, 'list' | 'read'>
}) {
  const { manuscript, history } = options

  /** @throws AppError NOT_FOUND, IO_ERROR (broken). */
  async function read(projectId: string, documentId: string, versionId: string): Promise<string> {
    const decoded = decodeUtf8(await history.read(projectId, documentId, versionId))
    if (!decoded) throw new AppError('DOCUMENT_ENCODING', { why: 'version' })
    return decoded.text
  }

  return {
    read,
    /**
     * The chapter's byte order mark stays as it is. `replacedVersionId` is the version that brings back what was
     * there; absent when nothing changed. @throws AppError NOT_FOUND, CONFLICT, IO_ERROR; the text is then as it was.
     */
    async restore(
      projectId: string,
      documentId: string,
      versionId: string,
    ): Promise<{ hash: string; replacedVersionId?: string }> {
      const text = await read(projectId, documentId, versionId)
      const { hash: baseHash } = await manuscript.read(projectId, documentId)
      const { hash } = await manuscript.save(projectId, documentId, text, baseHash, 'restore')
      if (hash === baseHash) return { hash }
      const replaced = (await history.list(projectId, documentId)).find(
        (version) => version.hash === baseHash,
      )
      return replaced ? { hash, replacedVersionId: replaced.versionId } : { hash }
    },
  }
}

export type Restoring = ReturnType<typeof createRestoring>
