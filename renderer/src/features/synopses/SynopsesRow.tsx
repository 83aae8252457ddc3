import { useTranslation } from 'react-i18next'
import { useViewStore } from '../../app/AppContext.tsx'
import { openSheet } from '../../app/viewStore.ts'
import { ShelfRow } from '../../components/ShelfRow.tsx'

/** The way to the synopses of the chapters. */
export const SynopsesRow = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  return (
    <ShelfRow
      testId="synopses-open"
      label={t('synopses.title')}
      onPress={() => openSheet(view, 'synopses')}
    />
  )
}
