import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasQuery, type SectionProps, settingsPageNames, settingsPages } from './settingsPages.ts'
import { settingsSections } from './settingsSections.tsx'

/** The sections of all pages whose words have what was typed, with what they read later. */
export const MatchingSettings = ({ current, query }: SectionProps & { readonly query: string }) => {
  const { t } = useTranslation()
  const all = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(1)
  useLayoutEffect(() => {
    const list = all.current
    if (list === null) return
    const filter = () => {
      const places = [...list.querySelectorAll<HTMLElement>('.settings-place')]
      for (const place of places)
        place.hidden = !place.querySelector('.settings-section') || !hasQuery(place.textContent ?? '', query)
      setCount(places.filter(({ hidden }) => !hidden).length)
    }
    filter()
    // What a section reads from main comes after its first picture.
    const watcher = new MutationObserver(filter)
    watcher.observe(list, { subtree: true, childList: true, characterData: true })
    return () => watcher.disconnect()
  }, [query])
  return (
    <>
      <p className="visually-hidden" role="status">
        {count === 0 ? t('settings.noMatch') : t('settings.matches', { n: count })}
      </p>
      {count === 0 && (
        <p className="settings-none" aria-hidden>
          {t('settings.noMatch')}
        </p>
      )}
      <div ref={all} data-testid="settings-matches">
        {settingsPageNames.flatMap((page) =>
          settingsPages[page].map((name) => {
            const Section = settingsSections[name]
            return (
              <div key={name} className="settings-place">
                <p className="settings-page-name">{t(`settings.pages.${page}`)}</p>
                <Section current={current} />
              </div>
            )
          }),
        )}
      </div>
    </>
  )
}
