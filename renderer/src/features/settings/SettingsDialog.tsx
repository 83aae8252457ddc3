import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useSettings, useView, useViewStore } from '../../app/AppContext.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { AgentSettings } from './AgentSettings.tsx'
import { AppearanceSettings } from './AppearanceSettings.tsx'
import { EditorSettings } from './EditorSettings.tsx'
import { JudgeSettings } from './JudgeSettings.tsx'
import { ModelSettings } from './ModelSettings.tsx'
import { SessionSettings } from './SessionSettings.tsx'
import { VectorSettings } from './VectorSettings.tsx'

/** Settings of this computer; every change is kept at once. */
export const SettingsDialog = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const view = useViewStore()
  const settings = useSettings()
  const open = useView(({ settingsOpen }) => settingsOpen)
  const stored = useChannelQuery('settings:get', {})
  const changeError = useStore(settings.store, (state) => state.error)
  const current = stored.data
  const error = stored.error ?? changeError
  return (
    <DialogFrame
      open={open}
      onClose={() => view.setState({ settingsOpen: false })}
      title={t('settings.title')}
      closeLabel={t('settings.close')}
      testId="settings"
    >
      <div className="dialog-body">
        {error !== null && (
          <Notice tone="danger">{t('settings.failed', { message: sentence(error) })}</Notice>
        )}
        {current !== undefined && (
          <>
            <AppearanceSettings current={current} />
            <EditorSettings current={current.editor} />
            <ModelSettings current={current} />
            <AgentSettings current={current} />
            <JudgeSettings current={current} />
            <VectorSettings current={current} />
            <SessionSettings />
          </>
        )}
      </div>
    </DialogFrame>
  )
}
