import type { DocumentSummary } from '#contract/documents.ts'
import { useChannelQuery } from '../ipc/queries.ts'
import { useProjectId } from './AppContext.tsx'

/** What the open project consists of, in order; null until it has been read. */
export const useDocuments = (): readonly DocumentSummary[] | null =>
  useChannelQuery('documents:list', { projectId: useProjectId() }).data?.documents ?? null
