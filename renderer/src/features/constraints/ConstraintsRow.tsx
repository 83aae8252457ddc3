import { useTranslation } from 'react-i18next'
import { useViewStore } from '../../app/AppContext.tsx'
import { openSheet } from '../../app/viewStore.ts'
import { SidebarRow } from '../../components/SidebarRow.tsx'

/** The way to the constraints. */
export const ConstraintsRow = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  return (
    <SidebarRow
      testId="constraints-open"
      label={t('constraints.title')}
      onPress={() => openSheet(view, 'constraints')}
    />
  )
}
