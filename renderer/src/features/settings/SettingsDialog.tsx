import { Tabs } from '@base-ui/react/tabs'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useSettings, useView, useViewStore } from '../../app/AppContext.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { MatchingSettings } from './MatchingSettings.tsx'
import { type SectionProps, type SettingsPage, settingsPageNames, settingsPages } from './settingsPages.ts'
import { settingsSections } from './settingsSections.tsx'
import './SettingsDialog.css'

/** Settings of this computer on five pages; every change is stored at once. */
export const SettingsDialog = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const open = useView(({ settingsOpen }) => settingsOpen)
  const start = useRef<HTMLElement>(null)
  return (
    <DialogFrame
      open={open}
      onClose={() => view.setState({ settingsOpen: false, settingsSection: null })}
      title={t('settings.title')}
      closeLabel={t('settings.close')}
      testId="settings"
      className="settings-dialog"
      initialFocus={start}
    >
      <Pages start={start} />
    </DialogFrame>
  )
}

interface PageProps {
  /** What has the focus when the settings open: their page in the list, or the section they were opened for. */
  readonly start: RefObject<HTMLElement | null>
}

/** The list of pages with the search over all of them, and the page or what was found. */
const Pages = ({ start }: PageProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const view = useViewStore()
  const settings = useSettings()
  const page = useView(({ settingsPage }) => settingsPage)
  const asked = useView(({ settingsSection }) => settingsSection)
  const { data: current, error: unread } = useChannelQuery('settings:get', {})
  const changeError = useStore(settings.store, (state) => state.error)
  const [query, setQuery] = useState('')
  const error = unread ?? changeError
  const isSearch = query.trim() !== ''
  const show = (settingsPage: SettingsPage) => {
    setQuery('')
    view.setState({ settingsPage, settingsSection: null })
  }
  return (
    <Tabs.Root className="settings-pages" orientation="vertical" value={page} onValueChange={show}>
      <div className="settings-index">
        <input
          className="field"
          type="search"
          data-testid="settings-search"
          aria-label={t('settings.search')}
          placeholder={t('settings.search')}
          value={query}
          maxLength={60}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setQuery(target.value)}
        />
        <Tabs.List className="settings-list" aria-label={t('settings.pages.label')} activateOnFocus>
          {settingsPageNames.map((name) => (
            <Tabs.Tab
              key={name}
              ref={name === page && asked === null ? (start as RefObject<HTMLButtonElement | null>) : null} // it is a button
              value={name}
              className="settings-tab"
              data-testid={`settings-page-${name}`}
              onClick={() => show(name)}
            >
              {t(`settings.pages.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      <div className="settings-body" data-testid="settings-body">
        {error !== null && (
          <Notice tone="danger">{t('settings.failed', { message: sentence(error) })}</Notice>
        )}
        {current !== undefined && isSearch && <MatchingSettings current={current} query={query} />}
        {current !== undefined &&
          !isSearch &&
          settingsPageNames.map((name) => (
            <Tabs.Panel key={name} value={name} tabIndex={-1}>
              <Sections page={name} current={current} start={start} />
            </Tabs.Panel>
          ))}
      </div>
    </Tabs.Root>
  )
}

/** The sections of a page; the one that the settings were opened for has the focus first. */
const Sections = ({ page, current, start }: SectionProps & PageProps & { readonly page: SettingsPage }) => {
  const asked = useView(({ settingsSection }) => settingsSection)
  return settingsPages[page].map((name) => {
    const Section = settingsSections[name]
    return (
      <div
        key={name}
        className="settings-place"
        {...(name === asked && { ref: start as RefObject<HTMLDivElement | null>, tabIndex: -1 })} // this is a div
      >
        <Section current={current} />
      </div>
    )
  })
}
