import { useTranslation } from 'react-i18next'
import { useViewStore } from '../../app/AppContext.tsx'
import { openSheet } from '../../app/viewStore.ts'
import { ShelfRow } from '../../components/ShelfRow.tsx'

/** The way to the constraints. */
export const ConstraintsRow = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  return (
    <ShelfRow
      testId="constraints-open"
      label={t('constraints.title')}
      onPress={() => openSheet(view, 'constraints')}
    />
  )
}
