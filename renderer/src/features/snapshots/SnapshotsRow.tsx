import { useTranslation } from 'react-i18next'
import { useViewStore } from '../../app/AppContext.tsx'
import { openSheet } from '../../app/viewStore.ts'
import { SidebarRow } from '../../components/SidebarRow.tsx'

/** The way to the snapshots of the book, under its chapters. */
export const SnapshotsRow = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  return (
    <SidebarRow
      testId="snapshots-open"
      label={t('snapshots.title')}
      onPress={() => openSheet(view, 'snapshots')}
    />
  )
}
