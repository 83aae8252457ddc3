import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutput } from '#contract/index.ts'
import { useApp } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatMoment } from '../../i18n/format.ts'
import { browserName } from './browserName.ts'

type Sessions = ChannelOutput<'sessions:list'>['sessions']

/** Which browsers may use this computer's CreoNow, and ending that. */
export const SessionSettings = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { ipc } = useApp()
  const [sessions, setSessions] = useState<Sessions | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const load = useCallback(async () => {
    const answer = await ipc.invoke('sessions:list', {})
    if (answer.ok) setSessions(answer.data.sessions)
  }, [ipc])
  useEffect(() => void load(), [load])

  const end = async (id: string) => {
    const answer = await ipc.invoke('sessions:end', { id })
    setFailure(answer.ok ? null : sentence(answer.error))
    await load()
  }
  if (sessions === null) return null
  return (
    <section className="settings-section" data-testid="session-settings">
      <h3>{t('sessions.title')}</h3>
      <p className="form-hint">{t('sessions.lead')}</p>
      {failure !== null && <Notice tone="danger">{t('sessions.failed', { message: failure })}</Notice>}
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
          <button type="button" className="button" onClick={() => void end(id)}>
            {t(current ? 'sessions.endCurrent' : 'sessions.end')}
          </button>
        </div>
      ))}
    </section>
  )
}
