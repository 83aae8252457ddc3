import { memo } from 'react'
import { useStore } from 'zustand'
import type { DocumentSummary } from '#contract/documents.ts'
import { useApp } from '../../app/AppContext.tsx'
import { ChapterRow } from '../chapters/ChapterRow.tsx'
import { SynopsisRow } from '../synopses/SynopsisRow.tsx'

interface OutlineCardProps {
  readonly projectId: string
  readonly document: DocumentSummary
  readonly isTabStop: boolean
  readonly current: boolean
  readonly onOpen: (documentId: string) => void
  readonly onDone: (documentId: string) => void
}

/**
 * A chapter and its synopsis, to be changed and moved; front matter has no synopsis. Drawn again only when one of
 * them changes.
 */
export const OutlineCard = memo(({ projectId, ...props }: OutlineCardProps) => {
  const { synopses: model } = useApp()
  const { document, current } = props
  const { documentId, kind } = document
  const isLoaded = useStore(model.store, (state) => state.synopses !== null)
  const synopsis = useStore(model.store, (state) =>
    state.synopses?.find((one) => one.documentId === documentId),
  )
  return (
    <article className={current ? 'outline-card outline-current' : 'outline-card'}>
      <ChapterRow {...props} />
      {kind === 'chapter' && isLoaded && (
        <SynopsisRow projectId={projectId} chapter={document} isUntitled synopsis={synopsis} />
      )}
    </article>
  )
})
