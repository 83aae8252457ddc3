import type { DocumentSummary } from '#contract/documents.ts'
import type { AnchorChapter } from './anchors.ts'

/** The texts of a book's chapters, each read once for as long as its summary is the same. */
export interface ChapterTexts {
  /** As stored; empty where there is no file. @throws as the manuscript's `read`. */
  textOf(projectId: string, summary: DocumentSummary): Promise<string>
  /** A chapter that cannot be read has no words now; its anchors are lost for as long. */
  chapterOf(projectId: string, summary: DocumentSummary): Promise<AnchorChapter>
}

export function createChapterTexts(manuscript: {
  read(projectId: string, documentId: string): Promise<{ readonly text: string }>
}): ChapterTexts {
  const texts = new WeakMap<DocumentSummary, Promise<string>>()

  function textOf(projectId: string, summary: DocumentSummary): Promise<string> {
    const present = texts.get(summary)
    if (present) return present
    const isThere = !summary.planned && !summary.missing
    const text = isThere
      ? manuscript.read(projectId, summary.documentId).then((document) => document.text)
      : Promise.resolve('')
    texts.set(summary, text)
    text.catch(() => texts.delete(summary))
    return text
  }

  return {
    textOf,
    chapterOf: async (projectId, summary) => ({
      documentId: summary.documentId,
      text: await textOf(projectId, summary).catch(() => ''),
    }),
  }
}
