import { useTranslation } from 'react-i18next'
import { useViewStore } from '../../app/AppContext.tsx'
import { openSheet } from '../../app/viewStore.ts'
import { SidebarRow } from '../../components/SidebarRow.tsx'

/** The way to the synopses of the chapters. */
export const SynopsesRow = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  return (
    <SidebarRow
      testId="synopses-open"
      label={t('synopses.title')}
      onPress={() => openSheet(view, 'synopses')}
    />
  )
}
