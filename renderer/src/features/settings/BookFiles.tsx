import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useViewStore, useWorkspace } from '../../app/AppContext.tsx'
import { openSheet } from '../../app/viewStore.ts'
import { Button } from '../../components/Button.tsx'

/** The ways from the settings to what else preserves the open work: snapshots, and files of other programs. */
export const BookFiles = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const hasWork = useStore(useWorkspace().store, (state) => state.project !== null)
  if (!hasWork) return null
  const leaveFor = (open: () => void) => () => {
    view.setState({ settingsOpen: false })
    open()
  }
  return (
    <section className="settings-section" data-testid="book-files">
      <h3>{t('settings.bookFiles')}</h3>
      <p className="form-hint">{t('settings.bookFilesLead')}</p>
      <div className="settings-ways">
        <Button onClick={leaveFor(() => openSheet(view, 'snapshots'))}>{t('settings.toSnapshots')}</Button>
        <Button onClick={leaveFor(() => view.setState({ exportOpen: true }))}>
          {t('settings.toExport')}
        </Button>
        <Button onClick={leaveFor(() => view.setState({ printOpen: true }))}>{t('settings.toPrint')}</Button>
      </div>
    </section>
  )
}
