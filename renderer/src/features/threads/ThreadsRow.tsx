import { useTranslation } from 'react-i18next'
import { useProjectId, useViewStore } from '../../app/AppContext.tsx'
import { openSheet } from '../../app/viewStore.ts'
import { SidebarRow } from '../../components/SidebarRow.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'
import { groupOf } from './threadGroups.ts'

/** The way to the threads, and how many are open. */
export const ThreadsRow = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const { data } = useChannelQuery('threads:list', { projectId: useProjectId() })
  const open = data?.threads.filter((thread) => ['due', 'open'].includes(groupOf(thread))).length ?? 0
  return (
    <SidebarRow
      testId="threads-open"
      label={t('threads.title')}
      {...(open > 0 && { count: open })}
      onPress={() => openSheet(view, 'threads')}
    />
  )
}
