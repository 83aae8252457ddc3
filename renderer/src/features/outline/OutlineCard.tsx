import { useStore } from 'zustand'
import type { DocumentSummary } from '#contract/documents.ts'
import { useApp } from '../../app/AppContext.tsx'
import { ChapterRow } from '../chapters/ChapterRow.tsx'
import { SynopsisRow } from '../synopses/SynopsisRow.tsx'

interface OutlineCardProps {
  readonly projectId: string
  readonly document: DocumentSummary
  /** The chapters in order, front matter left out. */
  readonly chapters: readonly DocumentSummary[]
  readonly isTabStop: boolean
  readonly current: boolean
  readonly onOpen: (documentId: string) => void
  readonly onDone: (documentId: string) => void
}

/** A chapter and its synopsis, to be changed and moved; front matter has no synopsis. */
export const OutlineCard = ({ projectId, ...props }: OutlineCardProps) => {
  const { synopses: model } = useApp()
  const { document, current } = props
  const synopses = useStore(model.store, (state) => state.synopses)
  const { documentId, kind } = document
  return (
    <article className={current ? 'outline-card outline-current' : 'outline-card'}>
      <ChapterRow {...props} />
      {kind === 'chapter' && synopses !== null && (
        <SynopsisRow
          projectId={projectId}
          chapter={document}
          isUntitled
          synopsis={synopses.find((one) => one.documentId === documentId)}
        />
      )}
    </article>
  )
}
