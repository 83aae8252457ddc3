import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { JudgeSettings as JudgeChoice } from '#contract/judge.ts'
import type { AppSettings } from '#contract/settings.ts'
import { useSettings, useTypingSwitch, useView, useViewStore, useWorkspace } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { CheckField } from '../../components/CheckField.tsx'
import { Choice } from '../../components/Choice.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { Notice } from '../../components/Notice.tsx'
import { NumberChoice } from '../../components/NumberChoice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { BackupSettings } from '../backup/BackupSettings.tsx'
import { systemNotifications } from '../notifications/systemNotifications.ts'
import { BookWords } from '../spelling/BookWords.tsx'
import { UpdateSettings } from '../updates/UpdateSettings.tsx'
import { browserName } from './browserName.ts'
import { ModelSettings } from './ModelSettings.tsx'
import { SpendingSettings } from './SpendingSettings.tsx'
import { useInterfaceLanguage } from './useAppSettings.ts'
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
            <SpendingSettings />
            <AgentSettings current={current} />
            <JudgeSettings current={current} />
            <VectorSettings current={current} />
            <BackupSettings current={current} />
            <SessionSettings />
            <UpdateSettings current={current} />
          </>
        )}
      </div>
    </DialogFrame>
  )
}

/** Where the bound by progress is switched off. */
const usualSteps = 40

/** How far a task may go before it stops by itself. */
const AgentSettings = ({ current }: { readonly current: AppSettings }) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const maxSteps = current.agentMaxSteps ?? undefined
  return (
    <section className="settings-section">
      <h3>{t('settings.agent')}</h3>
      <CheckField
        label={t('settings.agentUnbounded')}
        hint={t('settings.agentUnboundedHint')}
        checked={maxSteps === undefined}
        onChange={(checked) => void settings.update({ agentMaxSteps: checked ? null : usualSteps })}
      />
      {maxSteps !== undefined && (
        <>
          <NumberChoice
            label={t('settings.agentMaxSteps')}
            value={maxSteps}
            min={1}
            max={200}
            step={1}
            onChange={(agentMaxSteps) => void settings.update({ agentMaxSteps })}
          />
          <p className="form-hint">{t('settings.agentMaxStepsHint')}</p>
        </>
      )}
    </section>
  )
}

const off: JudgeChoice = { model: false, rewrite: false }

/** How what a model writes for the open work is checked; both cost requests, so both wait for the writer's word. */
const JudgeSettings = ({ current }: { readonly current: AppSettings }) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const workspace = useWorkspace()
  const project = useStore(workspace.store, (state) => state.project)
  if (project === null) return null
  const selected = current.judge?.[project.projectId] ?? off
  const change = (change: Partial<JudgeChoice>) =>
    void settings.update({ judge: { ...current.judge, [project.projectId]: { ...selected, ...change } } })
  return (
    <section className="settings-section" data-testid="judge-settings">
      <h3>{t('judge.title')}</h3>
      <p className="form-hint">{t('judge.lead')}</p>
      {(['model', 'rewrite'] as const).map((name) => (
        <CheckField
          key={name}
          label={t(`judge.${name}`)}
          hint={t(`judge.${name}Hint`)}
          checked={selected[name]}
          onChange={(checked) => change({ [name]: checked })}
        />
      ))}
    </section>
  )
}

/** Which browsers may use this computer's CreoNow, and ending that. */
const SessionSettings = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { data } = useChannelQuery('sessions:list', {})
  const { send, error } = useChannelMutation('sessions:end')
  if (data === undefined) return null
  const { sessions } = data
  return (
    <section className="settings-section" data-testid="session-settings">
      <h3>{t('sessions.title')}</h3>
      <p className="form-hint">{t('sessions.lead')}</p>
      {error !== null && <Notice tone="danger">{t('sessions.failed', { message: sentence(error) })}</Notice>}
      {sessions.length === 0 && <p className="form-hint">{t('sessions.none')}</p>}
      {sessions.map(({ id, browser, origin, lastUsedAt, current }) => (
        <div key={id} className="provider-row">
          <span className="provider-name">
            <b>
              {browserName(browser) ?? t('sessions.unknown')}
              {current && <span className="quiet"> {t('sessions.current')}</span>}
            </b>
            <span className="quiet">
              {t('sessions.used', { origin: origin.replace('http://', ''), time: formatMoment(lastUsedAt) })}
            </span>
          </span>
          <Button onClick={() => void send('sessions:end', { id })}>
            {t(current ? 'sessions.endCurrent' : 'sessions.end')}
          </Button>
        </div>
      ))}
    </section>
  )
}

