import { memo } from 'react'
import type { DocumentSummary } from '#contract/documents.ts'
import { useProjectId } from '../../app/AppContext.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'
import { ChapterRow } from '../chapters/ChapterRow.tsx'
import { SynopsisRow } from '../synopses/SynopsisRow.tsx'

interface OutlineCardProps {
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
export const OutlineCard = memo((props: OutlineCardProps) => {
  const { document, current } = props
  const { documentId, kind } = document
  const { data: own } = useChannelQuery(
    'retrieval:synopses:list',
    { projectId: useProjectId() },
    { select: ({ synopses }) => ({ synopsis: synopses.find((one) => one.documentId === documentId) }) },
  )
  return (
    <article className={current ? 'outline-card outline-current' : 'outline-card'}>
      <ChapterRow {...props} />
      {kind === 'chapter' && own !== undefined && (
        <SynopsisRow chapter={document} isUntitled synopsis={own.synopsis} />
      )}
    </article>
  )
})
