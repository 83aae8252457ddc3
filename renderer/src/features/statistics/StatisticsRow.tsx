import { useTranslation } from 'react-i18next'
import { useViewStore } from '../../app/AppContext.tsx'
import { openSheet } from '../../app/viewStore.ts'
import { SidebarRow } from '../../components/SidebarRow.tsx'

/** The way to what was written, under the chapters. */
export const StatisticsRow = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  return (
    <SidebarRow
      testId="statistics-open"
      label={t('statistics.title')}
      onPress={() => openSheet(view, 'statistics')}
    />
  )
}
