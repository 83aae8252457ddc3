import { useMemo } from 'react'
import type { DocumentSummary } from '#contract/documents.ts'
import { useDocuments } from '../../app/useDocuments.ts'

/** The chapters among what the book consists of, in order; front matter keeps its place and is left out. */
export const chaptersAmong = (documents: readonly DocumentSummary[] | null): readonly DocumentSummary[] =>
  documents?.filter(({ kind }) => kind === 'chapter') ?? []

/** For what is opened on one row; a row that listens would be drawn again with every save. */
export const useBookChapters = (): readonly DocumentSummary[] => {
  const documents = useDocuments()
  return useMemo(() => chaptersAmong(documents), [documents])
}
