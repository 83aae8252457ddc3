import { useTranslation } from 'react-i18next'
import { useViewStore } from '../../app/AppContext.tsx'
import { openSheet } from '../../app/viewStore.ts'
import { SidebarRow } from '../../components/SidebarRow.tsx'

/** The way to the checks of the open chapter; they run when they are opened. */
export const ChecksRow = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  return (
    <SidebarRow testId="checks-open" label={t('checks.title')} onPress={() => openSheet(view, 'checks')} />
  )
}
