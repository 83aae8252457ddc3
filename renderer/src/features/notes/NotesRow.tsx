import { useTranslation } from 'react-i18next'
import { useProjectId, useViewStore } from '../../app/AppContext.tsx'
import { openSheet } from '../../app/viewStore.ts'
import { SidebarRow } from '../../components/SidebarRow.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'

/** The way to the notes, and how many are open. */
export const NotesRow = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const { data } = useChannelQuery('notes:list', { projectId: useProjectId() })
  const open = data?.notes.filter(({ resolvedAt }) => resolvedAt === null).length ?? 0
  return (
    <SidebarRow
      testId="notes-open"
      label={t('notes.title')}
      {...(open > 0 && { count: open })}
      onPress={() => openSheet(view, 'notes')}
    />
  )
}
