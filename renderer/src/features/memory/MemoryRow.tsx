import { useTranslation } from 'react-i18next'
import { useProjectId, useViewStore } from '../../app/AppContext.tsx'
import { openSheet } from '../../app/viewStore.ts'
import { SidebarRow } from '../../components/SidebarRow.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'

/** The way to the writing preferences; shows how many proposals are undecided. */
export const MemoryRow = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const { data } = useChannelQuery('memory:list', { projectId: useProjectId() })
  const proposed = data?.preferences.filter(({ status }) => status === 'proposed').length ?? 0
  return (
    <SidebarRow
      testId="memory-open"
      label={t('memory.title')}
      {...(proposed > 0 ? { count: t('memory.waiting', { n: proposed }) } : {})}
      onPress={() => openSheet(view, 'memory')}
    />
  )
}
