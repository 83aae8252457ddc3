import { useTranslation } from 'react-i18next'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { browserName } from './browserName.ts'

/** Which browsers may use this computer's CreoNow, and ending that. */
export const SessionSettings = () => {
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
