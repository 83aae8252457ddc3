import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { DocumentSummary } from '#contract/documents.ts'
import { useApp } from '../../app/AppContext.tsx'

/** The chapters among what the book consists of, in order; front matter keeps its place and is left out. */
export const chaptersAmong = (documents: readonly DocumentSummary[] | null): readonly DocumentSummary[] =>
  documents?.filter(({ kind }) => kind === 'chapter') ?? []

/** For what is opened on one row; a row that listens would be drawn again with every save. */
export const useBookChapters = (): readonly DocumentSummary[] => {
  const { workspace } = useApp()
  const documents = useStore(workspace.store, (state) => state.documents)
  return useMemo(() => chaptersAmong(documents), [documents])
}
