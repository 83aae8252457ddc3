import { useTranslation } from 'react-i18next'
import { useProjectId, useViewStore } from '../../app/AppContext.tsx'
import { openSheet } from '../../app/viewStore.ts'
import { SidebarRow } from '../../components/SidebarRow.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'

/** The way to what changes in the chapters, and how much of it is not decided on. */
export const ChangesRow = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const { data } = useChannelQuery('codex:changes:list', { projectId: useProjectId() })
  const open = data?.changes.length ?? 0
  return (
    <SidebarRow
      testId="changes-open"
      label={t('changes.title')}
      {...(open > 0 && { count: open })}
      onPress={() => openSheet(view, 'changes')}
    />
  )
}
