import { useProjectId } from '../../app/AppContext.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'
import type { CodexRow } from './codexModel.ts'

/** The entries of the open project's codex; undefined until they are read. */
export const useCodexRows = (): readonly CodexRow[] | undefined =>
  useChannelQuery('codex:list', { projectId: useProjectId() }).data?.entries
