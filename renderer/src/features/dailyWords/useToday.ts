import { useEffect, useState } from 'react'
import type { ChannelOutput } from '#contract/index.ts'
import { useProjectId } from '../../app/AppContext.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'
import { localDay, watchDay } from './localDay.ts'

/** Words of the day by the author's clock; null until they are read. Another day begins while the page is open. */
export const useToday = (): ChannelOutput<'words:today:get'> | null => {
  const projectId = useProjectId()
  const [day, setDay] = useState(() => localDay(new Date()))
  useEffect(() => watchDay(setDay), [])
  // Yesterday's count stays until today's has come.
  const { data } = useChannelQuery('words:today:get', { projectId, day }, { showPreviousIf: () => true })
  return data ?? null
}
