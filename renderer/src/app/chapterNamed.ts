import type { DocumentSummary } from '#contract/documents.ts'

/** The chapter that an id, the path of its file or an earlier path names: files that people edit may have a path. */
export const chapterNamed = (
  documents: readonly DocumentSummary[],
  name: string,
): DocumentSummary | undefined =>
  documents.find(({ documentId }) => documentId === name) ??
  documents.find(({ path }) => path === name) ??
  documents.find(({ formerFiles = [] }) => formerFiles.includes(name))