/** Theme, language, developer mode. */
const AppearanceSettings = ({ current }: { readonly current: AppSettings }) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const language = useInterfaceLanguage()
  return (
    <section className="settings-section">
      <h3>{t('settings.appearance')}</h3>
      <Choice
        label={t('settings.theme')}
        value={current.theme}
        options={(['system', 'light', 'dark'] as const).map((value) => ({
          value,
          label: t(`top.themes.${value}`),
        }))}
        onChange={(theme) => void settings.update({ theme })}
      />
      <Choice
        label={t('settings.language')}
        value={language}
        options={[
          { value: 'zh', label: '中文' },
          { value: 'en', label: 'English' },
        ]}
        onChange={(language) => void settings.update({ language })}
      />
      <CheckField
        label={t('settings.developer')}
        hint={t('settings.developerHint')}
        checked={current.developerMode}
        onChange={(developerMode) => void settings.update({ developerMode })}
      />
      <NotificationSwitch current={current} />
    </section>
  )
}

/** Whether the end of long work is shown over other windows; a browser has to allow it too. */
const NotificationSwitch = ({ current }: { readonly current: AppSettings }) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const [permission, setPermission] = useState(systemNotifications.permission)
  const change = async (isOn: boolean) => {
    void settings.update({ notifications: isOn })
    if (isOn) setPermission(await systemNotifications.requestPermission())
  }
  return (
    <CheckField
      testId="notifications"
      label={t('settings.notifications')}
      hint={t(permission === 'denied' ? 'settings.notificationsDenied' : 'settings.notificationsHint')}
      checked={current.notifications !== false && permission === 'granted'}
      onChange={(isOn) => void change(isOn)}
    />
  )
}

/** How the manuscript is set: size, line height, measure, face. */
const EditorSettings = ({ current }: { readonly current: AppSettings['editor'] }) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const typingSwitch = useTypingSwitch()
  const isSmart = useView(({ smartTyping }) => smartTyping)
  const change = (patch: Partial<AppSettings['editor']>) =>
    void settings.update({ editor: { ...current, ...patch } })
  return (
    <section className="settings-section">
      <h3>{t('settings.editor')}</h3>
      <NumberChoice
        label={t('settings.fontSize')}
        value={current.fontSizePx}
        min={12}
        max={36}
        step={1}
        onChange={(fontSizePx) => change({ fontSizePx })}
      />
      <NumberChoice
        label={t('settings.lineHeight')}
        value={current.lineHeight}
        min={1.2}
        max={3}
        step={0.05}
        onChange={(lineHeight) => change({ lineHeight })}
      />
      <NumberChoice
        label={t('settings.measure')}
        value={current.measureEm}
        min={20}
        max={80}
        step={1}
        onChange={(measureEm) => change({ measureEm })}
      />
      <Choice
        label={t('settings.face')}
        value={current.face}
        options={[
          { value: 'serif', label: t('settings.serif') },
          { value: 'sans', label: t('settings.sans') },
        ]}
        onChange={(face) => change({ face })}
      />
      <CheckField
        label={t('settings.selectionBar')}
        hint={t('settings.selectionBarHint')}
        testId="selection-bar-setting"
        checked={current.selectionBar ?? true}
        onChange={(selectionBar) => change({ selectionBar })}
      />
      <CheckField
        label={t('settings.smartTyping')}
        hint={t('settings.smartTypingHint')}
        testId="smart-typing-setting"
        checked={isSmart}
        onChange={typingSwitch.toggle}
      />
      <CheckField
        label={t('settings.spelling')}
        hint={t('settings.spellingHint')}
        testId="spelling-setting"
        checked={current.spelling ?? true}
        onChange={(spelling) => change({ spelling })}
      />
      <BookWords />
    </section>
  )
}
