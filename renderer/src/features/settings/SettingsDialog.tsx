import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { AppearanceSettings } from './AppearanceSettings.tsx'
import { EditorSettings } from './EditorSettings.tsx'
import { ModelSettings } from './ModelSettings.tsx'
import { VectorSettings } from './VectorSettings.tsx'

/** Settings of this computer; every change is kept at once. */
export const SettingsDialog = () => {
  const { t } = useTranslation()
  const { view, settings } = useApp()
  const open = useStore(view, (state) => state.settingsOpen)
  const { settings: current, error } = useStore(settings.store)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => view.setState({ settingsOpen: next })}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog" data-testid="settings">
          <header className="dialog-header">
            <Dialog.Title>{t('settings.title')}</Dialog.Title>
            <span className="grow" />
            <Dialog.Close
              className="icon-button"
              aria-label={t('settings.close')}
              title={t('settings.close')}
            >
              <X size={16} aria-hidden />
            </Dialog.Close>
          </header>
          <div className="dialog-body">
            {error !== null && (
              <Notice tone="danger">{t('settings.failed', { message: error.message })}</Notice>
            )}
            {current !== null && (
              <>
                <AppearanceSettings current={current} />
                <EditorSettings current={current.editor} />
                <ModelSettings current={current} />
                <VectorSettings current={current} />
              </>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
